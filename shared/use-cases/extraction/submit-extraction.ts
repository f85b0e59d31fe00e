import type { ExtractionOutcome } from '../../domain/extraction/extraction-outcome.ts';
import { advanceExtraction } from './advance-extraction.ts';
import type { AdvanceContext, AdvancePorts } from './extraction-step.ts';
import { submitJob } from './submit-job.ts';

/** Submits the job of an extraction once, or finds it after a lost answer. */
export function submitExtraction(
  jobId: string,
  ports: AdvancePorts,
  context: AdvanceContext,
): Promise<ExtractionOutcome> {
  return advanceExtraction({ step: 'submit', take: submitJob }, jobId, { ports, context });
}
