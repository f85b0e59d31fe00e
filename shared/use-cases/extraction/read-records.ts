import type { RecordPage } from '../ports/extraction-ports.ts';
import { callService } from './call-service.ts';
import { type StepContext, upstreamIdOf } from './extraction-step.ts';
import type { StepOutcome } from './step-outcome.ts';

/** Reads one page of the records of the job, from 1. */
export function readRecords(
  context: StepContext,
  page: number,
  before?: StepOutcome,
): Promise<{ answer: RecordPage; outcome: StepOutcome }> {
  const { watch, ports, limits } = context;
  const ask = {
    upstreamId: upstreamIdOf(context),
    page,
    exclude: watch.exclude,
    keepRaw: watch.keep === 'full',
    now: ports.clock.now(),
  };
  return callService(ports.jobs.records(ask, limits), before);
}
