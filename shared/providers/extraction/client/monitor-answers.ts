import * as z from 'zod';
import {
  identifier,
  items,
  list,
  maybe,
  maybeFlag,
  maybeIdentifier,
  maybeInstant,
  maybeNumber,
  maybeObject,
  maybeText,
  texts,
} from '../../http/lenient.ts';
import { criteria, resultFacts, sourceGroupSlugs } from './job-answers.ts';
import { pageFacts, sharingInfo } from './paging.ts';
import { records } from '../source/record.ts';

/** `monitor_id` null under status 200: the monitor was not created, and `status` says why. */
export const monitorCreated = z.object({ monitor_id: maybeIdentifier, status: maybeText });

const inlineWebhook = z.object({
  url: maybeText,
  method: maybeText,
  headers: maybeObject,
  params: maybeObject,
  /** Such as the kind of auth and its masked secret. */
  auth: texts,
});

const monitor = z.object({
  monitor_id: identifier,
  reference_job_id: maybeIdentifier,
  reference_job_query: maybeText,
  /** Becomes false when the credits are used up. */
  enabled: maybeFlag,
  /** A cron expression, or the plain text. */
  schedule: maybeText,
  /** For display. */
  schedule_human_readable: maybeText,
  timezone: maybeText,
  user_key: maybeText,
  created_at: maybeInstant,
  limit: maybeNumber,
  /** The older inline form of its first webhook; secrets are masked. */
  webhook: maybe(inlineWebhook),
  sharing_info: sharingInfo,
});

export const monitorList = z
  .object({ ...pageFacts, total_monitors: maybeNumber, monitors: items(monitor) })
  .transform(({ total_monitors, total, monitors: { kept, dropped }, ...rest }) => ({
    ...rest,
    total: total_monitors ?? total,
    monitors: kept,
    dropped,
  }));
export type MonitorList = z.infer<typeof monitorList>;

const run = z.object({
  job_id: identifier,
  start_date: maybeInstant,
  /** Missing while the run works. */
  end_date: maybeInstant,
  /** Such as `job_completed`. */
  status: maybeText,
});

/** Runs of a monitor: an array, or an object that contains it. */
export const monitorRuns = z
  .union([z.array(z.unknown()).transform((jobs) => ({ jobs })), z.object({ jobs: z.unknown().optional() })])
  .pipe(z.object({ jobs: list(run) }))
  .transform(({ jobs }) => jobs);
export type MonitorRun = z.infer<typeof run>;

/** The records of all runs together: not paged, and longer with each run. */
export const monitorResults = z
  .object({
    monitor_id: maybeIdentifier,
    reference_job: maybe(z.object({ query: maybeText, context: maybeText, source_groups: sourceGroupSlugs })),
    status: maybeText,
    cron_expression: maybeText,
    timezone: maybeText,
    validators: criteria,
    enrichments: criteria,
    run_info: maybe(z.object({ first_run: maybeInstant, last_run: maybeInstant })),
    records: maybeNumber,
    all_records: records,
    limit: maybeNumber,
    ...resultFacts,
  })
  .transform(({ records: count, all_records: { kept, ...others }, ...rest }) => ({
    ...rest,
    records_count: count,
    records: kept,
    ...others,
  }));

const delivered = { success: maybeFlag, status_code: maybeNumber, error_message: maybeText };

const statusDetails = z.object({
  job_id: maybeIdentifier,
  start_date: maybeInstant,
  end_date: maybeInstant,
  nb_existing_records: maybeNumber,
  nb_final_records: maybeNumber,
  webhook: maybe(z.object(delivered)),
  /** The same for each webhook. Services may leave it out. */
  webhooks: list(z.object({ webhook_id: maybeIdentifier, ...delivered })),
});

export const monitorHistory = z.object({
  success: maybeFlag,
  message: maybeText,
  monitor_id: maybeIdentifier,
  total_statuses: maybeNumber,
  /** Newest first: `created`, `enable`, `disable`, `scheduled` (with a job), `dump` (with counts), or others. */
  statuses: list(
    z.object({
      id: maybeIdentifier,
      status: maybeText,
      created_at: maybeInstant,
      additional_information: maybe(statusDetails),
    }),
  ),
});

export const monitorChanged = z.object({
  monitor_id: maybeIdentifier,
  success: maybeFlag,
  status: maybeText,
  message: maybeText,
});
