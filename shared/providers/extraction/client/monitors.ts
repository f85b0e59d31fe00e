import * as z from 'zod';
import { GoneError, RefusedError } from '../../../domain/lib/errors.ts';
import { type CallOptions, doing, type HttpClient, operationOf, reading } from '../../http/http-client.ts';
import { identifier, list, maybeFlag, maybeIdentifier, maybeInstant, maybeText } from '../../http/lenient.ts';
import { jsonReader, optionalJsonReader } from '../../http/reader.ts';
import { records } from '../source/record.ts';
import { recordLimit, webhookIds } from './jobs.ts';
import { kept, operationsOf, outcome, pageFacts, text } from './open-extraction.ts';

/** `monitor_id` null under status 200: the monitor was not created, and `status` says why. */
const monitorCreated = z.object({ monitor_id: maybeIdentifier, status: maybeText });

const monitor = z.object({
  monitor_id: identifier,
  reference_job_id: maybeIdentifier,
  /** Becomes false when the credits are used up. */
  enabled: maybeFlag,
});

const monitorList = z.object({ ...pageFacts, monitors: kept(monitor) });

const run = z.object({
  job_id: identifier,
  start_date: maybeInstant,
  /** Missing while the run works. */
  end_date: maybeInstant,
  /** Such as `job_completed`. */
  status: maybeText,
});

/** Runs of a monitor: an array, or an object that contains it. */
const monitorRuns = z
  .union([z.array(z.unknown()).transform((jobs) => ({ jobs })), z.object({ jobs: z.unknown().optional() })])
  .pipe(z.object({ jobs: list(run) }))
  .transform(({ jobs }) => jobs);
type MonitorRun = z.infer<typeof run>;

/** The records of all runs together: not paged, and longer with each run. */
const monitorResults = z
  .object({ all_records: records })
  .transform(({ all_records: { kept: read, ...others } }) => ({ records: read, ...others }));

/** All slots of the plan are used. Waiting frees none. */
const NO_SLOT = { 429: 'plan' } as const;

const CREATE = { ...doing('POST', '/monitors/create'), refusals: NO_SLOT };
/** Not repeated without a check: with a backfill it would run, and cost, twice. */
const ENABLE = { ...doing('POST', '/monitors/{monitor_id}/enable'), refusals: NO_SLOT };

const monitorRequest = z.strictObject({
  /** A completed base job. */
  reference_job_id: text,
  /** Plain words, such as `every day at 9 AM UTC`. At least 24 hours between runs. */
  schedule: text,
  /** IANA. A zone inside the schedule has priority. */
  timezone: z.string().optional(),
  /** The most records of a run. */
  limit: recordLimit.optional(),
  /** Default: true. Covers the time before the first run. The job's end_date must then be within 7 days. */
  backfill: z.boolean().optional(),
  webhook_ids: webhookIds.optional(),
  project_id: text.optional(),
});

const monitorChange = z.strictObject({
  schedule: text.optional(),
  /** Ignored without a schedule. */
  timezone: z.string().optional(),
  limit: recordLimit.optional(),
});

/** Monitors: jobs that the service repeats by itself (extraction service, monitors). */
export function monitors(http: HttpClient) {
  const { changing, listing, ofOne, sending } = operationsOf(http);
  const create = sending(CREATE, { body: monitorRequest, answer: monitorCreated });
  return {
    /** Creates a monitor from a job and returns its id. Sent once. */
    create: async (...given: Parameters<typeof create>): Promise<{ monitor_id: string }> => {
      const { monitor_id, status } = await create(...given);
      if (monitor_id !== undefined) return { monitor_id };
      throw notCreated(status);
    },
    list: listing(reading('GET', '/monitors'), monitorList),
    /** Runs by their start. A monitor that has not run yet has none. */
    runs: async (
      monitor_id: string,
      { sort = 'asc', ...options }: { sort?: 'asc' | 'desc' } & CallOptions = {},
    ): Promise<MonitorRun[]> => {
      const call = {
        endpoint: reading('GET', '/monitors/{monitor_id}/jobs'),
        ids: { monitor_id },
        query: { sort },
        read: jsonReader(monitorRuns),
      };
      return http.call(call, options).catch(noneIfGone);
    },
    /** The records of all runs. For scheduled reading, pull the job of the run instead. */
    pull: ofOne(reading('GET', '/monitors/pull/{monitor_id}'), jsonReader(monitorResults)),
    /** Changes the given fields. When the service refuses a new schedule, create a new monitor. */
    change: changing(reading('PATCH', '/monitors/{monitor_id}'), {
      body: monitorChange,
      read: optionalJsonReader(outcome),
    }),
    /**
     * Enables a monitor, which uses a slot of the plan. `backfill` also covers the time while it was off. Sent once.
     */
    enable: (
      monitor_id: string,
      { backfill = true, ...options }: { backfill?: boolean } & CallOptions = {},
    ) => {
      const read = optionalJsonReader(outcome);
      return http.call({ endpoint: ENABLE, ids: { monitor_id }, json: { backfill }, read }, options);
    },
    /** Disables a monitor. It still uses its slot. */
    disable: ofOne(reading('POST', '/monitors/{monitor_id}/disable'), optionalJsonReader(outcome)),
    /** Deletes a monitor and frees its slot. Deleting again is no error. */
    remove: ofOne(reading('DELETE', '/monitors/{monitor_id}'), optionalJsonReader(outcome)),
  };
}

function noneIfGone(error: unknown): MonitorRun[] {
  if (error instanceof GoneError && error.status === 404) return [];
  throw error;
}

function notCreated(reason = 'no reason given'): RefusedError {
  const text = `The extraction service did not make the monitor: ${reason}.`;
  return new RefusedError(text, {
    service: 'extraction',
    operation: operationOf(CREATE),
    status: 200,
    refusal: 'request',
  });
}
