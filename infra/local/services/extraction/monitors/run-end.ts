import { isoOf } from '../../../../../shared/domain/time/instant.ts';
import { inOneChange } from '../collection.ts';
import { assignmentKey, type ExtractionContext } from '../context.ts';
import type { Job } from '../jobs/job.ts';
import { citationView, recordView, seenView } from '../jobs/records.ts';
import { assignmentsOf } from '../webhooks/assign.ts';
import type { Dispatcher } from '../webhooks/dispatcher.ts';
import { mergeRun, type MonitorRecord } from './merge.ts';
import type { Monitor, MonitorEvent, Run } from './monitor.ts';

/**
 * Closes the run of a monitor when its job is over: its records are joined to the earlier ones and the webhooks get a
 * notice what is new. A failed run changes nothing, and the next one covers its time too.
 */
export function endRun(context: ExtractionContext, dispatcher: Dispatcher, job: Job): void {
  const { store, clock } = context;
  const run = store.runs.get(job.id);
  const monitor = run && store.monitors.get(run.monitorId);
  if (!run || !monitor || run.endedAt !== undefined) return;
  const endedAt = clock.now();
  if (job.stage === 'failed') {
    store.runs.put(run.jobId, { ...run, endedAt, status: 'failed' });
    return;
  }
  inOneChange(context.database, () => {
    const fresh = mergeInto(context, { monitor, job });
    const newRecords = fresh.map(({ record }) => record.id);
    store.runs.put(run.jobId, { ...run, endedAt, status: 'job_completed', newRecords });
    store.monitors.put(monitor.id, { ...monitor, coveredTo: Math.max(monitor.coveredTo, run.to) });
    notifyWebhooks(context, dispatcher, { monitor, run, fresh });
  });
}

/** Joins the records of a job to those of the monitor and returns the new ones. */
export function mergeInto(
  context: ExtractionContext,
  { monitor, job }: { monitor: Monitor; job: Job },
): MonitorRecord[] {
  const { store, clock } = context;
  const earlier = store.monitorRecords.list({ within: monitor.id });
  const records = store.records.list({ within: job.id });
  const { changed, fresh } = mergeRun(earlier, { records, jobId: job.id, now: clock.now() });
  for (const item of changed) store.monitorRecords.put(`${monitor.id}/${item.record.id}`, item, monitor.id);
  const counts = { jobId: job.id, before: earlier.length, after: earlier.length + fresh.length };
  noteEvent(context, monitor.id, { status: 'dump', counts });
  return fresh;
}

interface EndedRun {
  monitor: Monitor;
  run: Run;
  fresh: readonly MonitorRecord[];
}

/** Each webhook gets the new records; at its first time those of the reference job before them. */
function notifyWebhooks(
  context: ExtractionContext,
  dispatcher: Dispatcher,
  { monitor, run, fresh }: EndedRun,
): void {
  const { store } = context;
  const base = store.monitorRecords
    .list({ within: monitor.id })
    .filter(({ jobId }) => jobId === monitor.referenceJobId);
  for (const assignment of assignmentsOf(context, { type: 'monitor', id: monitor.id })) {
    const webhook = store.webhooks.get(assignment.webhook_id);
    if (!webhook) continue;
    const records = assignment.begun ? fresh : [...base, ...fresh];
    dispatcher.notify(webhook, noticeOf(context, { monitor, jobId: run.jobId, records }));
    const key = assignmentKey(webhook.id, { type: 'monitor', id: monitor.id });
    store.assignments.put(key, { ...assignment, begun: assignment.begun || webhook.is_active });
  }
}

/** What webhooks get about a run (extraction service, what arrives at the receiver). */
export function noticeOf(
  context: ExtractionContext,
  { monitor, jobId, records }: { monitor: Monitor; jobId: string; records: readonly MonitorRecord[] },
) {
  return {
    resource: { type: 'monitor', id: monitor.id },
    jobId,
    fields: {
      event: 'monitor_run_completed',
      monitor_id: monitor.id,
      reference_job_id: monitor.referenceJobId,
      latest_job_id: jobId,
      jobs_processed: context.store.runs.count(monitor.id) + 1,
      updated_at: isoOf(context.clock.now()),
      cron_expression: monitor.cron,
      timezone: monitor.timezone,
    },
    records: records.map((item) => monitorRecordView(context, item)),
  } as const;
}

/** A record of a monitor as answers and deliveries show it. */
export function monitorRecordView(
  { store }: ExtractionContext,
  item: MonitorRecord,
): Record<string, unknown> {
  const entities = store.jobs.get(item.jobId)?.entities ?? [];
  const citations = item.citations.map((citation, index) => ({
    id: `${item.record.id}-${index + 1}`,
    ...citationView(citation),
    job_id: citation.jobId,
    added_on: isoOf(citation.addedAt),
  }));
  return { ...recordView(item.record, entities), citations, ...seenView(item) };
}

/** Adds a line to the history of a monitor; ids count up within the monitor. */
export function noteEvent(
  { store, clock }: ExtractionContext,
  monitorId: string,
  event: Omit<MonitorEvent, 'id' | 'at'>,
): void {
  const id = store.monitorEvents.count(monitorId) + 1;
  store.monitorEvents.put(`${monitorId}/${id}`, { ...event, id, at: clock.now() }, monitorId);
}

/** Monitors of an organization that are there. */
export function monitorsOf({ store }: ExtractionContext, organization: string): Monitor[] {
  return store.monitors.list({ within: organization }).filter(({ deleted }) => !deleted);
}
