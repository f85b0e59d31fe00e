import { isoOf } from '../../../../../shared/domain/time/instant.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';
import { sharingInfo } from '../accounts/access.ts';
import type { Owner } from '../accounts/owner.ts';
import type { Attempt, ExtractionContext } from '../context.ts';
import { fieldsOf, validatorsOf } from '../jobs/enriching.ts';
import { connectedView, recordsCsv } from '../jobs/records.ts';
import { webhooksOf } from '../webhooks/assign.ts';
import { inlineAuth, type Webhook } from '../webhooks/webhook.ts';
import type { Monitor, MonitorEvent, Run } from './monitor.ts';
import { monitorRecordView } from './run-end.ts';
import { describeSchedule } from './read-schedule.ts';

/** A monitor in the list (extraction service, monitors). */
export function monitorView(context: ExtractionContext, monitor: Monitor, caller: Owner) {
  const { store, settings } = context;
  const reference = store.jobs.get(monitor.referenceJobId);
  return {
    monitor_id: monitor.id,
    reference_job_id: monitor.referenceJobId,
    reference_job_query: reference?.order.query ?? '',
    enabled: monitor.enabled,
    schedule: monitor.cron,
    schedule_human_readable: describeSchedule(monitor),
    timezone: monitor.timezone,
    user_key: monitor.owner.key,
    created_at: isoOf(monitor.createdAt),
    webhook: inlineWebhook(webhooksOf(context, { type: 'monitor', id: monitor.id })[0]),
    limit: monitor.limit ?? reference?.order.limit,
    sharing_info: sharingInfo({ item: monitor, caller, sharing: settings.sharing }),
  };
}

/** The first webhook in the older inline form; null without one. */
function inlineWebhook(webhook: Webhook | undefined) {
  if (!webhook) return null;
  const { url, method, headers, params } = webhook;
  return { url, method, headers, params, auth: inlineAuth(webhook) };
}

export function runView({ jobId, startedAt, endedAt, status }: Run) {
  return {
    job_id: jobId,
    start_date: isoOf(startedAt),
    end_date: endedAt === undefined ? null : isoOf(endedAt),
    status,
  };
}

/** The records of all runs together, those of the reference job first (extraction service, monitor pull). */
export function monitorPullView(context: ExtractionContext, monitor: Monitor, caller: Owner) {
  const { store, settings } = context;
  const reference = store.jobs.get(monitor.referenceJobId);
  const runs = store.runs.list({ within: monitor.id });
  const records = store.monitorRecords.list({ within: monitor.id });
  const started = (run: Run | undefined) => (run ? isoOf(run.startedAt) : null);
  return {
    monitor_id: monitor.id,
    reference_job: {
      query: reference?.order.query ?? '',
      context: reference?.order.context ?? null,
      source_groups: reference?.order.sourceGroups ?? [],
    },
    status: 'Done',
    cron_expression: monitor.cron,
    timezone: monitor.timezone,
    validators: reference ? validatorsOf(reference) : [],
    enrichments: reference ? fieldsOf(reference) : [],
    run_info: { first_run: started(runs[0]), last_run: started(runs.at(-1)) },
    records: records.length,
    all_records: records.map((record) => monitorRecordView(context, record)),
    limit: monitor.limit ?? null,
    ...(reference && connectedView(context, reference)),
    sharing_info: sharingInfo({ item: monitor, caller, sharing: settings.sharing }),
  };
}

/** The records that the latest completed run was the first to find. @throws RequestRefused 404 before the first. */
export function latestRunCsv(context: ExtractionContext, monitor: Monitor): string {
  const { store } = context;
  const ended = store.runs.list({ within: monitor.id }).findLast(({ status }) => status === 'job_completed');
  if (!ended) throw new RequestRefused(404, 'The monitor has no completed run yet');
  const records = store.monitorRecords
    .list({ within: monitor.id })
    .filter(({ jobId }) => jobId === ended.jobId);
  const job = store.jobs.get(ended.jobId);
  return recordsCsv(
    records.map((record) => monitorRecordView(context, record)),
    {
      fields: job ? fieldsOf(job).map(({ name }) => name) : [],
      connected: (job?.order.datasetIds.length ?? 0) > 0,
    },
  );
}

/** The history of a monitor, newest first, with record counts and the outcome at each webhook for each run. */
export function monitorStatusView(context: ExtractionContext, monitor: Monitor) {
  const events = context.store.monitorEvents.list({ within: monitor.id, newestFirst: true });
  const outcomes = runOutcomes(context, monitor);
  const statuses = events.map((event) => ({
    id: event.id,
    status: event.status,
    created_at: isoOf(event.at),
    additional_information: informationOf(event, outcomes),
  }));
  return { success: true, message: null, monitor_id: monitor.id, total_statuses: statuses.length, statuses };
}

function informationOf({ run, counts }: MonitorEvent, outcomes: ReadonlyMap<string, readonly Outcome[]>) {
  if (run) return { job_id: run.jobId, start_date: isoOf(run.from), end_date: isoOf(run.to) };
  if (!counts) return null;
  const webhooks = outcomes.get(counts.jobId) ?? [];
  return {
    job_id: counts.jobId,
    nb_existing_records: counts.before,
    nb_final_records: counts.after,
    webhook: summaryOf(webhooks),
    webhooks,
  };
}

/** One outcome for all webhooks of a run: the first that failed, else the last. Null when none was tried. */
function summaryOf(outcomes: readonly Outcome[]): Omit<Outcome, 'webhook_id'> | null {
  const decisive = outcomes.find(({ success }) => !success) ?? outcomes.at(-1);
  if (!decisive) return null;
  const { webhook_id: _, ...outcome } = decisive;
  return outcome;
}

/** What became of the deliveries of one run to one webhook. */
interface Outcome {
  webhook_id: string;
  success: boolean;
  status_code: number | null;
  error_message: string | null;
}

/**
 * The outcome of each run at each of its webhooks, by the job of the run; webhooks in the order in which they were
 * first tried. A webhook that gets record by record has several deliveries of a run: the outcome is that of the first
 * one that failed, else that of the last.
 */
function runOutcomes({ store }: ExtractionContext, { id }: Monitor): Map<string, Outcome[]> {
  const attempts = store.attempts
    .list()
    .filter(({ resource_type, resource_id }) => resource_type === 'monitor' && resource_id === id);
  const byJob = Map.groupBy(attempts, ({ additional_info: info }) => info?.job_id ?? '');
  return new Map(
    [...byJob].map(([jobId, ofRun]) => [
      jobId,
      [...Map.groupBy(ofRun, ({ webhook_id }) => webhook_id).values()].flatMap(outcomeOf),
    ]),
  );
}

function outcomeOf(attempts: readonly Attempt[]): Outcome[] {
  const deliveries = Map.groupBy(attempts, ({ deliveryId }) => deliveryId ?? '');
  const last = [...deliveries.values()].flatMap((tries) => tries.at(-1) ?? []);
  const decisive = last.find(({ error_message }) => error_message !== null) ?? last.at(-1);
  if (!decisive) return [];
  const { webhook_id, status_code, error_message } = decisive;
  return [{ webhook_id, success: error_message === null, status_code, error_message }];
}
