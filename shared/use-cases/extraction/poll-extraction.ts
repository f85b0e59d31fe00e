import type { ExtractionOutcome } from '../../domain/extraction/extraction-outcome.ts';
import { advanceExtraction } from './advance-extraction.ts';
import type { AdvanceContext, AdvancePorts } from './extraction-step.ts';
import { pollJob } from './poll-job.ts';

/** Reads how far the job of an extraction is. */
export function pollExtraction(
  jobId: string,
  ports: AdvancePorts,
  context: AdvanceContext,
): Promise<ExtractionOutcome> {
  return advanceExtraction({ step: 'poll', take: pollJob }, jobId, { ports, context });
}
