import { DAY } from '../../../../../shared/domain/time/instant.ts';
import type { SourceArticle } from '../ports.ts';
import { wordsOf } from './language.ts';
import { nameOthers, namesAmong } from './same-names.ts';

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
  const headings = headingsOf([...clusters.flatMap(({ articles: members }) => members), ...fresh]);
  const collection = openCandidatesOf(clusters, headings);
  for (const article of fresh) {
    const best = collection.nearest(article);
    if (best) best.articles.push(article);
    else {
      const cluster = { id: article.id, articles: [article] };
      clusters.push(cluster);
      collection.add(cluster);
    }
  }
  return clusters;
}

type Vector = ReadonlyMap<string, number>;

/** A title as it is compared. */
interface Heading {
  /** Its words, weighted by how few titles share them, at length 1. */
  vector: Vector;
  names: ReadonlySet<string>;
}

/** Clusters by the words of their first titles, so that an article is compared only with those that share one. */
function openCandidatesOf(clusters: readonly Cluster[], headings: ReadonlyMap<string, Heading>) {
  const byWord = new Map<string, Cluster[]>();
  const add = (cluster: Cluster) => {
    for (const word of headings.get(cluster.id)?.vector.keys() ?? []) {
      const entry = byWord.get(word);
      if (entry) entry.push(cluster);
      else byWord.set(word, [cluster]);
    }
  };
  for (const cluster of clusters) add(cluster);
  const nearest = (article: SourceArticle): Cluster | undefined => {
    const heading = headings.get(article.id);
    const near = new Set([...(heading?.vector.keys() ?? [])].flatMap((word) => byWord.get(word) ?? []));
    let best: { cluster: Cluster; similarity: number } | undefined;
    for (const cluster of near) {
      const [first] = cluster.articles;
      if (!first || Math.abs(first.publishedAt - article.publishedAt) > WINDOW) continue;
      const similarity = similarityOf(heading, headings.get(first.id));
      if (similarity >= ALIKE && similarity > (best?.similarity ?? 0)) best = { cluster, similarity };
    }
    return best?.cluster;
  };
  return { add, nearest };
}

/** Cosine of the words; 0 when both titles name somebody and mostly not the same. */
function similarityOf(a: Heading | undefined, b: Heading | undefined): number {
  if (!a || !b) return 0;
  return nameOthers(a.names, b.names) ? 0 : cosine(a.vector, b.vector);
}

function byTime(a: SourceArticle, b: SourceArticle): number {
  return a.discoveredAt - b.discoveredAt || (a.id < b.id ? -1 : 1);
}

function headingsOf(articles: readonly SourceArticle[]): Map<string, Heading> {
  const words = new Map(
    articles.map(({ id, title }) => [id, wordsOf(title).filter(({ filler }) => !filler)]),
  );
  const frequency = new Map<string, number>();
  for (const title of words.values()) {
    for (const stem of new Set(title.map((word) => word.stem)))
      frequency.set(stem, (frequency.get(stem) ?? 0) + 1);
  }
  const weight = (stem: string) => Math.log(1 + words.size / (frequency.get(stem) ?? 1));
  return new Map(
    [...words].map(([id, title]) => {
      const vector = unit(new Map(title.map(({ stem }) => [stem, weight(stem)])));
      return [id, { vector, names: namesAmong(title) }];
    }),
  );
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
