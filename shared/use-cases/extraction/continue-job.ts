import { extractionEnded, jobContinued } from '../../domain/extraction/extraction-transitions.ts';
import type { ExtractionChange } from '../../domain/extraction/extraction.ts';
import { RefusedError } from '../../domain/lib/errors.ts';
import { limitWithin } from '../../domain/usage/demand.ts';
import { readRecords, type StepContext, type StepResult, upstreamIdOf } from './extraction-step.ts';

/**
 * Continues a completed job up to the limit that the watch asks for, or as far as the credits allow. The limit of the job
 * shows whether only the answer was lost, so a lower limit is recorded before it is sent. It is no failure when the plan
 * does not allow it: the records are stored.
 */
export async function continueJob(context: StepContext): Promise<StepResult> {
  return { change: await changeOf(context) };
}

async function changeOf(context: StepContext): Promise<ExtractionChange> {
  const { extraction, watch, ports, limits } = context;
  const { continueTo = 0 } = extraction;
  const { limit = 0 } = await readRecords(context, 1);
  const now = ports.clock.now();
  if (limit >= continueTo) return jobContinued(now);
  const reason = await skipReason(context);
  if (reason !== undefined) return notContinued(context, reason);
  const { left = Number.POSITIVE_INFINITY } = await ports.jobs.credits(limits);
  if (left <= 0) return notContinued(context, 'no credits are left.');
  const reach = limitWithin(watch, { limit, wanted: continueTo, left });
  if (reach <= limit) return notContinued(context, `${left} credits are left, less than a record costs.`);
  if (reach < continueTo) return { state: 'continuing', dueAt: now, continueTo: reach };
  try {
    await ports.jobs.continue({ upstreamId: upstreamIdOf(context), limit: continueTo }, limits);
    return jobContinued(ports.clock.now());
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return notContinued(context, error.message);
  }
}

/** A watch that is slowed or paused by the budget keeps the limit it has. */
async function skipReason({ extraction, ports }: StepContext): Promise<string | undefined> {
  const { rate } = (await ports.states.read(extraction.watchId, 'live')) ?? {};
  return rate && rate.until > ports.clock.now() ? rate.reason : undefined;
}

function notContinued({ ports }: StepContext, reason: string): ExtractionChange {
  return extractionEnded('done', { error: `Not continued: ${reason}`, now: ports.clock.now() });
}
