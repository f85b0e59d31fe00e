import { articleForm, type WireArticle } from '../answer/article-answer.ts';
import { boundsOf, envelope, type Page, pageOf } from '../answer/envelope.ts';
import { clusterHits } from '../groups/cluster-hits.ts';
import { dropCopies, type KeptHit } from '../groups/drop-copies.ts';
import { copiesIdOf } from '../groups/story-groups.ts';
import { type Hit, type Search, scored } from '../library/find-hits.ts';
import { sortHits, sortOrderOf } from '../library/sort-hits.ts';
import type { Newsroom } from '../newsroom.ts';
import type { Parameters } from '../request/parameters.ts';
import { findMatching } from './find-matching.ts';

/** Answers `search`, `latest_headlines` and `authors`: articles that pass all filters and match `q` where there is one. */
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

/** The page of hits that a request asks for. Only relevancy needs the score of every hit; else the page's are enough. */
export async function findPage(newsroom: Newsroom, parameters: Parameters): Promise<Page<KeptHit>> {
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
