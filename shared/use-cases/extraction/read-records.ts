import type { RecordPage } from '../ports/extraction.ts';
import { type StepContext, upstreamIdOf } from './extraction-step.ts';

export function readRecords(context: StepContext, page: number): Promise<RecordPage> {
  const { watch, ports, limits } = context;
  const ask = {
    upstreamId: upstreamIdOf(context),
    page,
    exclude: watch.exclude,
    keepRaw: watch.keep === 'full',
    now: ports.clock.now(),
  };
  return ports.jobs.records(ask, limits);
}
