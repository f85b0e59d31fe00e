import { setImmediate as nextTurn } from 'node:timers/promises';
import { idOf } from '../../../../../shared/domain/lib/hash.ts';
import type { QueryNode } from '../../../../../shared/domain/query/ast.ts';
import type { Instant } from '../../../../../shared/domain/time/instant.ts';
import { articleForm, type WireArticle } from '../article-answer.ts';
import { analysisFilter, linkFilter, passesAll, plainFilter, timeFilter } from '../article-filters.ts';
import { envelope, type Page, pageOf } from '../envelope.ts';
import { type Compared, comparedFrom, groupStories, likeness, STEM } from '../../kit/group-stories.ts';
import { columnsOf } from '../library/columns.ts';
import {
  comparedOf,
  type Entry,
  headlineOfEntry,
  isBareDomain,
  linkKey,
  summaryOf,
} from '../library/entry.ts';
import { type Hit, type Keep, sortHits, sortOrderOf } from '../library/library.ts';
import type { Newsroom } from '../newsroom.ts';
import type { Parameters } from '../request/read-parameters.ts';

/**
 * Answers `search`, `latest_headlines` and `authors`: articles that pass all filters and match `q` where there is
 * one.
 */
export async function searchArticles(
  newsroom: Newsroom,
  parameters: Parameters,
): Promise<Record<string, unknown>> {
  const page = await findPage(newsroom, parameters);
  const toArticle = articleForm(newsroom, parameters);
  const clustered = parameters.flag('clustering_enabled');
  const body = clustered
    ? clustersOf(page.items, { newsroom, parameters, toArticle })
    : { articles: page.items.map((hit) => withCopies(toArticle(hit), hit)) };
  return envelope(page, { parameters, body });
}

function withCopies(article: WireArticle, { copies }: KeptHit): WireArticle {
  if (!copies) return article;
  return {
    ...article,
    duplicate_count: copies.dropped,
    // Stable, for it is made from the first article of the group.
    duplicate_articles_group_id: idOf('copies', copies.first.id),
  };
}

interface Clustering {
  newsroom: Newsroom;
  parameters: Parameters;
  toArticle: (hit: Hit) => WireArticle;
}

/** Clusters of one page (news service, clustered); their ids are new in every answer. */
function clustersOf(hits: readonly KeptHit[], { newsroom, parameters, toArticle }: Clustering) {
  const clusters = clusterHits(hits, parameters);
  return {
    clusters_count: clusters.length,
    clusters: clusters.map((cluster) => ({
      cluster_id: newsroom.newId(),
      cluster_size: cluster.length,
      articles: cluster.map((hit) => withCopies(toArticle(hit), hit)),
    })),
  };
}

/** The page of hits that a request asks for. */
async function findPage(newsroom: Newsroom, parameters: Parameters): Promise<Page<KeptHit>> {
  const hits = await findMatching(newsroom, { parameters });
  const sorted = sortHits(hits, sortOrderOf(parameters.text('sort_by')));
  const kept = parameters.flag('exclude_duplicates') ? dropCopies(sorted, newsroom.copies()) : sorted;
  return pageOf(kept, parameters);
}

/** A hit that represents its near copies among the hits. */
interface KeptHit extends Hit {
  /** The first article of the group of its near copies, and how many hits were dropped. */
  copies?: { first: Entry; dropped: number };
}

/** Of near copies keeps the first, in the order of the hits, with the number of those that were dropped for it. */
function dropCopies(hits: readonly Hit[], copies: ReadonlyMap<Entry, Entry>): KeptHit[] {
  const kept = new Map<Entry, KeptHit & { copies: { first: Entry; dropped: number } }>();
  for (const hit of hits) {
    const first = copies.get(hit.entry) ?? hit.entry;
    const before = kept.get(first);
    if (before) before.copies.dropped += 1;
    else kept.set(first, { ...hit, copies: { first, dropped: 0 } });
  }
  return [...kept.values()];
}

/** From this day on `clustering_variable` has no effect (news service, parameters). */
const ONE_WAY = Date.UTC(2026, 0, 1);

/** Groups the hits of one page into stories, in their order. */
function clusterHits(hits: readonly Hit[], parameters: Parameters): Hit[][] {
  const variable = parameters.text('clustering_variable') ?? 'content';
  const articles = hits.map(({ entry }) => comparedForClusters(entry, variable));
  const groups = groupStories(articles, { tightness: parameters.number('clustering_threshold') });
  return groups.map((places) => places.flatMap((place) => hits[place] ?? []));
}

function comparedForClusters(entry: Entry, variable: string): Compared {
  const compared = comparedOf(entry);
  if (entry.publishedAt >= ONE_WAY || variable === 'content') return compared;
  const text = variable === 'title' ? undefined : summaryOf(entry.record);
  return comparedFrom({ ...compared, title: headlineOfEntry(entry), text });
}

/**
 * Finds the articles that match the query of a request and pass all its filters, and `also` this one. Language
 * analysis comes last and lets other requests in between, for it may cost a millisecond an article where it is asked
 * first.
 *
 * @throws RequestRefused 422 for an entity query that cannot be read.
 */
export async function findMatching(
  { library, outlets, analyst }: Newsroom,
  { parameters, also = () => true }: { parameters: Parameters; also?: Keep },
): Promise<Hit[]> {
  const plain = passesAll([timeFilter(parameters), plainFilter(parameters, outlets), also]);
  const analysis = analysisFilter(parameters, analyst);
  const { query: node } = parameters;
  const query = node && { node, columns: columnsOf(parameters.list('search_in')) };
  const found = library.find({ query, keep: plain });
  return analysis ? await inTurns(found, analysis) : found;
}

/** So many articles are analysed before others get a turn. */
const TURN = 50;

async function inTurns(hits: readonly Hit[], keep: Keep): Promise<Hit[]> {
  const kept: Hit[] = [];
  for (let at = 0; at < hits.length; at += TURN) {
    kept.push(...hits.slice(at, at + TURN).filter(({ entry }) => keep(entry)));
    await nextTurn();
  }
  return kept;
}

/**
 * Answers `search_by_link`, newest first: the articles that link to one of the addresses or bare domains, and those
 * whose own address or id is requested, so that both readings of this path are served (news service, differences).
 */
export async function searchByLink(
  newsroom: Newsroom,
  parameters: Parameters,
): Promise<Record<string, unknown>> {
  const hits = await findMatching(newsroom, { parameters, also: askedFor(parameters) });
  const page = pageOf(sortHits(hits, 'date'), parameters);
  const toArticle = articleForm(newsroom, parameters);
  return envelope(page, { parameters, body: { articles: page.items.map(toArticle) } });
}

function askedFor(parameters: Parameters): Keep {
  const ids = new Set(parameters.list('ids'));
  const links = parameters.list('links');
  const keys = new Set(links.map(linkKey));
  const mentions = linkFilter(links, links.filter(isBareDomain));
  return (entry) => ids.has(entry.id) || keys.has(linkKey(entry.link)) || mentions(entry);
}

/** Answers `search_similar`: the articles that match `q`, each with the documents most like it on request. */
export async function searchSimilar(
  newsroom: Newsroom,
  parameters: Parameters,
): Promise<Record<string, unknown>> {
  const page = await findPage(newsroom, parameters);
  const toArticle = articleForm(newsroom, parameters);
  const withSimilar = parameters.flag('include_similar_documents');
  const articles: WireArticle[] = [];
  for (const hit of page.items) {
    const similar = withSimilar && { similar_documents: similarTo(hit.entry, { newsroom, parameters }) };
    articles.push({ ...toArticle(hit), ...similar });
    // About 20 ms of work for each: others get a turn.
    if (withSimilar) await nextTurn();
  }
  return envelope(page, { parameters, body: { articles } });
}

/** So many articles, those whose titles share most, are compared, and from this likeness on they are similar. */
const LOOKED_AT = 50;
const SIMILAR = 0.4;

function similarTo(
  entry: Entry,
  { newsroom, parameters }: { newsroom: Newsroom; parameters: Parameters },
): { id: string; score: number; title: string; link: string }[] {
  const fields = (parameters.text('similar_documents_fields') ?? '').split(',').map((field) => field.trim());
  const own = comparedByFields(entry, fields);
  return sortHits(sharingWords(entry, newsroom, parameters.now), 'relevancy')
    .slice(0, LOOKED_AT)
    .map(({ entry: other }) => ({ other, score: likeness(own, comparedByFields(other, fields)) }))
    .filter(({ score }) => score >= SIMILAR)
    .toSorted((a, b) => b.score - a.score || a.other.visibleAt - b.other.visibleAt)
    .slice(0, parameters.number('similar_documents_number'))
    .map(({ other: { id, link, record }, score }) => ({ id, score, title: record.title, link }));
}

/** Other articles whose titles have a word of the title of this one. */
function sharingWords(entry: Entry, { library }: Newsroom, now: Instant): Hit[] {
  const parts = Array.from(comparedOf(entry).title, (word): QueryNode => {
    const isWhole = word.length < STEM;
    return { type: 'term', word: { text: isWhole ? word : `${word}*`, wildcard: !isWhole } };
  });
  if (parts.length === 0) return [];
  const keep: Keep = (other) => other !== entry && other.visibleAt <= now;
  return library.find({ query: { node: { type: 'any', parts }, columns: ['title'] }, keep });
}

function comparedByFields(entry: Entry, fields: readonly string[]): Compared {
  const compared = comparedOf(entry);
  const { title, lead } = compared;
  return {
    ...compared,
    label: undefined,
    title: fields.includes('title') ? title : new Set(),
    lead: fields.includes('content') ? lead : new Set(),
  };
}
