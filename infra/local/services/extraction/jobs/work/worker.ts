import type { Instant } from '../../../../../../shared/domain/time/instant.ts';
import { creditOf } from '../../accounts/ledger.ts';
import type { ExtractionContext } from '../../context.ts';
import type { Job } from '../job.ts';
import { isOver } from '../stage.ts';
import { stepJob } from './step.ts';

/** Takes jobs through their stages, by the clock or by call. */
export interface Worker {
  /** Starts or continues a stored job. Nobody polls the run of a monitor: in the walk by call it is done at once. */
  take(job: Job): Promise<void>;
  /** Answers a status poll with the job. In the walk by call, each poll first does one step. */
  poll(job: Job): Promise<Job>;
  /** Continues every job that an earlier process left at work. */
  resume(): Promise<void>;
}

export function createWorker(context: ExtractionContext): Worker {
  const { agenda, clock, settings, store } = context;
  const turns = new Map<string, Promise<Job>>();

  /** One step at a time for each job: polls that come together wait for each other. */
  const step = (id: string, at: Instant): Promise<Job> => {
    const before = turns.get(id) ?? Promise.resolve();
    const turn = before.then(() => stepNow(context, id, at));
    const settled = turn.finally(() => turns.get(id) === settled && turns.delete(id));
    turns.set(id, settled);
    return settled;
  };

  const appoint = (job: Job): void => {
    if (settings.walk.by === 'call' || job.deleted || isOver(job.stage)) return;
    const due = job.since + settings.walk.stages[job.stage];
    agenda.put(`job ${job.id}`, due, async () => appoint(await step(job.id, due)));
  };

  const workOff = async (job: Job): Promise<void> => {
    let state = job;
    while (!isOver(state.stage) && !state.deleted && !(state.neverEnds && state.stage === 'enriching')) {
      state = await step(job.id, clock.now());
    }
  };

  const take = async (job: Job): Promise<void> => {
    if (settings.walk.by === 'clock') appoint(job);
    else if (job.monitorId !== undefined) await workOff(job);
  };

  return {
    take,
    poll: (job) => (settings.walk.by === 'call' ? step(job.id, clock.now()) : Promise.resolve(job)),
    async resume() {
      for (const job of store.jobs.list()) {
        if (job.deleted) continue;
        if (!isOver(job.stage)) await take(job);
        else if (!job.told) announceEnd(context, job);
      }
    },
  };
}

/** Does one step of the job as it is stored now. After the last step, calls the listeners. */
async function stepNow(context: ExtractionContext, id: string, at: Instant): Promise<Job> {
  const job = context.store.jobs.get(id);
  if (!job) throw new TypeError(`job ${id} is gone`);
  if (job.deleted || isOver(job.stage)) return job;
  const next = await stepJob(context, job, at);
  const { organization } = job.owner;
  if (creditOf(context, organization).balance === 0) context.creditsEnded(organization);
  if (isOver(next.stage) && !next.deleted) announceEnd(context, next);
  return next;
}

function announceEnd({ jobEnded, store }: ExtractionContext, job: Job): void {
  for (const listener of jobEnded) listener(job);
  store.jobs.put(job.id, { ...job, told: true });
}
