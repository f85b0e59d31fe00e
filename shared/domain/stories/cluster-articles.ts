import { HOUR, type Instant } from '../time/instant.ts';
import { rarityOf, stemsOf } from './article-words.ts';
import { type Article, namesOthers } from './join-rule.ts';
import type { OpenStories } from './open-stories.ts';
import {
  addValue,
  newOpenStory,
  type OpenStory,
  type ValueSets,
  valuesOf,
  type Weigh,
  weighIn,
} from './open-story.ts';
import { SAME_STORY, type Signature, similarity } from './similarity.ts';
import { areOfOneGroup, hasWholeTextOf, haveOneText, type SimilarityProfile } from './similarity-profile.ts';

/** An article that is clustered with the others of its run. */
interface Clustered {
  article: Article;
  signature: Signature;
}

/**
 * Clusters articles that were found together: joins the two most similar groups until no two are similar enough. Two
 * titles that share a name prove little; many titles that each share something with most others prove much. Returns
 * the indexes of each cluster's articles, in rising order, whatever the order of the articles. The time grows with the
 * square of the list.
 */
export function clusterArticles(articles: readonly Clustered[], weigh: Weigh): number[][] {
  const titles = articles.map((one) => ({ ...one, ...vectorOf(one.article, weigh) }));
  const groups = new Set<Group>();
  const singles: { title: Title; group: Group }[] = [];
  const having: ValueSets<number> = new Map();
  for (const [index, title] of titles.entries()) {
    const { at } = title.article.headline;
    const group: Group = { indexes: [index], size: 1, firstAt: at, lastAt: at, links: new Map() };
    const terms = termsOf(title);
    const alike = new Set(terms.flatMap((term) => [...valuesOf(having, term)]));
    for (const number of [...alike].toSorted((a, b) => a - b)) {
      const other = singles[number];
      const link = other && linkOf(title, other.title, weigh);
      if (link) setLink(group, other.group, link);
    }
    for (const term of terms) addValue(having, term, index);
    groups.add(group);
    singles.push({ title, group });
  }
  for (let pair = mostSimilar(groups); pair; pair = mostSimilar(groups)) {
    for (const one of pair) groups.delete(one);
    groups.add(joinGroups(pair, groups));
  }
  const clusters = Array.from(groups, ({ indexes }) => indexes.toSorted((a, b) => a - b));
  return clusters.toSorted(([a = 0], [b = 0]) => a - b);
}

/** The words of a title by weight, of length 1, and how much the title says at all, 0 to 1. */
interface Vector {
  weights: ReadonlyMap<string, number>;
  says: number;
}

/** An article with the words of its title. */
type Title = Clustered & Vector;

/** A title whose words weigh less than this together counts less. */
const SAYS_ENOUGH = 12;

function vectorOf({ words: { title } }: Article, weigh: Weigh): Vector {
  const weights = title.map((word) => [word, weigh(word)] as const);
  const length = Math.hypot(...weights.map(([, weight]) => weight)) || 1;
  const sum = weights.reduce((total, [, weight]) => total + weight, 0);
  return {
    weights: new Map(weights.map(([word, weight]) => [word, weight / length])),
    says: Math.min(1, sum / SAYS_ENOUGH),
  };
}

/** What two titles must have in common to be compared: a word of some weight, or all of the title. */
function termsOf({ weights, article }: Title): string[] {
  const telling = Array.from(weights).flatMap(([word, weight]) => (weight > 0 ? [word] : []));
  return [...telling, `=${article.headline.title}`];
}

/** How similar the pairs of articles of two groups are: their mean, and whether any two are copies. */
interface Link {
  mean: number;
  areCopies: boolean;
}

function linkOf(one: Title, other: Title, weigh: Weigh): Link | undefined {
  let cosine = 0;
  for (const [word, weight] of one.weights) cosine += weight * (other.weights.get(word) ?? 0);
  const isSameTitle = one.article.headline.title === other.article.headline.title;
  if (cosine === 0 && !isSameTitle) return undefined;
  if (!isSameTitle && nameOthers(one.article, other.article, weigh)) return undefined;
  const areCopies = isSameTitle || similarity(one.signature, other.signature) >= SAME_STORY;
  return { mean: cosine * one.says * other.says, areCopies };
}

/** Whether the titles of two articles are made alike and name other things. */
const nameOthers = (one: Article, { words, headline }: Article, weigh: Weigh): boolean =>
  namesOthers(one, { story: newOpenStory('', words, headline), weigh });

/** Articles that are one story. */
interface Group {
  indexes: readonly number[];
  /** The number of its articles without copies: a report that is published ten times is no more evidence. */
  size: number;
  firstAt: Instant;
  lastAt: Instant;
  /** The groups with which it has anything in common. */
  links: Map<Group, Link>;
}

function setLink(one: Group, other: Group, link: Link): void {
  one.links.set(other, link);
  other.links.set(one, link);
}

/** The most similar pair of groups that can be one story; of equal pairs the first. */
function mostSimilar(groups: ReadonlySet<Group>): [Group, Group] | undefined {
  let best: { pair: [Group, Group]; score: number } | undefined;
  for (const one of groups) {
    for (const [other, link] of one.links) {
      const score = scoreOf(one, other, link);
      if (score > (best?.score ?? 0)) best = { pair: [one, other], score };
    }
  }
  return best?.pair;
}

/** One group of two. Its links to the groups that are left follow from theirs. */
function joinGroups([one, other]: readonly [Group, Group], left: ReadonlySet<Group>): Group {
  const areCopies = one.links.get(other)?.areCopies === true;
  const group: Group = {
    indexes: [...one.indexes, ...other.indexes],
    size: areCopies ? Math.max(one.size, other.size) : one.size + other.size,
    firstAt: Math.min(one.firstAt, other.firstAt),
    lastAt: Math.max(one.lastAt, other.lastAt),
    links: new Map(),
  };
  for (const next of left) {
    const [a, b] = [one.links.get(next), other.links.get(next)];
    next.links.delete(one);
    next.links.delete(other);
    if (!a && !b) continue;
    const mean = ((a?.mean ?? 0) * one.size + (b?.mean ?? 0) * other.size) / (one.size + other.size);
    setLink(group, next, { mean, areCopies: a?.areCopies === true || b?.areCopies === true });
  }
  return group;
}

/**
 * The least mean similarity of two groups of many articles, and what is added for few articles. Similarity counts less
 * the longer no article came, by the time constant `FRESH` and down to the share `STALE`: outlets write a story in
 * their own words while it is new. Chosen on labelled headlines (`npm run fit-stories`).
 */
const SAME_OF_MANY = 0.03;
const SAME_OF_FEW = 0.6;
const FRESH = HOUR / 2;
const STALE = 0.2;

/** The score of two groups, 0 to 1; 0 if they cannot be one story. */
function scoreOf(one: Group, other: Group, { mean, areCopies }: Link): number {
  if (areCopies) return 1;
  const gap = Math.max(0, one.firstAt - other.lastAt, other.firstAt - one.lastAt);
  const score = mean * (STALE + (1 - STALE) * Math.exp(-gap / FRESH));
  return score >= SAME_OF_MANY + SAME_OF_FEW / (one.size + other.size) ? score : 0;
}

/**
 * Findings in bundles: those of one group of the service, and those with one text. The time grows with the square of
 * the list.
 */
export function bundlesOf(profiles: readonly SimilarityProfile[], weigh: Weigh): SimilarityProfile[][] {
  const bundleOf = new Map<SimilarityProfile, SimilarityProfile[]>();
  for (const profile of profiles) {
    const copied = profiles.find((one) => bundleOf.has(one) && areOneReport(profile, one, weigh));
    const bundle = (copied && bundleOf.get(copied)) ?? [];
    bundle.push(profile);
    bundleOf.set(profile, bundle);
  }
  return [...new Set(bundleOf.values())];
}

function areOneReport(one: SimilarityProfile, other: SimilarityProfile, weigh: Weigh): boolean {
  if (areOfOneGroup(one, other)) return true;
  if (!haveOneText(one, other)) return false;
  const { signature, finding } = other;
  return (
    hasWholeTextOf(one, { title: finding.title, signature }) || !nameOthers(one.article, other.article, weigh)
  );
}

/** Clusters findings. Those of one group of the service are one story, and so are copies. */
export function clustersOf(
  left: readonly SimilarityProfile[],
  open: OpenStories,
): readonly (readonly SimilarityProfile[])[] {
  const latest = Math.max(...left.map(({ article }) => article.headline.at));
  const weigh = weighIn(open, latest);
  const bundles = bundlesOf(left, weigh);
  const firsts = bundles.flatMap(([first]) => first ?? []);
  const order = new Map(left.map((profile, at) => [profile, at]));
  return clusterArticles(firsts, weigh).map((indexes) =>
    indexes
      .flatMap((index) => bundles[index] ?? [])
      .toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)),
  );
}

// A story is named after its most central headline: the one whose words most other headlines of the story have, too,
// rare words counting more, for the length of the headline. With two headlines, neither is.

/** A story of fewer headlines is named after the first. */
export const LEAST_HEADLINES = 3;
const NONE: ReadonlySet<string> = new Set();

/**
 * How much the words of a title are those of the other titles. `counts` says how many titles have each word, this one
 * among them; `queried` words, which all findings of a watch have, count nothing.
 */
function centralityOf(title: string, counts: ReadonlyMap<string, number>, queried = NONE): number {
  let [shared, length] = [0, 0];
  for (const stem of stemsOf(title)) {
    if (queried.has(stem)) continue;
    const weight = rarityOf(stem) ** 2;
    shared += weight * Math.max(0, (counts.get(stem) ?? 0) - 1);
    length += weight;
  }
  return length === 0 ? 0 : shared / Math.sqrt(length);
}

/** The most central of some titles; of equal ones, and of fewer than three, the first. */
export function mostCentral<T extends { title: string }>(titled: readonly T[]): T | undefined {
  const [first, ...others] = titled;
  if (!first || titled.length < LEAST_HEADLINES) return first;
  const counts = new Map<string, number>();
  for (const { title } of titled)
    for (const stem of stemsOf(title)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  let best = { one: first, score: centralityOf(first.title, counts) };
  for (const one of others) {
    const score = centralityOf(one.title, counts);
    if (score > best.score) best = { one, score };
  }
  return best.one;
}

/** Whether a title of an open story is more central to it than the title after which it is named. */
export function isMoreCentral(
  title: string,
  { named, story, queried }: { named: string; story: OpenStory; queried: ReadonlySet<string> },
): boolean {
  if (title === named) return false;
  return centralityOf(title, story.title, queried) > centralityOf(named, story.title, queried);
}
