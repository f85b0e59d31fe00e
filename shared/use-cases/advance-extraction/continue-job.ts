import { RefusedError } from '../../domain/errors.ts';
import type { ExtractionChange } from '../../domain/extraction.ts';
import { continued, ended } from '../../domain/extraction-turns.ts';
import { type Advance, counted, upstreamIdOf } from './advance.ts';
import { readRecords } from './read-records.ts';

/**
 * Sends a completed job on to the limit that the watch asks for, when credits are left. Whether it was sent on before,
 * and only the answer was lost, its own limit tells. What the plan does not give is no failure: the records are there.
 */
export async function continueJob(advance: Advance): Promise<ExtractionChange> {
  const { extraction, ports, limits } = advance;
  const { continueTo = 0 } = extraction;
  const { limit = 0 } = await readRecords(advance, 1);
  if (limit >= continueTo) return continued(ports.clock.now());
  const { left } = await counted(advance, ports.jobs.credits(limits));
  if (left !== undefined && left <= 0) {
    return ended('done', { error: 'Not continued: no credits are left.', now: ports.clock.now() });
  }
  try {
    const ask = { upstreamId: upstreamIdOf(advance), limit: continueTo };
    await counted(advance, ports.jobs.continue(ask, limits));
    return continued(ports.clock.now());
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return ended('done', { error: `Not continued: ${error.message}`, now: ports.clock.now() });
  }
}
