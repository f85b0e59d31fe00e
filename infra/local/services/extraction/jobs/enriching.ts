import { charge } from '../accounts/access.ts';
import type { ExtractionContext } from '../context.ts';
import { clusterArticles } from '../pipeline/cluster.ts';
import { type Connection, connectionOf } from '../pipeline/connect.ts';
import { type Enrichment, EVENT_KINDS } from '../../kit/event-kinds.ts';
import { enrich, fillTemplate } from '../pipeline/enrich.ts';
import { judgeBy, tagsOf } from '../pipeline/judge.ts';
import type { Validator } from '../pipeline/question.ts';
import { type About, readCluster, type Reading } from '../pipeline/reading.ts';
import type { SourceArticle } from '../ports.ts';
import type { Job } from './job.ts';
import { citationOf, type Draft, type ExtractedRecord, recordIdOf } from './work.ts';

/** A new record has its fields of these types at once. The others come with the next batch. */
const EARLY: readonly Enrichment['type'][] = ['text', 'option', 'company'];

/** Where a batch of enriching left the job. */
interface Batch {
  valid: number;
  /** More clusters wait, or records wait for their later fields. */
  unfinished: boolean;
}

/**
 * One batch: records of the batch before get the rest of their fields, then the next clusters are judged, and those
 * that hold become records with their first fields. Ends early when the job's limit is reached.
 */
export function enrichBatch(context: ExtractionContext, job: Job): Batch {
  const drafts = context.store.drafts.list({ within: job.id });
  for (const draft of drafts.filter(({ state }) => state === 'kept')) finish(context, { job, draft });
  const before = drafts.filter(({ state }) => state === 'kept' || state === 'done').length;
  const room = job.order.limit - before;
  const waiting = drafts.filter(({ state }) => state === 'waiting');
  const kept = judgeBatch(context, { job, waiting: waiting.slice(0, context.settings.batch), room });
  if (job.order.mode === 'base' && kept > 0) {
    charge(context, { organization: job.owner.organization, credits: kept * context.plan.creditsPerRecord });
  }
  const valid = before + kept;
  const left = waiting.length > context.settings.batch && valid < job.order.limit;
  return { valid, unfinished: kept > 0 || left };
}

function judgeBatch(
  context: ExtractionContext,
  { job, waiting, room }: { job: Job; waiting: readonly Draft[]; room: number },
): number {
  const holds = judgeBy(validatorsOf(job));
  let kept = 0;
  for (const draft of waiting) {
    if (kept >= room) break;
    const reading = readCluster(draftArticles(context, job, draft), aboutOf(job, draft));
    const connections = connectionsOf(job, reading);
    const keeps = isConnected(job, connections) && holds(reading);
    if (keeps) {
      const record = newRecord(job, { draft, reading, connections });
      context.store.records.put(record.id, record, job.id);
      kept += 1;
    }
    context.store.drafts.put(draft.id, { ...draft, state: keeps ? 'kept' : 'refused' }, job.id);
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
  const { values, confidence } = enrich(reading, fieldsOf(job).filter(isEarly));
  const record: ExtractedRecord = {
    id: recordIdOf(draft.id),
    title: reading.title,
    enrichment: values,
    confidence,
    citations: reading.articles.map(citationOf),
  };
  if (connections) {
    record.connections = connections.map(({ entity, ...rest }) => ({ entityId: entity.id, ...rest }));
  }
  if (job.order.allNews) record.tags = tagsOf(reading);
  return record;
}

/** Gives a record the rest of its fields; what it has stays as it is. */
function finish(context: ExtractionContext, { job, draft }: { job: Job; draft: Draft }): void {
  const { store } = context;
  const record = store.records.get(recordIdOf(draft.id));
  if (record) {
    const reading = readCluster(draftArticles(context, job, draft), aboutOf(job, draft));
    const late = enrich(
      reading,
      fieldsOf(job).filter((field) => !isEarly(field)),
    );
    const values = { ...record.enrichment, ...late.values };
    const enrichment = { ...values, ...summariesOf(job, { values, reading }) };
    store.records.put(record.id, {
      ...record,
      enrichment,
      confidence: { ...record.confidence, ...late.confidence },
    });
  }
  store.drafts.put(draft.id, { ...draft, state: 'done' }, job.id);
}

function summariesOf(
  { order }: Job,
  filling: { values: Readonly<Record<string, unknown>>; reading: Reading },
): Record<string, string> {
  const summaries: Record<string, string> = {};
  if (order.mode === 'lite') return summaries;
  if (order.summaryTemplate !== undefined)
    summaries.template_based_summary = fillTemplate(order.summaryTemplate, filling);
  if (order.schema !== undefined) summaries.schema_based_summary = fillTemplate(order.schema, filling);
  return summaries;
}

function isEarly({ type }: Enrichment): boolean {
  return EARLY.includes(type);
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
  const articles = new Map(fetched.map(({ article }) => [article.id, article]));
  const drafts = context.store.drafts.list({ within: job.id });
  for (const foundFor of job.entities.length > 0 ? job.entities.map(({ id }) => id) : ['']) {
    const mine = drafts.filter((draft) => draft.foundFor === foundFor);
    const clusters = clusterArticles(
      fetched.filter((item) => item.foundFor.includes(foundFor)).map(({ article }) => article),
      mine.map((draft) => ({ id: draft.firstArticle, articles: articlesOf(draft, articles) })),
    );
    for (const { id, articles: members } of clusters) {
      const known = mine.find(({ firstArticle }) => firstArticle === id);
      if (known?.articles.length === members.length) continue;
      putDraft(context, { job, known, foundFor, members });
    }
  }
}

function articlesOf(draft: Draft, articles: ReadonlyMap<string, SourceArticle>): SourceArticle[] {
  return draft.articles.flatMap((id) => articles.get(id) ?? []);
}

interface Grown {
  job: Job;
  known: Draft | undefined;
  foundFor: string;
  members: readonly SourceArticle[];
}

function putDraft({ store }: ExtractionContext, { job, known, foundFor, members }: Grown): void {
  const ids = members.map(({ id }) => id);
  const firstArticle = known?.firstArticle ?? ids[0] ?? '';
  const id = known?.id ?? `${job.id}/${foundFor}/${firstArticle}`;
  const state = known === undefined || known.state === 'refused' ? 'waiting' : known.state;
  store.drafts.put(id, { id, firstArticle, foundFor, articles: ids, state }, job.id);
  const record = store.records.get(recordIdOf(id));
  if (record) store.records.put(record.id, { ...record, citations: members.map(citationOf) }, job.id);
}

/** The articles of a draft, first one first. */
function draftArticles({ store }: ExtractionContext, job: Job, draft: Draft): SourceArticle[] {
  return draft.articles.flatMap((id) => store.fetched.get(`${job.id}/${id}`)?.article ?? []);
}
