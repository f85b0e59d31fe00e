import { rarityOf, termOf, termsOf } from '../../../../../shared/domain/stories/terms.ts';
import { nameWordsOf } from '../../kit/name-words.ts';
import { withoutOutlet } from '../../../../../shared/domain/text/headline.ts';
import { DAY } from '../../../../../shared/domain/time/instant.ts';
import { withoutCut } from '../../kit/read-event.ts';
import type { SourceArticle } from '../ports.ts';

/** Articles that tell the same thing; the first one began the cluster. */
interface Cluster {
  /** The id of the first article: it names the cluster for ever. */
  id: string;
  articles: SourceArticle[];
}

/** Titles this alike tell the same story where a text is missing: cosine of their words, rare words weighing more. */
const ALIKE = 0.4;
/** Where both have a text, this alike are title and beginning of the text together; the text has that share in it. */
const ALIKE_WITH_TEXT = 0.16;
const OF_TEXT = 0.7;
/** A text says what happened in so many characters. */
const TEXT_READ = 400;
/** A word this rare at the beginning of a title may be a name; one as frequent as this is in every second text. */
const NAME = 2;
const USUAL = 2;
/** Articles further apart in time do not join. */
const WINDOW = 3 * DAY;

/**
 * Sorts articles into clusters: by the label of their story, else by their titles, without the names of outlets, and by
 * the beginnings of their texts. Clusters that are there already stay as they are and may gain articles at their end;
 * articles that fit none begin new ones. The result follows from the order of time alone.
 */
export function clusterArticles(
  articles: readonly SourceArticle[],
  existing: readonly Cluster[] = [],
): Cluster[] {
  const clusters = existing.map(({ id, articles: members }) => ({ id, articles: [...members] }));
  const known = new Set(clusters.flatMap(({ articles: members }) => members.map(({ id }) => id)));
  const fresh = articles.filter(({ id }) => !known.has(id));
  const headings = headingsOf([...clusters.flatMap(({ articles: members }) => members), ...fresh]);
  for (const article of fresh.toSorted((a, b) => a.discoveredAt - b.discoveredAt || (a.id < b.id ? -1 : 1))) {
    let best: { cluster: Cluster; likeness: number } | undefined;
    for (const cluster of clusters) {
      const [first] = cluster.articles;
      if (!first || Math.abs(first.publishedAt - article.publishedAt) > WINDOW) continue;
      const likeness = likenessOf(headings.get(first.id), headings.get(article.id));
      if (likeness >= 1 && likeness > (best?.likeness ?? 0)) best = { cluster, likeness };
    }
    if (best) best.cluster.articles.push(article);
    else clusters.push({ id: article.id, articles: [article] });
  }
  return clusters;
}

type Vector = ReadonlyMap<string, number>;

/** An article as it is compared. */
interface Heading {
  story: string | undefined;
  title: Vector;
  /** Empty where it has no text. */
  text: Vector;
  names: TitleNames;
}

function headingsOf(articles: readonly SourceArticle[]): Map<string, Heading> {
  const plain = articles.map(({ title, domain, sourceName }) =>
    withoutOutlet(title, { domain, name: sourceName }),
  );
  const titles = vectorsOf(plain);
  const texts = vectorsOf(articles.map(beginningOf));
  return new Map(
    articles.map(({ id, story }, at) => {
      const [title = new Map(), text = new Map()] = [titles[at], texts[at]];
      return [id, { story, title, text, names: namesIn(plain[at] ?? '') }];
    }),
  );
}

/** Many descriptions are the beginning of the text. */
function beginningOf({ description = '', content = '' }: SourceArticle): string {
  const start = withoutCut(content).slice(0, TEXT_READ);
  return start.startsWith(description.slice(0, 60)) ? start : `${description} ${start}`;
}

/** The words of texts, weighted by how few of them share a word, at length 1. Usual words and small numbers say nothing. */
function vectorsOf(texts: readonly string[]): Vector[] {
  const words = texts.map((text) =>
    termsOf(text).filter((stem) => rarityOf(stem) > USUAL && !/^\d{1,2}$/.test(stem)),
  );
  const times = new Map<string, number>();
  for (const stem of words.flat()) times.set(stem, (times.get(stem) ?? 0) + 1);
  const weight = (stem: string) => Math.log(1 + texts.length / (times.get(stem) ?? 1));
  return words.map((stems) => {
    const length = Math.hypot(...stems.map(weight)) || 1;
    return new Map(stems.map((stem) => [stem, weight(stem) / length]));
  });
}

/** From 1 on two articles tell the same; 0 when both titles name somebody and mostly not the same. */
function likenessOf(a: Heading | undefined, b: Heading | undefined): number {
  if (!a || !b) return 0;
  if (a.story !== undefined && b.story !== undefined) return a.story === b.story ? 2 : 0;
  if (nameOthers(a.names, b.names)) return 0;
  const titles = cosine(a.title, b.title);
  if (a.text.size === 0 || b.text.size === 0) return titles / ALIKE;
  return ((1 - OF_TEXT) * titles + OF_TEXT * cosine(a.text, b.text)) / ALIKE_WITH_TEXT;
}

function cosine(a: Vector, b: Vector): number {
  let sum = 0;
  for (const [word, weight] of a) sum += weight * (b.get(word) ?? 0);
  return sum;
}

/** The part of their words that two titles share; 0 when they name others. */
export function titleLikeness(a: string, b: string): number {
  if (nameOthers(namesIn(a), namesIn(b))) return 0;
  const [one, two] = [new Set(termsOf(a)), new Set(termsOf(b))];
  return [...one].filter((stem) => two.has(stem)).length / new Set([...one, ...two]).size || 0;
}

/** The words with a capital, as far as capitals show names in this title; its first word may be one if it is rare. */
interface TitleNames {
  first: string | undefined;
  others: readonly string[];
}

function namesIn(title: string): TitleNames {
  const [first = ''] = termsOf(title);
  const others = nameWordsOf(title).flatMap(({ word, isCapital }) => (isCapital ? [termOf(word)] : []));
  return { first: rarityOf(first) >= NAME ? first : undefined, others: [...new Set(others)] };
}

/** True when both name somebody, and mostly not the same: `Acme cuts jobs` and `Globex cuts jobs` are two events. */
function nameOthers(a: TitleNames, b: TitleNames): boolean {
  // Titles that both begin with `Retailer` name no retailer by it.
  const [one, two] = [a, b].map(({ first, others }) =>
    first === undefined || a.first === b.first ? others : [first, ...others],
  );
  const shared = one?.filter((name) => two?.includes(name)).length ?? 0;
  const fewest = Math.min(one?.length ?? 0, two?.length ?? 0);
  return fewest > 0 && shared / fewest < 0.5;
}
