import { omit } from '../../../../../shared/domain/lib/fields.ts';
import { isoOf } from '../../../../../shared/domain/time/instant.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';
import type { ExtractionContext } from '../context.ts';
import { connectedView, recordsCsv } from '../jobs/views.ts';
import { inlineAuth, webhooksOf } from '../webhooks/webhook.ts';
import { describeSchedule } from './read-schedule.ts';
import { completedRuns, monitorRecords, monitorRecordView, runsOf, runStatus } from './runs.ts';
import type { Attempt, Job, Monitor, Owner } from '../stored.ts';

/** A monitor in the list (extraction service, monitors). */
export function monitorView(context: ExtractionContext, monitor: Monitor, caller: Owner) {
  const { store, kinds } = context;
  // The first webhook is there in the older inline form.
  const [webhook] = webhooksOf(context, { type: 'monitor', id: monitor.id });
  const { url, method, headers, params } = webhook ?? {};
  return {
    monitor_id: monitor.id,
    reference_job_id: monitor.referenceJobId,
    reference_job_query: kinds.monitor.name(monitor),
    enabled: monitor.enabled,
    schedule: monitor.cron,
    schedule_human_readable: describeSchedule(monitor),
    timezone: monitor.timezone,
    user_key: monitor.owner.key,
    created_at: isoOf(monitor.createdAt),
    webhook: webhook ? { url, method, headers, params, auth: inlineAuth(webhook) } : null,
    limit: monitor.limit ?? store.jobs.get(monitor.referenceJobId)?.order.limit,
    sharing_info: kinds.monitor.sharingInfo(monitor, caller),
  };
}

export function runView(context: ExtractionContext, run: Job) {
  return {
    job_id: run.id,
    start_date: isoOf(run.createdAt),
    end_date: run.endedAt === undefined ? null : isoOf(run.endedAt),
    status: runStatus(context, run),
  };
}

/** The records of all runs together, those of the reference job first (extraction service, monitor pull). */
export function monitorPullView(context: ExtractionContext, monitor: Monitor, caller: Owner) {
  const reference = context.store.jobs.get(monitor.referenceJobId);
  const { query = '', context: about = null, sourceGroups = [] } = reference?.order ?? {};
  const runs = runsOf(context, monitor);
  const records = monitorRecords(context, monitor);
  const started = (run: Job | undefined) => (run ? isoOf(run.createdAt) : null);
  return {
    monitor_id: monitor.id,
    reference_job: { query, context: about, source_groups: sourceGroups },
    status: 'Done',
    cron_expression: monitor.cron,
    timezone: monitor.timezone,
    validators: reference?.order.validators ?? [],
    enrichments: reference?.order.enrichments ?? [],
    run_info: { first_run: started(runs[0]), last_run: started(runs.at(-1)) },
    records: records.length,
    all_records: records.map((record) => monitorRecordView(context, record)),
    limit: monitor.limit ?? null,
    ...(reference && connectedView(context, reference)),
    sharing_info: context.kinds.monitor.sharingInfo(monitor, caller),
  };
}

/** The records that the latest completed run was the first to find. @throws RequestRefused 404 before the first. */
export function latestRunCsv(context: ExtractionContext, monitor: Monitor): string {
  const run = completedRuns(context, monitor).at(-1);
  if (!run) throw new RequestRefused(404, 'The monitor has no completed run yet');
  const records = monitorRecords(context, monitor).filter(({ jobId }) => jobId === run.id);
  return recordsCsv(
    records.map((record) => monitorRecordView(context, record)),
    run,
  );
}

/** The history of a monitor, newest first, with record counts and the outcome at each webhook for each run. */
export function monitorStatusView(context: ExtractionContext, monitor: Monitor) {
  const tried = context.store.attempts
    .list()
    .filter((one) => one.resource_type === 'monitor' && one.resource_id === monitor.id);
  const byJob = Map.groupBy(tried, ({ additional_info: info }) => info?.job_id);
  const statuses = monitor.history.map(({ status, at, run, counts }, index) => ({
    id: index + 1,
    status,
    created_at: isoOf(at),
    additional_information: run
      ? { job_id: run.jobId, start_date: isoOf(run.from), end_date: isoOf(run.to) }
      : counts
        ? {
            job_id: counts.jobId,
            nb_existing_records: counts.before,
            nb_final_records: counts.after,
            ...webhooksView(byJob.get(counts.jobId) ?? []),
          }
        : null,
  }));
  return {
    success: true,
    message: null,
    monitor_id: monitor.id,
    total_statuses: statuses.length,
    statuses: statuses.toReversed(),
  };
}

/**
 * The outcome of each run at each of its webhooks, by the job of the run, and one for all of them: the first that
 * failed, else the last; null when none was tried. A webhook that gets record by record has several deliveries.
 */
function webhooksView(attempts: readonly Attempt[]) {
  const webhooks = Array.from(
    Map.groupBy(attempts, ({ webhook_id }) => webhook_id),
    ([webhook_id, own]) => {
      const deliveries = Map.groupBy(own, ({ deliveryId }) => deliveryId);
      const last = [...deliveries.values()].flatMap((tries) => tries.at(-1) ?? []);
      const { status_code = null, error_message = null } = firstFailed(last) ?? {};
      return { webhook_id, success: error_message === null, status_code, error_message };
    },
  );
  const decisive = firstFailed(webhooks);
  return { webhook: decisive ? omit(decisive, { webhook_id: true }) : null, webhooks };
}

function firstFailed<Tried extends { error_message: string | null }>(all: readonly Tried[]) {
  return all.find(({ error_message }) => error_message !== null) ?? all.at(-1);
}
