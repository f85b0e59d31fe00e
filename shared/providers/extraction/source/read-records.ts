import type { ExtractionClient } from '../client/create-extraction-client.ts';
import type { CallLimits } from '../../../use-cases/ports/clock.ts';
import type { JobRecord } from './record.ts';

/** Where records are read: one job, or all runs of a monitor. */
export type RecordSource = { jobId: string } | { monitorId: string };

/** Reads all records of a job or a monitor (extraction service, pull). It costs no credits. */
export function readRecords({ jobs, monitors }: Pick<ExtractionClient, 'jobs' | 'monitors'>) {
  return async (source: RecordSource, { deadline }: CallLimits): Promise<JobRecord[]> => {
    if ('monitorId' in source) return (await monitors.pull(source.monitorId, { deadline })).records;
    const all: JobRecord[] = [];
    for await (const { records } of jobs.recordPages(source.jobId, { deadline })) all.push(...records);
    return all;
  };
}
