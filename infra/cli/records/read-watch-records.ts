import { GoneError } from '../../../shared/domain/lib/errors.ts';
import { DAY, dayAfter, dayOf, type Instant, SECOND } from '../../../shared/domain/time/instant.ts';
import { contains, type Window } from '../../../shared/domain/time/window.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import type { JobRecord } from '../../../shared/providers/extraction/source/record.ts';
import type { Stack } from '../stack/stack.ts';

/** More jobs than a day has. */
const MOST_A_DAY = 10_000;
/** Time limit for all requests of one job or monitor. */
const PATIENCE = 120 * SECOND;

/** A record, the job that found it, and when: of a monitor as the service says, else when the job was made. */
export interface WatchRecord {
  record: JobRecord;
  job: string | undefined;
  foundAt: Instant;
}

/** The records of a watch. `gone` are ids of jobs that the service no longer has. */
export interface WatchRecords {
  records: WatchRecord[];
  gone: string[];
}

type Asked = Pick<Stack, 'extractions' | 'resources' | 'recordsOf' | 'now'>;

/**
 * Reads the records of an extraction watch from the service: those of its monitor, or those of the jobs that were made in
 * a window, the newest job first. Errors are `UpstreamError`s.
 */
export async function readWatchRecords(
  { id, monitor }: Pick<Watch, 'id' | 'monitor'>,
  { stack, window }: { stack: Asked; window: Window },
): Promise<WatchRecords> {
  return monitor ? readMonitor(id, { stack, window }) : readJobs(id, { stack, window });
}

async function readMonitor(
  watchId: string,
  { stack, window }: { stack: Asked; window: Window },
): Promise<WatchRecords> {
  const resources = await stack.resources.all();
  const known = resources.find((one) => one.type === 'monitor' && one.name === watchId);
  const monitorId = known?.type === 'monitor' ? known.monitor?.id : undefined;
  if (monitorId === undefined) return { records: [], gone: [] };
  const records = await stack.recordsOf({ monitorId }, limitsOf(stack));
  const dated = records.map((record) => ({
    record,
    job: record.citations[0]?.job_id,
    foundAt: record.added_on ?? record.updated_on ?? window.from,
  }));
  const found = dated.filter(({ foundAt }) => contains(window, foundAt));
  return { records: found.toSorted((a, b) => b.foundAt - a.foundAt), gone: [] };
}

async function readJobs(
  watchId: string,
  { stack, window }: { stack: Asked; window: Window },
): Promise<WatchRecords> {
  const records: WatchRecord[] = [];
  const gone: string[] = [];
  for (const { jobId, madeAt } of await jobsOf(watchId, { stack, window })) {
    try {
      const found = await stack.recordsOf({ jobId }, limitsOf(stack));
      records.push(...found.map((record) => ({ record, job: jobId, foundAt: madeAt })));
    } catch (error) {
      if (!(error instanceof GoneError)) throw error;
      gone.push(jobId);
    }
  }
  return { records, gone };
}

async function jobsOf(watchId: string, { stack, window }: { stack: Asked; window: Window }) {
  const jobs = new Map<string, { jobId: string; madeAt: Instant }>();
  for (let day = dayOf(window.from); day <= dayOf(window.to - 1); day = dayAfter(day)) {
    for (const made of await stack.extractions.madeOn(day, MOST_A_DAY)) {
      const { upstreamId: jobId, createdAt: madeAt } = made;
      if (made.watchId !== watchId || jobId === undefined || !contains(window, madeAt)) continue;
      jobs.set(jobId, { jobId, madeAt });
    }
  }
  return [...jobs.values()].toSorted((a, b) => b.madeAt - a.madeAt);
}

function limitsOf({ now }: Pick<Stack, 'now'>) {
  return { deadline: now() + PATIENCE };
}

/** How far back the records go when nothing else is said. */
export const USUAL_SPAN = 7 * DAY;
