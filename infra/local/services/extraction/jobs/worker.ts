import { parseQuery } from '../../../../../shared/domain/query/parse.ts';
import type { Instant } from '../../../../../shared/domain/time/instant.ts';
import { messageOf } from '../../kit/settings-file.ts';
import { charge, creditOf } from '../accounts/access.ts';
import { inOneChange } from '../collection.ts';
import type { ExtractionContext } from '../context.ts';
import { analyze, companySearch, searchesOf } from '../pipeline/question.ts';
import { namesOfEntity } from '../pipeline/connect.ts';
import type { SourceArticle } from '../ports.ts';
import { clusterFetched, enrichBatch } from './enriching.ts';
import { isOver, type Job } from './job.ts';
import type { Fetched } from './work.ts';

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
        else if (!job.announced) announceEnd(context, job);
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
  store.jobs.put(job.id, { ...job, announced: true });
}

/**
 * Does the work of a job's present stage and moves it on, as one change: after a kill the stage is done or not begun,
 * and doing it again gives the same. A stage that throws ends the job as failed.
 *
 * @param at the time the stage ends, at which the next one begins.
 */
async function stepJob(context: ExtractionContext, job: Job, at: number): Promise<Job> {
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

/** One search of a turn: for the question itself, or for one entity of a watchlist. */
interface Search {
  foundFor: string;
  query: string;
}

/** How many turns the question gives work for, at most as many as the service is set to take. */
function turnsOf(job: Job, turns: number): number {
  return Math.min(turns, searchesOf(subjectOf(job)).length);
}

/** The searches of the job's present turn. Each entity is searched, and later clustered, separately. */
function searchesOfTurn(job: Job): Search[] {
  const all = searchesOf(subjectOf(job));
  const subject = all[job.turn - 1] ?? all.at(-1) ?? '*';
  if (job.entities.length === 0) return [{ foundFor: '', query: subject }];
  return job.entities.map((entity) => ({
    foundFor: entity.id,
    query: companySearch(namesOfEntity(entity), subject),
  }));
}

/** A job for all news of its entities has no subject. */
function subjectOf({ order, analysis }: Job) {
  return order.allNews ? [] : (analysis?.concepts ?? []);
}

/** Fetches the articles of a turn. The result follows from the job and the index alone. */
async function fetchTurn(context: ExtractionContext, job: Job): Promise<Fetched[]> {
  const groups = context.settings.sourceGroups.filter(({ slug }) => job.order.sourceGroups.includes(slug));
  const domains = groups.length > 0 ? groups.flatMap((group) => group.domains) : undefined;
  const scope = { from: job.order.from, to: job.order.to, domains, limit: context.settings.articlesPerTurn };
  const found = new Map<string, Fetched>();
  for (const { foundFor, query } of searchesOfTurn(job)) {
    const parsed = parseQuery(query);
    if (!parsed.ok) throw new TypeError(`the search ${query} cannot be read`);
    for (const article of await context.articles.find(parsed.query, scope))
      note(found, { article, foundFor });
  }
  return [...found.values()];
}

function note(
  found: Map<string, Fetched>,
  { article, foundFor }: { article: SourceArticle; foundFor: string },
): void {
  const known = found.get(article.id);
  if (known) known.foundFor.push(foundFor);
  else found.set(article.id, { article, foundFor: [foundFor] });
}

/** Adds fetched articles to those of earlier turns. */
function keepFetched({ store }: ExtractionContext, jobId: string, fetched: readonly Fetched[]): void {
  for (const { article, foundFor } of fetched) {
    const id = `${jobId}/${article.id}`;
    const known = store.fetched.get(id)?.foundFor ?? [];
    store.fetched.put(id, { article, foundFor: [...new Set([...known, ...foundFor])] }, jobId);
  }
}
