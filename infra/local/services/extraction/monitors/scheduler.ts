import { DAY } from '../../../../../shared/domain/time/instant.ts';
import { creditOf, mailOnceADay } from '../accounts/access.ts';
import type { ExtractionContext } from '../context.ts';
import { fieldsOf, validatorsOf } from '../jobs/enriching.ts';
import type { Job } from '../jobs/job.ts';
import { putNewJob } from '../jobs/submit.ts';
import type { Worker } from '../jobs/worker.ts';
import { inOneChange } from '../collection.ts';
import { monitorsOf, noteEvent } from './run-end.ts';
import type { Monitor } from './monitor.ts';
import { nextRun } from './read-schedule.ts';

/** Runs monitors at their times. */
export interface MonitorScheduler {
  /** Makes the appointment of an enabled monitor, or takes it away. */
  appoint(monitor: Monitor): void;
  /** Starts a run now, from where the last one ended. */
  run(monitor: Monitor): Promise<void>;
  /** Continues the monitors that an earlier process left. One run makes up for all times that were missed. */
  resume(): void;
  /** Switches off every monitor of an organization that has no credits left, and writes to their owners. */
  pauseForCredits(organization: string): void;
}

export function createMonitorScheduler(context: ExtractionContext, worker: Worker): MonitorScheduler {
  const { agenda, store, clock } = context;

  const appoint = (monitor: Monitor): void => {
    const name = `monitor ${monitor.id}`;
    if (!monitor.enabled || monitor.deleted) agenda.drop(name);
    else agenda.put(name, monitor.nextAt, () => timedDetection(monitor.id));
  };

  const timedDetection = async (id: string): Promise<void> => {
    const monitor = store.monitors.get(id);
    if (!monitor?.enabled || monitor.deleted) return;
    const moved = { ...monitor, nextAt: nextRun(monitor, clock.now()) };
    store.monitors.put(id, moved);
    appoint(moved);
    await run(moved);
  };

  const run = async (monitor: Monitor): Promise<void> => {
    const { organization } = monitor.owner;
    if (creditOf(context, organization).balance === 0) return pauseForCredits(organization);
    const reference = store.jobs.get(monitor.referenceJobId);
    if (reference) {
      await worker.take(inOneChange(context.database, () => startRun(context, { monitor, reference })));
    }
  };

  const pauseForCredits = (organization: string): void => {
    for (const monitor of monitorsOf(context, organization).filter(({ enabled }) => enabled)) {
      const paused = { ...monitor, enabled: false };
      store.monitors.put(monitor.id, paused);
      appoint(paused);
      noteEvent(context, monitor.id, { status: 'disable' });
      const mail = {
        organization,
        to: monitor.owner.email,
        subject: 'Your monitors are paused',
        text: 'The credits of your plan are used up, so your monitors were switched off. Enable them again when there are credits.',
      };
      if (mailOnceADay(context, mail)) context.log(`extraction: mail to ${mail.to}: ${mail.subject}`);
    }
  };

  return {
    appoint,
    run,
    resume() {
      for (const monitor of store.monitors.list()) if (monitor.enabled && !monitor.deleted) appoint(monitor);
    },
    pauseForCredits,
  };
}

/** Stores the job of a run, with the criteria and fields of the reference job and the entities as they are now. */
function startRun(
  context: ExtractionContext,
  { monitor, reference }: { monitor: Monitor; reference: Job },
): Job {
  const { clock, plan, store } = context;
  const to = clock.now();
  const from = Math.max(Math.min(monitor.coveredTo, to - 1), to - plan.longestRangeDays * DAY);
  const job = putNewJob(context, {
    owner: monitor.owner,
    order: {
      ...reference.order,
      from,
      to,
      limit: monitor.limit ?? reference.order.limit,
      validators: [...validatorsOf(reference)],
      enrichments: [...fieldsOf(reference)],
    },
    entities: entitiesNow(context, reference),
    monitorId: monitor.id,
  });
  const run = {
    jobId: job.id,
    monitorId: monitor.id,
    startedAt: to,
    to,
    status: 'running',
    newRecords: [],
  } as const;
  store.runs.put(job.id, { ...run, newRecords: [] }, monitor.id);
  noteEvent(context, monitor.id, { status: 'scheduled', run: { jobId: job.id, from, to } });
  return job;
}

/** A watchlist may have grown since; of a dataset that is gone the entities of then are kept. */
function entitiesNow({ store }: ExtractionContext, reference: Job): Job['entities'] {
  const datasets = reference.order.datasetIds.map((id) => store.datasets.get(id));
  if (datasets.some((dataset) => !dataset || dataset.deleted)) return reference.entities;
  const ids = new Set(datasets.flatMap((dataset) => dataset?.entityIds ?? []));
  return [...ids].flatMap((id) => store.entities.get(id) ?? []);
}
