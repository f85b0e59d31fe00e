import { headlineOf } from '../../../../../shared/domain/text/headline.ts';
import { charge } from '../accounts/access.ts';
import type { ExtractionContext } from '../context.ts';
import { type Connection, connectionOf } from '../pipeline/connect.ts';
import { type Enrichment, EVENT_KINDS } from '../../kit/event-kinds.ts';
import { comparedFrom, groupStories } from '../../kit/group-stories.ts';
import { withoutCut } from '../../kit/read-event.ts';
import { enrich, fillTemplate } from '../pipeline/enrich.ts';
import { judgeBy, tagsOf } from '../pipeline/judge.ts';
import type { Validator } from '../pipeline/question.ts';
import { type About, readCluster, type Reading } from '../pipeline/reading.ts';
import type { SourceArticle } from '../ports.ts';
import type { Job } from './job.ts';
import { citationOf, type Draft, type ExtractedRecord, recordIdOf } from './work.ts';

/** Where a batch of enriching left the job. */
interface Batch {
  valid: number;
  /** More clusters wait. */
  unfinished: boolean;
}

/** One batch: the next clusters are judged, and those that hold become records. Ends early at the job's limit. */
export function enrichBatch(context: ExtractionContext, job: Job): Batch {
  const drafts = context.store.drafts.list({ within: job.id });
  const before = drafts.filter(({ state }) => state === 'kept').length;
  const waiting = drafts.filter(({ state }) => state === 'waiting');
  const { batch } = context.settings;
  const room = job.order.limit - before;
  const kept = judgeBatch(context, { job, waiting: waiting.slice(0, batch), room });
  if (job.order.mode === 'base' && kept > 0) {
    charge(context, { organization: job.owner.organization, credits: kept * context.plan.creditsPerRecord });
  }
  return { valid: before + kept, unfinished: waiting.length > batch && kept < room };
}

function judgeBatch(
  context: ExtractionContext,
  { job, waiting, room }: { job: Job; waiting: readonly Draft[]; room: number },
): number {
  const { store } = context;
  const holds = judgeBy(validatorsOf(job));
  let kept = 0;
  for (const draft of waiting) {
    if (kept >= room) break;
    const reading = readCluster(draftArticles(context, job, draft), aboutOf(job, draft));
    const connections = connectionsOf(job, reading);
    const keeps = isConnected(job, connections) && holds(reading);
    if (keeps) {
      const record = newRecord(job, { draft, reading, connections });
      store.records.put(record.id, record, job.id);
      kept += 1;
    }
    store.drafts.put(draft.id, { ...draft, state: keeps ? 'kept' : 'refused' }, job.id);
  }
  return kept;
}

/**
 * Lite jobs take everything; others only records with an entity of the wanted association and score. `mention` is any
 * appearance, that of a main actor too (extraction service, submit).
 */
function isConnected({ order }: Job, connections: readonly Connection[] | undefined): boolean {
  if (!connections || order.mode === 'lite') return true;
  return connections.some(
    ({ association, score }) =>
      (order.association !== 'event_associated' || association === 'event_associated') &&
      score >= (order.leastScore ?? 0),
  );
}

function connectionsOf(job: Job, reading: Reading): Connection[] | undefined {
  if (job.order.datasetIds.length === 0) return undefined;
  return job.entities.flatMap((entity) => connectionOf(entity, reading) ?? []);
}

/** The kinds of event of the question, and the company that the draft was found for. */
function aboutOf({ analysis, entities }: Job, { foundFor }: Draft): About {
  const asked = new Set(
    analysis?.concepts.flat().flatMap(({ kind, label }) => (kind === 'event' ? [label] : [])),
  );
  return {
    events: EVENT_KINDS.filter(({ name }) => asked.has(name)),
    watched: entities.flatMap(({ id, name, type }) => (id === foundFor && type === 'company' ? [name] : [])),
  };
}

function newRecord(
  job: Job,
  { draft, reading, connections }: { draft: Draft; reading: Reading; connections: Connection[] | undefined },
): ExtractedRecord {
  const { values, confidence } = enrich(reading, fieldsOf(job));
  return {
    id: recordIdOf(draft.id),
    title: reading.title,
    enrichment: { ...values, ...summariesOf(job, { values, reading }) },
    confidence,
    citations: reading.articles.map(citationOf),
    connections: connections?.map(({ entity, ...rest }) => ({ entityId: entity.id, ...rest })),
    tags: job.order.allNews ? tagsOf(reading) : undefined,
  };
}

function summariesOf(
  { order: { mode, summaryTemplate, schema } }: Job,
  filling: { values: Readonly<Record<string, unknown>>; reading: Reading },
): Record<string, string> {
  if (mode === 'lite') return {};
  return {
    ...(summaryTemplate !== undefined && { template_based_summary: fillTemplate(summaryTemplate, filling) }),
    ...(schema !== undefined && { schema_based_summary: fillTemplate(schema, filling) }),
  };
}

/** The fields in force: the caller's own, else the proposed ones; none in lite mode. */
export function fieldsOf({ order, analysis }: Job): readonly Enrichment[] {
  return order.mode === 'lite' ? [] : (order.enrichments ?? analysis?.enrichments ?? []);
}

/** The criteria in force: the caller's own, else the proposed ones; none in lite mode and for all news. */
export function validatorsOf({ order, analysis }: Job): readonly Validator[] {
  if (order.mode === 'lite') return [];
  return order.validators ?? (order.allNews ? [] : (analysis?.validators ?? []));
}

/**
 * Sorts what was fetched into clusters, separately for each entity. Earlier clusters stay and may gain articles: of a
 * record these become further citations; a refused cluster is judged again with them.
 */
export function clusterFetched(context: ExtractionContext, job: Job): void {
  const fetched = context.store.fetched.list({ within: job.id });
  const drafts = context.store.drafts.list({ within: job.id });
  for (const foundFor of job.entities.length > 0 ? job.entities.map(({ id }) => id) : ['']) {
    const known = drafts.filter((draft) => draft.foundFor === foundFor);
    const settled = new Set(known.flatMap(({ articles }) => articles));
    const found = fetched.filter((item) => item.foundFor.includes(foundFor)).map(({ article }) => article);
    const firsts = known.flatMap((draft) => found.find(({ id }) => id === draft.articles[0]) ?? []);
    const fresh = found.filter(({ id }) => !settled.has(id)).toSorted(byTime);
    const articles = [...firsts, ...fresh];
    const groups = groupStories(articles.map(comparedOf), { settled: firsts.length });
    for (const [index, places] of groups.entries()) {
      const draft = known[index];
      const ids = places.flatMap((place) => articles[place]?.id ?? []);
      if (!draft) putDraft(context, { job, draft: newDraft(job, foundFor, ids) });
      else if (ids.length > 1) putDraft(context, { job, draft: grown(draft, ids.slice(1)) });
    }
  }
}

/** The result follows from the order of time alone. */
function byTime(a: SourceArticle, b: SourceArticle): number {
  return a.discoveredAt - b.discoveredAt || (a.id < b.id ? -1 : 1);
}

function comparedOf({ story, publishedAt, title, domain, sourceName, description, content }: SourceArticle) {
  const text = withoutCut(content ?? description ?? '');
  return comparedFrom({
    label: story,
    at: publishedAt,
    title: headlineOf(title, { domain, name: sourceName }),
    text,
  });
}

/** Named by the article that began the cluster. */
function newDraft(job: Job, foundFor: string, articles: string[]): Draft {
  return { id: `${job.id}/${foundFor}/${articles[0]}`, foundFor, articles, state: 'waiting' };
}

function grown(draft: Draft, more: readonly string[]): Draft {
  const state = draft.state === 'refused' ? 'waiting' : draft.state;
  return { ...draft, articles: [...draft.articles, ...more], state };
}

function putDraft(context: ExtractionContext, { job, draft }: { job: Job; draft: Draft }): void {
  const { store } = context;
  store.drafts.put(draft.id, draft, job.id);
  const record = store.records.get(recordIdOf(draft.id));
  if (!record) return;
  const citations = draftArticles(context, job, draft).map(citationOf);
  store.records.put(record.id, { ...record, citations }, job.id);
}

/** The articles of a draft, first one first. */
function draftArticles({ store }: ExtractionContext, job: Job, draft: Draft): SourceArticle[] {
  return draft.articles.flatMap((id) => store.fetched.get(`${job.id}/${id}`)?.article ?? []);
}
