import { withoutOutlet } from '../../../../../shared/domain/text/headline.ts';
import { DAY } from '../../../../../shared/domain/time/instant.ts';
import { NAME_WORDS } from '../../kit/names/name-kind.ts';
import { withoutCut } from '../../kit/tells-news.ts';
import type { SourceArticle } from '../ports.ts';
import { type Word, wordsOf } from './language.ts';

/** Articles that tell the same thing; the first one began the cluster. */
interface Cluster {
  /** The id of the first article: it names the cluster for ever. */
  id: string;
  articles: SourceArticle[];
}

/** Titles this alike tell the same story where a text is missing: cosine of their words, rare words weighing more. */
const ALIKE = 0.3;
/** Where both have a text, the titles and the beginnings of the texts must be this alike on average. */
const ALIKE_WITH_TEXT = 0.24;
/** A text says what happened in so many characters. */
const TEXT_READ = 400;
/** Articles further apart in time do not join. */
const WINDOW = 3 * DAY;

/**
 * Sorts articles into clusters by their titles, without the names of outlets, and by the beginnings of their texts.
 * Clusters that are there already stay as they are and may gain articles at their end; articles that fit none begin
 * new ones. The result follows from the order of time alone.
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

/** An article as it is compared. */
interface Heading {
  /** The words of its title, weighted by how few titles share them, at length 1. */
  title: Vector;
  /** The same of the beginning of its text; empty where it has none. */
  text: Vector;
  names: ReadonlySet<string>;
}

/** Clusters by the words of their first titles, so that an article is compared only with those that share one. */
function openCandidatesOf(clusters: readonly Cluster[], headings: ReadonlyMap<string, Heading>) {
  const byWord = new Map<string, Cluster[]>();
  const add = (cluster: Cluster) => {
    for (const word of headings.get(cluster.id)?.title.keys() ?? []) {
      const entry = byWord.get(word);
      if (entry) entry.push(cluster);
      else byWord.set(word, [cluster]);
    }
  };
  for (const cluster of clusters) add(cluster);
  const nearest = (article: SourceArticle): Cluster | undefined => {
    const heading = headings.get(article.id);
    const near = new Set([...(heading?.title.keys() ?? [])].flatMap((word) => byWord.get(word) ?? []));
    let best: { cluster: Cluster; similarity: number } | undefined;
    for (const cluster of near) {
      const [first] = cluster.articles;
      if (!first || Math.abs(first.publishedAt - article.publishedAt) > WINDOW) continue;
      const similarity = similarityOf(heading, headings.get(first.id));
      if (similarity >= 1 && similarity > (best?.similarity ?? 0)) best = { cluster, similarity };
    }
    return best?.cluster;
  };
  return { add, nearest };
}

/** From 1 on two articles tell the same; 0 when both titles name somebody and mostly not the same. */
function similarityOf(a: Heading | undefined, b: Heading | undefined): number {
  if (!a || !b || nameOthers(a.names, b.names)) return 0;
  const titles = cosine(a.title, b.title);
  if (a.text.size === 0 || b.text.size === 0) return titles / ALIKE;
  return (titles + cosine(a.text, b.text)) / 2 / ALIKE_WITH_TEXT;
}

function byTime(a: SourceArticle, b: SourceArticle): number {
  return a.discoveredAt - b.discoveredAt || (a.id < b.id ? -1 : 1);
}

function headingsOf(articles: readonly SourceArticle[]): Map<string, Heading> {
  const titles = articles.map(({ title, domain, sourceName }) =>
    meaningful(withoutOutlet(title, { domain, name: sourceName })),
  );
  const texts = articles.map(({ description, content }) => meaningful(beginningOf(description, content)));
  const inTitles = vectorsOf(titles);
  const inTexts = vectorsOf(texts);
  return new Map(
    articles.map(({ id }, at) => {
      const [title = new Map(), text = new Map()] = [inTitles[at], inTexts[at]];
      return [id, { title, text, names: namesAmong(titles[at] ?? []) }];
    }),
  );
}

/** Words with a meaning; a number alone says nothing of what it counts. */
function meaningful(text: string) {
  return wordsOf(text).filter(({ filler, text: word }) => !filler && !/^\d{1,2}$/.test(word));
}

/** Many descriptions are the beginning of the text. */
function beginningOf(description = '', content = ''): string {
  const start = withoutCut(content).slice(0, TEXT_READ);
  return start.startsWith(description.slice(0, 60)) ? start : `${description} ${start}`;
}

function vectorsOf(texts: readonly (readonly { stem: string }[])[]): Vector[] {
  const frequency = new Map<string, number>();
  for (const words of texts) {
    for (const stem of new Set(words.map((word) => word.stem)))
      frequency.set(stem, (frequency.get(stem) ?? 0) + 1);
  }
  const weight = (stem: string) => Math.log(1 + texts.length / (frequency.get(stem) ?? 1));
  return texts.map((words) => unit(new Map(words.map(({ stem }) => [stem, weight(stem)]))));
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

/** Titles that name somebody must share so much of the names of the one that has fewer. */
const SHARED = 0.5;

/** The names among words, by their stems. In a title `Retailer Acme` names Acme, not a retailer. */
export function namesAmong(words: readonly Word[]): Set<string> {
  return new Set(words.filter(({ name, text }) => name && !isCommon(text)).map(({ stem }) => stem));
}

const COMMON = [NAME_WORDS.descriptions, NAME_WORDS['no names'], NAME_WORDS.roles];

function isCommon(word: string): boolean {
  return COMMON.some((table) => table.has(word));
}

/** True when both name somebody, and mostly not the same: `Acme cuts jobs` and `Globex cuts jobs` are two events. */
export function nameOthers(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const fewest = Math.min(a.size, b.size);
  const shared = [...a].filter((name) => b.has(name)).length;
  return fewest > 0 && shared / fewest < SHARED;
}
