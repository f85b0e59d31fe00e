import { charge } from '../accounts/credits.ts';
import { inOneChange } from '../collection.ts';
import type { ExtractionContext } from '../context.ts';
import { endOf, isOver, stageOf } from './job.ts';
import { type JobWork, workOut } from './work-out.ts';
import type { Job } from '../stored.ts';

/** Takes jobs through their steps, by the clock or by call. */
export type Worker = ReturnType<typeof createWorker>;

/** @param ended is called once with each job that has completed or failed, as a part of the change that says so. */
export function createWorker(context: ExtractionContext, ended: (job: Job) => void) {
  const { agenda, clock, settings, store, plan } = context;
  const byCall = settings.walk.by === 'call';

  const endIfOver = (id: string): void => {
    const job = store.jobs.get(id);
    if (!job || job.deleted || job.announced || !isOver(stageOf(context, job))) return;
    inOneChange(context.database, () => {
      charge(context, job.owner.organization, costOf(job, plan));
      const over = { ...job, announced: true, endedAt: endOf(context, job) ?? clock.now() };
      store.jobs.put(id, over);
      ended(over);
    });
  };

  const appoint = (job: Job): void => {
    const at = endOf(context, job);
    if (at !== undefined) agenda.put(`job ${job.id}`, at, async () => endIfOver(job.id));
  };

  /** Stores what was worked out. What calls may have changed meanwhile stays. */
  const begin = (job: Job, { steps, records, error }: JobWork): void => {
    const { projectIds, deleted } = store.jobs.get(job.id) ?? job;
    // Nobody polls the run of a monitor: in the walk by call it is done at once.
    const polls = job.monitorId === undefined ? 0 : Infinity;
    const begun = { ...job, projectIds, deleted, steps, error, polls: Math.min(polls, steps.length) };
    inOneChange(context.database, () => {
      store.jobs.put(job.id, begun);
      for (const record of records) store.records.put(record.id, record, job.id);
    });
    if (!deleted) appoint(begun);
    if (byCall) endIfOver(job.id);
  };

  return {
    /** Starts a stored job. */
    take: async (job: Job): Promise<void> => begin(job, await workOut(context, job)),
    /** Sends a completed job back to work with a higher limit: what it has stays, more records come at the end. */
    async continue(job: Job): Promise<void> {
      const { steps, records, ...work } = await workOut(context, job);
      const known = job.steps.at(-1) ?? { stage: 'completed', candidates: 0, validated: 0, valid: 0 };
      const had = new Set(store.records.list(job.id).map(({ id }) => id));
      const moved = records.map((record) => {
        const since = had.has(record.id) ? 0 : 1;
        return { ...record, since, citations: record.citations.map((one) => ({ ...one, since })) };
      });
      const again = [{ ...known, stage: 'enriching' as const }, ...steps.slice(-1)];
      const open = { ...job, startedAt: clock.now(), announced: false, endedAt: undefined };
      begin(open, { ...work, steps: again, records: moved });
    },
    /** The job for a status poll. In the walk by call, each poll first does one step. */
    poll(job: Job): Job {
      if (byCall) {
        store.jobs.put(job.id, { ...job, polls: job.polls + 1 });
        endIfOver(job.id);
      }
      return store.jobs.get(job.id) ?? job;
    },
    /** Continues every job that an earlier process left at work. */
    async resume(): Promise<void> {
      for (const job of store.jobs.list().filter(({ deleted, announced }) => !deleted && !announced)) {
        if (job.steps.length === 0) await this.take(job);
        else appoint(job);
      }
    },
  };
}

/** The credits for what a job found, or in lite mode for its searches. */
function costOf({ order, entities, steps }: Job, plan: ExtractionContext['plan']): number {
  const turns = steps.filter(({ stage }) => stage === 'fetching').length;
  if (order.mode === 'lite') return turns * Math.max(1, entities.length) * plan.creditsPerLiteJob;
  return ((steps.at(-1)?.valid ?? 0) - (steps[0]?.valid ?? 0)) * plan.creditsPerRecord;
}
