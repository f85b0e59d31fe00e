import { extractionEnded, jobPolled } from '../../domain/extraction/extraction-transitions.ts';
import type { ExtractionOutcome } from '../../domain/extraction/extraction.ts';
import { FAILED_STATES } from '../../domain/services/extraction-rules.ts';
import { advanceExtraction } from './advance-extraction.ts';
import {
  type AdvanceContext,
  type AdvancePorts,
  readRecords,
  type StepContext,
  type StepResult,
  upstreamIdOf,
} from './extraction-step.ts';

/** Reads how far the job of an extraction is. */
export function pollExtraction(
  jobId: string,
  ports: AdvancePorts,
  context: AdvanceContext,
): Promise<ExtractionOutcome> {
  return advanceExtraction({ step: 'poll', take: pollJob }, jobId, { ports, context });
}

/** Reads the stage of the job. A stage that is neither completed nor failed is work, in whatever order stages come. */
async function pollJob(context: StepContext): Promise<StepResult> {
  const { extraction, ports, limits } = context;
  const { stage } = await ports.jobs.stage(upstreamIdOf(context), limits);
  if (!FAILED_STATES.includes(stage))
    return { change: jobPolled(extraction, { stage, now: ports.clock.now() }) };
  const { error = 'The service gives no reason.' } = await readRecords(context, 1);
  return {
    change: { ...extractionEnded('failed', { error, now: ports.clock.now() }), upstreamState: stage },
  };
}
