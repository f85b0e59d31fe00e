import { RefusedError } from '../../domain/lib/errors.ts';
import type { ExtractionChange } from '../../domain/extraction/extraction.ts';
import { continued, ended } from '../../domain/extraction/extraction-transitions.ts';
import { limitWithin } from '../../domain/usage/demand.ts';
import { type Advance, counted, upstreamIdOf } from './extraction-step.ts';
import { readRecords } from './read-records.ts';

/**
 * Sends a completed job on to the limit that the watch asks for, or as far as the credits that are left reach. Whether it
 * was sent on before, and only the answer was lost, its own limit tells; so a lower limit is on record before it is sent.
 * What the plan does not give is no failure: the records are there.
 */
export async function continueJob(advance: Advance): Promise<ExtractionChange> {
  const { extraction, watch, ports, limits } = advance;
  const { continueTo = 0 } = extraction;
  const { limit = 0 } = await readRecords(advance, 1);
  const now = ports.clock.now();
  if (limit >= continueTo) return continued(now);
  const short = await skipReason(advance);
  if (short !== undefined) return notContinued(advance, short);
  const { left = Number.POSITIVE_INFINITY } = await counted(advance, ports.jobs.credits(limits));
  if (left <= 0) return notContinued(advance, 'no credits are left.');
  const reach = limitWithin(watch, { limit, wanted: continueTo, left });
  if (reach <= limit) return notContinued(advance, `${left} credits are left, less than a record costs.`);
  if (reach < continueTo) return { state: 'continuing', dueAt: now, continueTo: reach };
  try {
    const ask = { upstreamId: upstreamIdOf(advance), limit: continueTo };
    await counted(advance, ports.jobs.continue(ask, limits));
    return continued(ports.clock.now());
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return notContinued(advance, error.message);
  }
}

/** A watch that the budget slows or pauses takes no more than it has. */
async function skipReason({ extraction, ports }: Advance): Promise<string | undefined> {
  const { pace: rate } = (await ports.states.read(extraction.watchId, 'live')) ?? {};
  return rate && rate.until > ports.clock.now() ? rate.reason : undefined;
}

function notContinued({ ports }: Advance, why: string): ExtractionChange {
  return ended('done', { error: `Not continued: ${why}`, now: ports.clock.now() });
}
