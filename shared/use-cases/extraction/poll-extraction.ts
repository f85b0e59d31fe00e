import type { ExtractionOutcome } from '../../domain/extraction/extraction-outcome.ts';
import type { AdvanceContext, AdvancePorts } from './extraction-step.ts';
import { pollJob } from './poll-job.ts';
import { takeStep } from './take-step.ts';

/** Looks where the job of an extraction stands. */
export function pollExtraction(
  jobId: string,
  ports: AdvancePorts,
  context: AdvanceContext,
): Promise<ExtractionOutcome> {
  return takeStep({ step: 'poll', take: pollJob }, jobId, { ports, context });
}
