import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Signature, signatureOf, similarity } from '../../../../../shared/domain/stories/similarity.ts';
import { articleForm, type WireArticle } from '../article-answer.ts';
import { boundsOf, envelope, type Page, pageOf } from '../envelope.ts';
import {
  analysisFilters,
  contentFilters,
  mentionsDomain,
  mentionsLink,
  sourceFilters,
  timeFilter,
} from '../article-filters.ts';
import { groupStories } from '../groups/group-stories.ts';
import { copiesIdOf, type StoryGroups } from '../groups/story-groups.ts';
import { domainOf, type Entry, headlineOfEntry, isBareDomain, linkKey, summaryOf } from '../library/entry.ts';
import { columnsOf, textOf } from '../library/columns.ts';
import {
  findEntries,
  type Hit,
  type Keep,
  scored,
  type Search,
  sortHits,
  sortOrderOf,
} from '../library/find-hits.ts';
import type { Newsroom } from '../newsroom.ts';
import type { Parameters } from '../request/parameters.ts';

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
  const clustered = parameters.flag('clustering_enabled') === true;
  const body = clustered
    ? await clustersOf(page.items, { newsroom, parameters, toArticle })
    : { articles: page.items.map((hit) => withCopies(toArticle(hit), hit)) };
  return envelope(page, { parameters, body });
}

function withCopies(article: WireArticle, { copies }: KeptHit): WireArticle {
  if (!copies) return article;
  return {
    ...article,
    duplicate_count: copies.dropped,
    duplicate_articles_group_id: copiesIdOf(copies.first),
  };
}

interface Clustering {
  newsroom: Newsroom;
  parameters: Parameters;
  toArticle: (hit: Hit) => WireArticle;
}

/** Clusters of one page (news service, clustered); their ids are new in every answer. */
async function clustersOf(hits: readonly KeptHit[], { newsroom, parameters, toArticle }: Clustering) {
  const clusters = await clusterHits(hits, parameters);
  return {
    clusters_count: clusters.length,
    clusters: clusters.map((cluster) => ({
      cluster_id: newsroom.newId(),
      cluster_size: cluster.length,
      articles: cluster.map((hit) => withCopies(toArticle(hit), hit)),
    })),
  };
}

/**
 * The page of hits that a request asks for. Only relevancy needs the score of every hit; else the page's are enough.
 */
async function findPage(newsroom: Newsroom, parameters: Parameters): Promise<Page<KeptHit>> {
  const { library, groups } = newsroom;
  const { entries, query } = await findMatching(newsroom, { parameters });
  const order = sortOrderOf(parameters.text('sort_by'));
  const byScore = order === 'relevancy';
  const hits = byScore ? scored(library, { query, entries }) : entries.map((entry) => ({ entry, score: 0 }));
  const page = parameters.flag('exclude_duplicates')
    ? pageOf(dropCopies(sortHits(hits, { order }), groups), { parameters })
    : pageOf(sortHits(hits, { order, most: boundsOf(parameters).end }), { parameters, total: hits.length });
  return byScore ? page : { ...page, items: withScores(page.items, { newsroom, query }) };
}

function withScores(
  hits: readonly KeptHit[],
  { newsroom, query }: { newsroom: Newsroom; query: Search['query'] },
): KeptHit[] {
  const entries = hits.map(({ entry }) => entry).toSorted((a, b) => a.row - b.row);
  const found = scored(newsroom.library, { query, entries });
  const scores = new Map(found.map(({ entry, score }) => [entry, score]));
  return hits.map((hit) => ({ ...hit, score: scores.get(hit.entry) ?? 0 }));
}

/** A hit that represents its near copies among the hits. */
interface KeptHit extends Hit {
  /** The first article of the group of its near copies, and how many hits were dropped. */
  copies?: { first: Entry; dropped: number };
}

/** Of near copies keeps the first, in the order of the hits, with the number of those that were dropped for it. */
function dropCopies(hits: readonly Hit[], groups: StoryGroups): KeptHit[] {
  const kept = new Map<Entry, KeptHit & { copies: { first: Entry; dropped: number } }>();
  for (const hit of hits) {
    const first = groups.firstCopyOf(hit.entry);
    const before = kept.get(first);
    if (before) before.copies.dropped += 1;
    else kept.set(first, { ...hit, copies: { first, dropped: 0 } });
  }
  return [...kept.values()];
}

/** From this day on `clustering_variable` has no effect (news service, parameters). */
const ONE_WAY = Date.UTC(2026, 0, 1);

/** Groups the hits of one page into stories, in their order. */
async function clusterHits(hits: readonly Hit[], parameters: Parameters): Promise<Hit[][]> {
  const tightness = parameters.number('clustering_threshold');
  const variable = parameters.text('clustering_variable') ?? 'content';
  const articles = hits.map(({ entry }) => ({
    title: headlineOfEntry(entry),
    signature: clusterSignature(entry, variable),
  }));
  const groups = await groupStories(articles, { ...(tightness !== undefined && { tightness }) });
  return groups.map((places) => places.flatMap((place) => hits[place] ?? []));
}

function clusterSignature(entry: Entry, variable: string): Signature {
  const { record, publishedAt } = entry;
  const title = headlineOfEntry(entry);
  if (publishedAt >= ONE_WAY || variable === 'content') return signatureOf(title, textOf(entry, 'content'));
  return signatureOf(title, variable === 'summary' ? summaryOf(record) : '');
}

/** The articles that a request finds, in the order of their rows, and the query by which they can be ranked. */
interface Matching {
  entries: Entry[];
  query: Search['query'];
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
): Promise<Matching> {
  const keeps: Keep[] = [
    timeFilter(parameters),
    ...sourceFilters(parameters, outlets),
    ...contentFilters(parameters),
    also,
  ];
  const analysis = analysisFilters(parameters, analyst);
  const { query: node } = parameters;
  const query = node && { node, columns: columnsOf(parameters.list('search_in')) };
  const found = findEntries(library, { query, keep: passesAll(keeps) });
  return { entries: analysis.length === 0 ? found : await inTurns(found, passesAll(analysis)), query };
}

function passesAll(keeps: readonly Keep[]): Keep {
  return (entry) => keeps.every((keep) => keep(entry));
}

/** So many articles are analysed before others get a turn. */
const TURN = 50;

async function inTurns(entries: readonly Entry[], keep: Keep): Promise<Entry[]> {
  const kept: Entry[] = [];
  for (let at = 0; at < entries.length; at += TURN) {
    kept.push(...entries.slice(at, at + TURN).filter(keep));
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
  const { entries } = await findMatching(newsroom, { parameters, also: askedFor(parameters) });
  const hits = entries.map((entry) => ({ entry, score: 0 }));
  const page = pageOf(sortHits(hits, { order: 'date' }), { parameters });
  const toArticle = articleForm(newsroom, parameters);
  return envelope(page, { parameters, body: { articles: page.items.map(toArticle) } });
}

function askedFor(parameters: Parameters): Keep {
  const ids = new Set(parameters.list('ids'));
  const links = parameters.list('links');
  const keys = new Set(links.map(linkKey));
  const domains = links.filter(isBareDomain).map(domainOf);
  return (entry) =>
    ids.has(entry.id) ||
    keys.has(linkKey(entry.link)) ||
    mentionsLink(entry, keys) ||
    mentionsDomain(entry, domains);
}

/**
 * Answers `search_similar`: the articles that match `q`, each with the documents most like it on request.
 * Those are looked for among the articles that tell the same story.
 */
export async function searchSimilar(
  newsroom: Newsroom,
  parameters: Parameters,
): Promise<Record<string, unknown>> {
  const page = await findPage(newsroom, parameters);
  const toArticle = articleForm(newsroom, parameters);
  const withSimilar = parameters.flag('include_similar_documents') === true;
  const articles = page.items.map((hit) => ({
    ...toArticle(hit),
    ...(withSimilar && { similar_documents: similarTo(hit.entry, { newsroom, parameters }) }),
  }));
  return envelope(page, { parameters, body: { articles } });
}

interface SimilarDocument {
  id: string;
  score: number;
  title: string;
  link: string;
}

function similarTo(
  entry: Entry,
  { newsroom, parameters }: { newsroom: Newsroom; parameters: Parameters },
): SimilarDocument[] {
  const count = parameters.number('similar_documents_number') ?? 5;
  const fields = new Set(
    (parameters.text('similar_documents_fields') ?? '').split(',').map((field) => field.trim()),
  );
  const own = fieldsSignature(entry, fields);
  const mates = newsroom.groups.storyOf(entry);
  return mates
    .filter((mate) => mate !== entry && mate.visibleAt <= parameters.now)
    .map((mate) => ({ mate, score: similarity(own, fieldsSignature(mate, fields)) }))
    .toSorted((a, b) => b.score - a.score || a.mate.row - b.mate.row)
    .slice(0, count)
    .map(({ mate, score }) => ({ id: mate.id, score, title: mate.record.title, link: mate.link }));
}

function fieldsSignature(entry: Entry, fields: ReadonlySet<string>): Signature {
  const content = textOf(entry, 'content');
  const title = fields.has('title') ? headlineOfEntry(entry) : content.slice(0, 300);
  return signatureOf(title, fields.has('content') ? content : '');
}
