import type { ExtractionChange } from '../../domain/extraction/extraction.ts';
import { FAILED_STATES } from '../../domain/services/extraction-rules.ts';
import { ended, polled } from '../../domain/extraction/extraction-transitions.ts';
import { type Advance, counted, upstreamIdOf } from './extraction-step.ts';
import { readRecords } from './read-records.ts';

/** Looks where the job stands. What is neither completed nor failed is work, in whatever order its stages come. */
export async function pollJob(advance: Advance): Promise<ExtractionChange> {
  const { extraction, ports, limits } = advance;
  const { stage } = await counted(advance, ports.jobs.stage(upstreamIdOf(advance), limits));
  if (!FAILED_STATES.includes(stage)) return polled(extraction, { stage, now: ports.clock.now() });
  const { error = 'The service does not say why.' } = await readRecords(advance, 1);
  return { ...ended('failed', { error, now: ports.clock.now() }), upstreamState: stage };
}
