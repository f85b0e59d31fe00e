import type { ExtractionOutcome } from '../../domain/extraction/extraction-outcome.ts';
import type { Advance, AdvanceContext, CollectPorts, Turn } from './extraction-step.ts';
import { collectRecords } from './collect-records.ts';
import { continueJob } from './continue-job.ts';
import { takeStep } from './take-step.ts';

/** Takes one page of the records of an extraction, or sends its job on to a higher limit. */
export function collectExtraction(
  jobId: string,
  ports: CollectPorts,
  context: AdvanceContext,
): Promise<ExtractionOutcome> {
  return takeStep({ step: 'collect', take: collectOrContinue }, jobId, { ports, context });
}

function collectOrContinue(advance: Advance<CollectPorts>): Promise<Turn> {
  return advance.extraction.state === 'continuing' ? continueJob(advance) : collectRecords(advance);
}
