import { charge } from '../../accounts/ledger.ts';
import type { ExtractionContext } from '../../context.ts';
import { analyze } from '../../pipeline/analysis.ts';
import { messageOf } from '../../../kit/settings-file.ts';
import { inOneChange } from '../../store/collection.ts';
import { clusterFetched } from './clustering.ts';
import { enrichBatch } from './enriching.ts';
import { fetchTurn, keepFetched, searchesOfTurn, turnsOf } from './fetching.ts';
import type { Job } from '../job.ts';
import { isOver } from '../stage.ts';
import type { Fetched } from './work.ts';

/**
 * Does the work of a job's present stage and moves it on, as one change: after a kill the stage is done or not begun, and
 * doing it again gives the same. A stage that throws ends the job as failed.
 *
 * @param at the time the stage ends, at which the next one begins.
 */
export async function stepJob(context: ExtractionContext, job: Job, at: number): Promise<Job> {
  if (isOver(job.stage)) return job;
  try {
    if (job.fails?.in === job.stage) throw new PlayedFailure(job.fails.error);
    const fetched = job.stage === 'fetching' ? await fetchTurn(context, job) : [];
    return inOneChange(context.database, () =>
      save(context, { ...advance(context, job, fetched), since: at }),
    );
  } catch (error) {
    context.log(`extraction: job ${job.id} failed while ${job.stage}: ${messageOf(error)}`);
    const failure = `${job.stage}: ${messageOf(error)}`;
    return save(context, { ...job, stage: 'failed', failedIn: job.stage, error: failure, since: at });
  }
}

/** The end of a job that a fault makes fail. */
class PlayedFailure extends Error {
  override readonly name = 'PlayedFailure';
}

/** Writes the new state. What calls may have changed meanwhile stays: the project, and that the job was deleted. */
function save({ store }: ExtractionContext, job: Job): Job {
  const { projectId, deleted } = store.jobs.get(job.id) ?? job;
  const saved: Job = { ...job, projectId, deleted, ...(isOver(job.stage) && { endedAt: job.since }) };
  store.jobs.put(job.id, saved);
  return saved;
}

function advance(context: ExtractionContext, job: Job, fetched: readonly Fetched[]): Job {
  switch (job.stage) {
    case 'submitted':
      return { ...job, stage: 'analyzing' };
    case 'analyzing':
      return { ...job, analysis: analyze(job.order), stage: 'fetching' };
    case 'fetching':
      return keepTurn(context, job, fetched);
    case 'clustering':
      return clustering(context, job);
    case 'enriching':
      return enriching(context, job);
    case 'completed':
    case 'failed':
      return job;
  }
}

function keepTurn(context: ExtractionContext, job: Job, fetched: readonly Fetched[]): Job {
  keepFetched(context, job.id, fetched);
  if (job.order.mode === 'lite') {
    const credits = searchesOfTurn(job).length * context.plan.creditsPerLiteJob;
    charge(context, { organization: job.owner.organization, credits });
  }
  return { ...job, stage: 'clustering' };
}

function clustering(context: ExtractionContext, job: Job): Job {
  clusterFetched(context, job);
  return { ...job, stage: 'enriching', ...countDrafts(context, job) };
}

/** Enriching works batch by batch. After the last one the job is over, or goes back to fetching for its next turn. */
function enriching(context: ExtractionContext, job: Job): Job {
  const { valid, unfinished } = enrichBatch(context, job);
  const counted = { ...job, valid, ...countDrafts(context, job) };
  if (unfinished) return counted;
  if (valid < job.order.limit && job.turn < turnsOf(job, context.settings.turns)) {
    return { ...counted, stage: 'fetching', turn: job.turn + 1 };
  }
  return job.neverEnds ? counted : { ...counted, stage: 'completed' };
}

function countDrafts({ store }: ExtractionContext, job: Job): Pick<Job, 'candidates' | 'validated'> {
  const drafts = store.drafts.list({ within: job.id });
  const waiting = drafts.filter(({ state }) => state === 'waiting').length;
  return { candidates: drafts.length, validated: drafts.length - waiting };
}
