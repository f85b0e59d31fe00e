import type { ExtractionChange } from '../../domain/extraction/extraction.ts';
import { jobContinued, extractionEnded } from '../../domain/extraction/extraction-transitions.ts';
import { RefusedError } from '../../domain/lib/errors.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { limitWithin } from '../../domain/usage/demand.ts';
import { CallFailed, callService } from './call-service.ts';
import { type StepContext, type StepResult, upstreamIdOf } from './extraction-step.ts';
import { readRecords } from './read-records.ts';
import type { StepOutcome } from './step-outcome.ts';

/**
 * Continues a completed job up to the limit that the watch asks for, or as far as the remaining credits allow. The limit
 * of the job shows whether it was continued before and only the answer was lost, so a lower limit is recorded before it is
 * sent. It is no failure when the plan does not allow it: the records are stored.
 */
export async function continueJob(context: StepContext): Promise<StepResult> {
  const { extraction, watch, ports, limits } = context;
  const { continueTo = 0 } = extraction;
  const { answer, outcome: read } = await readRecords(context, 1);
  const { limit = 0 } = answer;
  const now = ports.clock.now();
  if (limit >= continueTo) return { change: jobContinued(now), outcome: read };
  const reason = await skipReason(context);
  if (reason !== undefined) return { change: notContinued(reason, now), outcome: read };
  const { answer: credits, outcome } = await callService(ports.jobs.credits(limits), read);
  const { left = Number.POSITIVE_INFINITY } = credits;
  if (left <= 0) return { change: notContinued('no credits are left.', now), outcome };
  const reach = limitWithin(watch, { limit, wanted: continueTo, left });
  if (reach <= limit)
    return { change: notContinued(`${left} credits are left, less than a record costs.`, now), outcome };
  if (reach < continueTo) return { change: { state: 'continuing', dueAt: now, continueTo: reach }, outcome };
  return sendLimit(context, outcome);
}

async function sendLimit(context: StepContext, before: StepOutcome): Promise<StepResult> {
  const { extraction, ports, limits } = context;
  const ask = { upstreamId: upstreamIdOf(context), limit: extraction.continueTo ?? 0 };
  try {
    const { outcome } = await callService(ports.jobs.continue(ask, limits), before);
    return { change: jobContinued(ports.clock.now()), outcome };
  } catch (error) {
    if (!(error instanceof CallFailed && error.failure instanceof RefusedError)) throw error;
    return { change: notContinued(error.message, ports.clock.now()), outcome: error.outcome };
  }
}

/** A watch that is slowed or paused by the budget keeps the limit it has. */
async function skipReason({ extraction, ports }: StepContext): Promise<string | undefined> {
  const { pace: rate } = (await ports.states.read(extraction.watchId, 'live')) ?? {};
  return rate && rate.until > ports.clock.now() ? rate.reason : undefined;
}

function notContinued(reason: string, now: Instant): ExtractionChange {
  return extractionEnded('done', { error: `Not continued: ${reason}`, now });
}
