import type { RecordPage } from '../ports/extraction-ports.ts';
import { type Advance, counted, upstreamIdOf } from './extraction-step.ts';

/** Reads one page of the records of the job, from 1. */
export function readRecords(advance: Advance, page: number): Promise<RecordPage> {
  const { watch, ports, limits } = advance;
  const ask = {
    upstreamId: upstreamIdOf(advance),
    page,
    exclude: watch.exclude,
    keepRaw: watch.keep === 'full',
    now: ports.clock.now(),
  };
  return counted(advance, ports.jobs.records(ask, limits));
}
