import { DAY, isoOf } from '../../../../../shared/domain/time/instant.ts';
import { creditOf, mailOnceADay } from '../accounts/credits.ts';
import { inOneChange } from '../collection.ts';
import type { ExtractionContext } from '../context.ts';
import { stageOf } from '../jobs/job.ts';
import { putNewJob } from '../jobs/submit.ts';
import { citationView, recordsOf, recordView } from '../jobs/views.ts';
import type { Worker } from '../jobs/worker.ts';
import type { Dispatcher, Notice } from '../webhooks/dispatcher.ts';
import { assignmentOf, webhooksOf } from '../webhooks/webhook.ts';
import { mergeRun, type MonitorRecord } from './merge.ts';
import { nextRun } from './read-schedule.ts';
import type { Job, Monitor, MonitorEvent } from '../stored.ts';

/** The runs of a monitor, oldest first: each is a job, and stays when the job is deleted. */
export function runsOf({ store }: ExtractionContext, { id, owner }: Monitor): Job[] {
  return store.jobs.list(owner.organization).filter(({ monitorId }) => monitorId === id);
}

/** `running`, `job_completed` or `failed`, as a run that was deleted at work is too. */
export function runStatus(context: ExtractionContext, run: Job): string {
  if (run.announced) return stageOf(context, run) === 'completed' ? 'job_completed' : 'failed';
  return run.deleted ? 'failed' : 'running';
}

/** Runs that have ended well, oldest first. */
export function completedRuns(context: ExtractionContext, monitor: Monitor): Job[] {
  return runsOf(context, monitor).filter((run) => runStatus(context, run) === 'job_completed');
}

/** The records of the reference job and of all completed runs, joined. */
export function monitorRecords(context: ExtractionContext, monitor: Monitor): MonitorRecord[] {
  const reference = context.store.jobs.get(monitor.referenceJobId);
  const merge = (merged: readonly MonitorRecord[], job: Job, now: number) =>
    mergeRun(merged, { records: recordsOf(context, job), jobId: job.id, now });
  return completedRuns(context, monitor).reduce(
    (merged, run) => merge(merged, run, run.endedAt ?? 0),
    reference ? merge([], reference, monitor.createdAt) : [],
  );
}

/** A record of a monitor as answers and deliveries show it. */
export function monitorRecordView(
  { store }: ExtractionContext,
  item: MonitorRecord,
): Record<string, unknown> {
  const { record, jobId, addedAt, updatedAt } = item;
  const citations = item.citations.map((citation, index) => ({
    id: `${record.id}-${index + 1}`,
    ...citationView(citation),
    job_id: citation.jobId,
    added_on: isoOf(citation.addedAt),
  }));
  const { entities = [] } = store.jobs.get(jobId) ?? {};
  const seen = { added_on: isoOf(addedAt), updated_on: isoOf(updatedAt) };
  return { ...recordView(record, { entities }), citations, ...seen };
}

/** What webhooks get about a run: the records that it was the first to find, here after those of `before`. */
export function runNotice(
  context: ExtractionContext,
  monitor: Monitor,
  jobId: string,
  before?: string,
): Notice {
  const all = monitorRecords(context, monitor);
  const foundBy = (id: string | undefined) => all.filter((one) => one.jobId === id);
  return {
    resource: { type: 'monitor', id: monitor.id },
    jobId,
    fields: {
      event: 'monitor_run_completed',
      monitor_id: monitor.id,
      reference_job_id: monitor.referenceJobId,
      latest_job_id: jobId,
      jobs_processed: runsOf(context, monitor).length + 1,
      updated_at: isoOf(context.clock.now()),
      cron_expression: monitor.cron,
      timezone: monitor.timezone,
    },
    records: [...foundBy(before), ...foundBy(jobId)].map((item) => monitorRecordView(context, item)),
  };
}

/** Runs monitors at their times. */
export type MonitorScheduler = ReturnType<typeof createMonitorScheduler>;

export function createMonitorScheduler(context: ExtractionContext, worker: Worker, dispatcher: Dispatcher) {
  const { agenda, store, clock, kinds } = context;

  /** Stores a monitor with other fields and a line in its history, and makes its appointment or takes it away. */
  const change = (monitor: Monitor, fields: Partial<Monitor>, event?: Omit<MonitorEvent, 'at'>): Monitor => {
    const history = event ? [...monitor.history, { ...event, at: clock.now() }] : monitor.history;
    const changed = kinds.monitor.put({ ...monitor, ...fields, history });
    appoint(changed);
    return changed;
  };

  const appoint = ({ id, enabled, deleted, nextAt }: Monitor): void => {
    if (enabled && !deleted) agenda.put(`monitor ${id}`, nextAt, () => timedRun(id));
    else agenda.drop(`monitor ${id}`);
  };

  const timedRun = async (id: string): Promise<void> => {
    const monitor = kinds.monitor.known(id);
    if (monitor?.enabled) await run(change(monitor, { nextAt: nextRun(monitor, clock.now()) }));
  };

  /** Starts a run now, from where the last one ended. */
  const run = async (monitor: Monitor): Promise<void> => {
    const { organization } = monitor.owner;
    if (creditOf(context, organization).balance === 0) return pauseForCredits(organization);
    const reference = store.jobs.get(monitor.referenceJobId);
    if (!reference) return;
    const job = inOneChange(context.database, () => {
      const started = putRun(context, monitor, reference);
      const { id: jobId, order } = started;
      change(monitor, {}, { status: 'scheduled', run: { jobId, from: order.from, to: order.to } });
      return started;
    });
    await worker.take(job);
  };

  /** Switches off every monitor of an organization that has no credits left, and writes to their owners. */
  const pauseForCredits = (organization: string): void => {
    for (const monitor of kinds.monitor.of(organization).filter(({ enabled }) => enabled)) {
      change(monitor, { enabled: false }, { status: 'disable' });
      const mail = {
        to: monitor.owner.email,
        subject: 'Your monitors are paused',
        text: 'The credits of your plan are used up, so your monitors were switched off. Enable them again when there are credits.',
      };
      if (mailOnceADay(context, organization, mail))
        context.log(`extraction: mail to ${mail.to}: ${mail.subject}`);
    }
  };

  /** The records of the monitor, as its history counts them when a run has been joined. */
  const dump = (monitor: Monitor, jobId: string): Omit<MonitorEvent, 'at'> => {
    const all = monitorRecords(context, monitor);
    const before = all.filter((one) => one.jobId !== jobId).length;
    return { status: 'dump', counts: { jobId, before, after: all.length } };
  };

  return {
    change,
    dump,
    run,
    pauseForCredits,
    /**
     * Closes the run of a monitor: webhooks get what is new, at their first time after what the reference job found.
     * A failed run changes nothing, and the next one covers its time too.
     */
    endRun(job: Job): void {
      const monitor = store.monitors.get(job.monitorId ?? '');
      if (!monitor || runStatus(context, job) !== 'job_completed') return;
      const coveredTo = Math.max(monitor.coveredTo, job.order.to);
      change(monitor, { coveredTo }, dump(monitor, job.id));
      const resource = { type: 'monitor', id: monitor.id } as const;
      for (const webhook of webhooksOf(context, resource)) {
        const assignment = assignmentOf(webhook, resource);
        const before = assignment?.begun ? undefined : monitor.referenceJobId;
        dispatcher.notify(webhook, runNotice(context, monitor, job.id, before));
        const assigned = webhook.assigned.map((one) =>
          one === assignment ? { ...one, begun: one.begun || webhook.is_active } : one,
        );
        kinds.webhook.put({ ...webhook, assigned });
      }
    },
    /** Continues the monitors that an earlier process left. One run makes up for all times that were missed. */
    resume: () => store.monitors.list().forEach(appoint),
  };
}

/** Stores the job of a run, with the order of the reference job and the entities as they are now. */
function putRun(context: ExtractionContext, monitor: Monitor, reference: Job): Job {
  const { clock, plan, kinds } = context;
  const to = clock.now();
  const from = Math.max(Math.min(monitor.coveredTo, to - 1), to - plan.longestRangeDays * DAY);
  const limit = monitor.limit ?? reference.order.limit;
  // A watchlist may have grown since; of a dataset that is gone the entities of then are kept.
  const datasets = reference.order.datasetIds.map((id) => kinds.dataset.known(id)?.entityIds);
  const ids = new Set(datasets.flatMap((entityIds) => entityIds ?? []));
  const entities = datasets.includes(undefined)
    ? reference.entities
    : [...ids].flatMap((id) => kinds.entity.known(id) ?? []);
  const order = { ...reference.order, from, to, limit };
  return putNewJob(context, { owner: monitor.owner, order, entities, monitorId: monitor.id });
}
