import type { ExtractionOutcome } from '../../domain/extraction/extraction-outcome.ts';
import { advanceExtraction } from './advance-extraction.ts';
import { collectRecords } from './collect-records.ts';
import { continueJob } from './continue-job.ts';
import type { AdvanceContext, CollectPorts, StepContext, StepResult } from './extraction-step.ts';

/** Stores one page of the records of an extraction, or continues its job with a higher limit. */
export function collectExtraction(
  jobId: string,
  ports: CollectPorts,
  context: AdvanceContext,
): Promise<ExtractionOutcome> {
  return advanceExtraction({ step: 'collect', take: collectOrContinue }, jobId, { ports, context });
}

function collectOrContinue(context: StepContext<CollectPorts>): Promise<StepResult> {
  return context.extraction.state === 'continuing' ? continueJob(context) : collectRecords(context);
}
