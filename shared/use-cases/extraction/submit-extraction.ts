import type { ExtractionOutcome } from '../../domain/extraction/extraction-outcome.ts';
import type { AdvanceContext, AdvancePorts } from './extraction-step.ts';
import { submitJob } from './submit-job.ts';
import { takeStep } from './take-step.ts';

/** Sends the job of an extraction, once, or finds it where an answer was lost. */
export function submitExtraction(
  jobId: string,
  ports: AdvancePorts,
  context: AdvanceContext,
): Promise<ExtractionOutcome> {
  return takeStep({ step: 'submit', take: submitJob }, jobId, { ports, context });
}
