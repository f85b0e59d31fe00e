import * as z from 'zod';
import { items, maybeIdentifier, maybeNumber } from '../http/lenient.ts';
import { jsonReader } from '../http/reader.ts';
import { SEARCHING } from '../http/retry/retry-policy.ts';
import { articles, type ListedArticle } from './article.ts';
import { operation, type NewsCalls, type Question } from './ask.ts';
import { envelope, failureInEnvelope } from './envelope.ts';

/** The paths that answer with articles, page by page. */
export const ARTICLE_PATHS = [
  'search',
  'latest_headlines',
  'authors',
  'search_by_link',
  'search_similar',
] as const;
export type ArticlePath = (typeof ARTICLE_PATHS)[number];

const cluster = z.object({ cluster_id: maybeIdentifier, cluster_size: maybeNumber, articles });

/** Articles that the service regards as near-copies. Each answer has new clusters with new ids. */
export interface Cluster {
  /** Differs in each call: do not use it as a key. */
  cluster_id?: string | undefined;
  /** May be more than the listed articles. */
  cluster_size?: number | undefined;
  articles: ListedArticle[];
}

const clusteredAnswer = z.object({ clusters_count: maybeNumber, clusters: items(cluster).optional() });

const answer = z
  .object({ ...envelope, ...clusteredAnswer.shape, articles })
  .transform(({ articles: flat, clusters, ...rest }) => {
    const groups = clusters?.kept.map(
      ({ raw: _raw, ...group }): Cluster => ({ ...group, articles: group.articles.kept }),
    );
    const grouped = (groups ?? []).flatMap((group) => asOneGroup(group.articles));
    const inClusters = clusters?.kept.flatMap((group) => group.articles.unusable) ?? [];
    const unusable = [...flat.unusable, ...(clusters?.unusable ?? []), ...inClusters];
    return {
      ...rest,
      /** All articles of the answer, including those in clusters. */
      articles: [...flat.kept, ...grouped],
      /** The items without an id, which cannot be used, and their number. */
      dropped: unusable.length,
      unusable,
      /** Only with clustering_enabled. */
      clusters: groups,
    };
  });

/**
 * The articles of a cluster as a group of near-copies, so that they become one story. The ids of clusters differ in each call, so
 * the group is named after the least of its articles. What the service has put into a group already stays there.
 */
function asOneGroup(clustered: readonly ListedArticle[]): ListedArticle[] {
  const [least] = clustered.map(({ id }) => id).toSorted();
  if (clustered.length < 2) return [...clustered];
  return clustered.map(({ duplicate_articles_group_id = `cluster of ${least}`, read, ...article }) => {
    const group = { duplicate_articles_group_id };
    return { ...article, ...group, read: () => ({ ...read(), ...group }) };
  });
}

/** One page of articles. `total_hits` 0 means that nothing was found, whatever `status` says. */
export type ArticlesAnswer = z.infer<typeof answer>;

const read = jsonReader(answer, failureInEnvelope);

/** How an article path is queried and read. */
export function articleQuestion<P extends ArticlePath>(path: P): Question<ArticlesAnswer> & { path: P } {
  return { path, policy: SEARCHING, read };
}

/** The 5 searches for articles. A search without results is no error. */
export function articleSearches(calls: NewsCalls) {
  return {
    /** Articles by keywords. */
    search: operation(calls, articleQuestion('search')),
    /** Articles of the last hours or days (`when`). */
    latestHeadlines: operation(calls, articleQuestion('latest_headlines')),
    /** Articles by an author. Exact match only. */
    authors: operation(calls, articleQuestion('authors')),
    /** Articles that mention addresses or domains. Default: only those of the last month. */
    searchByLink: operation(calls, articleQuestion('search_by_link')),
    /** Articles with the most similar ones. Plans without it answer with a GoneError or a refusal. */
    searchSimilar: operation(calls, articleQuestion('search_similar')),
  };
}
