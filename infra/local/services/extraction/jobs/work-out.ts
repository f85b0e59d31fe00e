import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseQuery } from '../../../../../shared/domain/query/parse.ts';
import { headlineOf } from '../../../../../shared/domain/text/headline.ts';
import { EVENT_KINDS } from '../../kit/event-kinds.ts';
import { comparedFrom, groupStories } from '../../kit/group-stories.ts';
import { withoutCut } from '../../kit/read-event.ts';
import { messageOf } from '../../kit/settings-file.ts';
import type { ExtractionContext } from '../context.ts';
import { connectionOf, namesOfEntity } from '../pipeline/connect.ts';
import { enrich, fillTemplate } from '../pipeline/enrich.ts';
import { judgeBy, tagsOf } from '../pipeline/judge.ts';
import { companySearch, searchesOf } from '../pipeline/question.ts';
import { readCluster, type Reading } from '../pipeline/reading.ts';
import type { ExtractedRecord, Job, Stage, Step } from '../stored.ts';
import type { SourceArticle } from '../ports.ts';

/** What a job comes to: its steps, and its records with the step in which each appears. */
export interface JobWork {
  steps: Step[];
  records: ExtractedRecord[];
  /** Why it failed. */
  error?: string;
}

/** Articles on one event, on their way to a record. The one that began the cluster is the first. */
interface Cluster {
  /** The entity that it was found for; empty: the question itself. */
  foundFor: string;
  articles: SourceArticle[];
  state: 'waiting' | 'kept' | 'refused';
}

/**
 * Works a whole job out. Each turn searches, sorts what it found into clusters and judges these in batches, until the
 * limit is reached or the turns are over. The result follows from the job and the index alone.
 */
export async function workOut(context: ExtractionContext, job: Job): Promise<JobWork> {
  const { settings } = context;
  const steps: Step[] = [];
  const clusters: Cluster[] = [];
  const records = new Map<Cluster, ExtractedRecord>();
  const begin = (stage: Stage) => {
    const validated = clusters.filter(({ state }) => state !== 'waiting').length;
    steps.push({ stage, candidates: clusters.length, validated, valid: records.size });
    if (job.fails?.in === stage) throw new Error(job.fails.error);
  };
  const holds = judgeBy(job.order.validators);
  const judgeBatch = () => {
    for (const cluster of clusters.filter(({ state }) => state === 'waiting').slice(0, settings.batch)) {
      if (records.size >= job.order.limit) break;
      const record = recordOf(job, cluster, { holds, since: steps.length });
      cluster.state = record ? 'kept' : 'refused';
      if (record) records.set(cluster, record);
    }
  };
  try {
    begin('submitted');
    begin('analyzing');
    for (const subject of searchesOf(job.order.allNews ? [] : job.order.concepts).slice(0, settings.turns)) {
      begin('fetching');
      const found = await search(context, job, subject);
      begin('clustering');
      for (const [foundFor, articles] of found) gather(clusters, foundFor, articles);
      for (const [{ articles }, { citations }] of records)
        citations.push(...articles.slice(citations.length).map((one) => citationOf(one, steps.length)));
      do {
        begin('enriching');
        judgeBatch();
        // Reading a batch takes some ten milliseconds: others get a turn.
        await nextTurn();
      } while (records.size < job.order.limit && clusters.some(({ state }) => state === 'waiting'));
      if (records.size >= job.order.limit) break;
    }
    if (!job.neverEnds) begin('completed');
    return { steps, records: [...records.values()] };
  } catch (error) {
    const failure = `${steps.at(-1)?.stage}: ${messageOf(error)}`;
    context.log(`extraction: job ${job.id} failed while ${failure}`);
    steps.push({ candidates: 0, validated: 0, valid: 0, ...steps.at(-1), stage: 'failed' });
    return { steps, records: [...records.values()], error: failure };
  }
}

/** What the searches of a turn find, by the entity that they are for. Each entity is searched separately. */
async function search(
  { articles, settings }: ExtractionContext,
  { order, entities }: Job,
  subject: string,
): Promise<Map<string, SourceArticle[]>> {
  const groups = settings.sourceGroups.filter(({ slug }) => order.sourceGroups.includes(slug));
  const domains = groups.length > 0 ? groups.flatMap((group) => group.domains) : undefined;
  const scope = { from: order.from, to: order.to, domains, limit: settings.articlesPerTurn };
  const queries = entities.map(
    (entity) => [entity.id, companySearch(namesOfEntity(entity), subject)] as const,
  );
  const found = new Map<string, SourceArticle[]>();
  for (const [foundFor, query] of queries.length > 0 ? queries : [['', subject] as const]) {
    const parsed = parseQuery(query);
    if (!parsed.ok) throw new TypeError(`the search ${query} cannot be read`);
    found.set(foundFor, await articles.find(parsed.query, scope));
  }
  return found;
}

/** Sorts what was found into clusters. Earlier ones stay and may gain articles; a refused one is then judged again. */
function gather(clusters: Cluster[], foundFor: string, found: readonly SourceArticle[]): void {
  const known = clusters.filter((cluster) => cluster.foundFor === foundFor);
  const settled = new Set(known.flatMap(({ articles }) => articles.map(({ id }) => id)));
  const fresh = found.filter(({ id }) => !settled.has(id)).toSorted(byTime);
  const all = [...known.flatMap(({ articles: [first] }) => first ?? []), ...fresh];
  for (const [index, places] of groupStories(all.map(comparedOf), { settled: known.length }).entries()) {
    const articles = places.flatMap((place) => all[place] ?? []);
    const cluster = known[index];
    if (!cluster) clusters.push({ foundFor, articles, state: 'waiting' });
    else if (articles.length > 1) {
      cluster.articles.push(...articles.slice(1));
      if (cluster.state === 'refused') cluster.state = 'waiting';
    }
  }
}

/** The result follows from the order of time alone. */
function byTime(a: SourceArticle, b: SourceArticle): number {
  return a.discoveredAt - b.discoveredAt || (a.id < b.id ? -1 : 1);
}

function comparedOf({ story, publishedAt, title, domain, sourceName, description, content }: SourceArticle) {
  return comparedFrom({
    label: story,
    at: publishedAt,
    title: headlineOf(title, { domain, name: sourceName }),
    text: withoutCut(content ?? description ?? ''),
  });
}

function citationOf({ title, link, publishedAt }: SourceArticle, since: number) {
  return { title, link, publishedAt, since };
}

/** The record of a cluster that holds; undefined for one that is refused. */
function recordOf(
  job: Job,
  { foundFor, articles }: Cluster,
  { holds, since }: { holds: (reading: Reading) => boolean; since: number },
): ExtractedRecord | undefined {
  const { order, entities } = job;
  const asked = new Set(order.concepts.flat().flatMap(({ kind, label }) => (kind === 'event' ? label : [])));
  const reading = readCluster(articles, {
    events: EVENT_KINDS.filter(({ name }) => asked.has(name)),
    watched: entities.flatMap((one) =>
      one.id === foundFor && one.entity_type === 'company' ? one.name : [],
    ),
  });
  const connections = entities.flatMap((entity) => connectionOf(entity, reading) ?? []);
  if (!isConnected(job, connections) || !holds(reading)) return undefined;
  const { values, confidence } = enrich(reading, order.enrichments);
  return {
    id: recordIdOf(`${job.id}/${foundFor}/${articles[0]?.id}`),
    since,
    title: reading.title,
    enrichment: { ...values, ...summariesOf(job, values, reading) },
    confidence,
    citations: articles.map((article) => citationOf(article, since)),
    ...(order.datasetIds.length > 0 && { connections }),
    ...(order.allNews && { tags: tagsOf(reading) }),
  };
}

/**
 * Lite jobs take everything; others only records with an entity of the wanted association and score. `mention` is any
 * appearance, that of a main actor too (extraction service, submit).
 */
function isConnected({ order }: Job, connections: NonNullable<ExtractedRecord['connections']>): boolean {
  if (order.datasetIds.length === 0 || order.mode === 'lite') return true;
  return connections.some(
    ({ association, score }) =>
      (order.association !== 'event_associated' || association === 'event_associated') &&
      score >= (order.leastScore ?? 0),
  );
}

function summariesOf({ order }: Job, values: Readonly<Record<string, unknown>>, reading: Reading) {
  const templates = { template_based_summary: order.summary_template, schema_based_summary: order.schema };
  return Object.fromEntries(
    Object.entries(templates).flatMap(([name, template]) =>
      template === undefined || order.mode === 'lite'
        ? []
        : [[name, fillTemplate(template, { values, reading })]],
    ),
  );
}

/** 19 digits that follow from the job and the cluster, so that records keep their ids when a job is continued. */
function recordIdOf(name: string): string {
  const digest = createHash('sha256').update(name).digest();
  return String(1_000_000_000_000_000_000n + (digest.readBigUInt64BE() % 9_000_000_000_000_000_000n));
}
