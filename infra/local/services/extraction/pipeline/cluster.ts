import { DAY } from '../../../../../shared/domain/instant.ts';
import type { SourceArticle } from '../ports.ts';
import { wordsOf } from './language.ts';

/** Articles that tell the same thing; the first one began the cluster. */
export interface Cluster {
  /** The id of the first article: it names the cluster for ever. */
  id: string;
  articles: SourceArticle[];
}

/** Titles this alike tell the same story: cosine of their words, rare words weighing more. */
const ALIKE = 0.3;
/** Articles further apart in time do not join. */
const WINDOW = 3 * DAY;

/**
 * Sorts articles into clusters by their titles. Clusters that are there already stay as they are and may gain articles
 * at their end; articles that fit none begin new ones. The result follows from the order of time alone.
 */
export function clusterArticles(
  articles: readonly SourceArticle[],
  existing: readonly Cluster[] = [],
): Cluster[] {
  const clusters = existing.map(({ id, articles: members }) => ({ id, articles: [...members] }));
  const known = new Set(clusters.flatMap(({ articles: members }) => members.map(({ id }) => id)));
  const fresh = articles.filter(({ id }) => !known.has(id)).toSorted(byTime);
  const vectors = vectorsOf([...clusters.flatMap(({ articles: members }) => members), ...fresh]);
  const shelf = openShelfOf(clusters, vectors);
  for (const article of fresh) {
    const vector = vectors.get(article.id) ?? new Map<string, number>();
    const best = shelf.nearest(article, vector);
    if (best) best.articles.push(article);
    else {
      const cluster = { id: article.id, articles: [article] };
      clusters.push(cluster);
      shelf.add(cluster);
    }
  }
  return clusters;
}

type Vector = ReadonlyMap<string, number>;

/** Clusters by the words of their first titles, so that an article is compared only with those that share one. */
function openShelfOf(clusters: readonly Cluster[], vectors: ReadonlyMap<string, Vector>) {
  const byWord = new Map<string, Cluster[]>();
  const add = (cluster: Cluster) => {
    for (const word of vectors.get(cluster.id)?.keys() ?? []) {
      const entry = byWord.get(word);
      if (entry) entry.push(cluster);
      else byWord.set(word, [cluster]);
    }
  };
  for (const cluster of clusters) add(cluster);
  const nearest = (article: SourceArticle, vector: Vector): Cluster | undefined => {
    const near = new Set([...vector.keys()].flatMap((word) => byWord.get(word) ?? []));
    let best: { cluster: Cluster; likeness: number } | undefined;
    for (const cluster of near) {
      const [first] = cluster.articles;
      if (!first || Math.abs(first.publishedAt - article.publishedAt) > WINDOW) continue;
      const likeness = cosine(vector, vectors.get(first.id) ?? vector);
      if (likeness >= ALIKE && likeness > (best?.likeness ?? 0)) best = { cluster, likeness };
    }
    return best?.cluster;
  };
  return { add, nearest };
}

function byTime(a: SourceArticle, b: SourceArticle): number {
  return a.discoveredAt - b.discoveredAt || (a.id < b.id ? -1 : 1);
}

/** Words of the titles, weighted by how few titles share them, at length 1. */
function vectorsOf(articles: readonly SourceArticle[]): Map<string, Vector> {
  const stems = new Map(articles.map(({ id, title }) => [id, new Set(meaningful(title))]));
  const frequency = new Map<string, number>();
  for (const set of stems.values()) {
    for (const stem of set) frequency.set(stem, (frequency.get(stem) ?? 0) + 1);
  }
  const weight = (stem: string) => Math.log(1 + stems.size / (frequency.get(stem) ?? 1));
  return new Map(
    [...stems].map(([id, set]) => [id, unit(new Map([...set].map((stem) => [stem, weight(stem)])))]),
  );
}

function meaningful(title: string): string[] {
  return wordsOf(title).flatMap(({ stem, filler }) => (filler ? [] : [stem]));
}

function unit(vector: Vector): Vector {
  const length = Math.hypot(...vector.values()) || 1;
  return new Map([...vector].map(([word, weight]) => [word, weight / length]));
}

function cosine(a: Vector, b: Vector): number {
  let sum = 0;
  for (const [word, weight] of a) sum += weight * (b.get(word) ?? 0);
  return sum;
}
