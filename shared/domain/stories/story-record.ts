import { type Finding, isRanked, sentimentOf } from '../findings/finding.ts';
import { defined } from '../lib/fields.ts';
import type { Instant } from '../time/instant.ts';
import type { Signature } from './similarity.ts';
import { type Story, storyIdOf } from './story.ts';

/**
 * One article of a story. A story is computed from a set of these, so storing one again changes nothing, and runs may
 * store theirs in any order.
 */
export interface StoryArticle {
  fingerprint: string;
  /** When the service indexed it. */
  at: Instant;
  /** The outlet's domain. */
  domain?: string;
  /** ISO 3166-1 alpha-2. */
  country?: string;
  /** SEO rank of the outlet: lower is more popular. */
  rank?: number;
  /** -1..1 */
  sentiment?: number;
}

/** A story as it is stored. */
export interface StoryRecord {
  id: string;
  /** The watch whose story it is; undefined where a version before shared it among all watches. */
  watchId?: string;
  /** Its most central headline so far (central-headline.ts). News text. */
  title: string;
  madeAt: Instant;
  /** When one of its articles was last found; it is remembered from here. */
  seenAt: Instant;
  expiresAt: Instant;
  articles: readonly StoryArticle[];
  /** The signature of the finding that created it, and those of the first findings that joined. */
  signature: Signature;
  samples: readonly Signature[];
  /** The stories that were merged into it. */
  absorbed: readonly string[];
  /** The story that it was merged into. */
  mergedInto?: string;
  /** Stories that a person has set apart from it: nothing merges them with it but an order of a person. */
  apart?: readonly string[];
}

/** A stored story without its signatures: only who assigns findings needs those, and they are most of its bytes. */
export type StoryOutline = Omit<StoryRecord, 'signature' | 'samples'>;

/** How many articles of a story are kept: each takes at most 240 bytes, and an item at most 400 KB. */
export const MOST_STORY_ARTICLES = 1_500;
/** How many signatures are kept beside the first: the first few articles bring most of a story's words. */
export const MOST_SAMPLES = 12;
/** Domains have this form. Any other text, such as a name instead of a domain, is cut. */
const PLAIN_DOMAIN = /^[\w.-]{1,80}$/;
const LONGEST_NAME = 24;
const LONGEST_CODE = 3;

/** What a story keeps of a finding. */
export function storyArticleOf(finding: Finding): StoryArticle {
  const { fingerprint, indexedAt, outlet } = finding;
  const sentiment = sentimentOf(finding);
  return defined<StoryArticle>({
    fingerprint,
    at: indexedAt,
    domain: outlet && domainOf(outlet.domain),
    country: outlet?.country === undefined ? undefined : cut(outlet.country, LONGEST_CODE),
    rank: isRanked(outlet?.rank) ? outlet.rank : undefined,
    sentiment: sentiment === undefined ? undefined : Math.round(sentiment * 1_000) / 1_000,
  });
}

function domainOf(domain: string): string {
  return PLAIN_DOMAIN.test(domain) ? domain : cut(domain, LONGEST_NAME);
}

/** The beginning of a text, without characters that JSON must escape. */
function cut(text: string, length: number): string {
  return text
    .slice(0, length)
    .toWellFormed()
    .replaceAll(/["\\\p{Cc}]/gu, '');
}

/** Whether a story with the articles `known` learns nothing from the same article again. */
export function addsNothing(known: readonly StoryArticle[], article: StoryArticle): boolean {
  return known.some(
    ({ fingerprint, sentiment, rank }) =>
      fingerprint === article.fingerprint &&
      (sentiment !== undefined || article.sentiment === undefined) &&
      (rank !== undefined || article.rank === undefined),
  );
}

/** The story of a finding that is a story of its own. */
export function singleFindingStory(finding: Finding): Story {
  const { title, indexedAt } = finding;
  return storyOfArticles({ id: storyIdOf(finding), title, madeAt: indexedAt }, [storyArticleOf(finding)]);
}

/** A story together with those that were merged into it. */
export function storyOfRecords(record: StoryOutline, absorbed: readonly StoryOutline[] = []): Story {
  const story = storyOfArticles(
    record,
    [record, ...absorbed].flatMap(({ articles }) => articles),
  );
  return absorbed.length === 0 ? story : { ...story, absorbed: absorbed.map(({ id }) => id) };
}

/** A story as one, of what each watch has of it. It is merged where a watch has merged it. None: there is no part. */
export function joinParts(parts: readonly StoryOutline[]): StoryOutline | undefined {
  const [first] = parts.toSorted((one, other) => one.madeAt - other.madeAt);
  if (!first) return undefined;
  const mergedInto = parts.flatMap((part) => part.mergedInto ?? []).toSorted()[0];
  const apart = distinct(parts.flatMap((part) => part.apart ?? []));
  return {
    ...first,
    seenAt: Math.max(...parts.map(({ seenAt }) => seenAt)),
    expiresAt: Math.max(...parts.map(({ expiresAt }) => expiresAt)),
    articles: parts.flatMap(({ articles }) => articles),
    absorbed: distinct(parts.flatMap(({ absorbed }) => absorbed)),
    ...(mergedInto !== undefined && { mergedInto }),
    ...(apart.length > 0 && { apart }),
  };
}

/** A story as it was without some of its findings. */
export function storyWithout(
  story: Story,
  articles: readonly StoryArticle[],
  left: ReadonlySet<string>,
): Story {
  const before = articles.filter(({ fingerprint }) => !left.has(fingerprint));
  return storyOfArticles({ ...story, madeAt: story.firstAt }, before);
}

function storyOfArticles(
  { id, title, madeAt, mergedInto }: Pick<StoryOutline, 'id' | 'title' | 'madeAt' | 'mergedInto'>,
  articles: readonly StoryArticle[],
): Story {
  const sentiments = new Map(
    articles.flatMap(({ fingerprint, sentiment }) =>
      sentiment === undefined ? [] : [[fingerprint, sentiment] as const],
    ),
  );
  const times = articles.map(({ at }) => at);
  const firstAt = least(times) ?? madeAt;
  return defined<Story>({
    id,
    mergedInto,
    title,
    members: distinct(articles.map(({ fingerprint }) => fingerprint)),
    outlets: distinct(articles.flatMap(({ domain }) => domain ?? [])),
    countries: distinct(articles.flatMap(({ country }) => country ?? [])),
    bestRank: least(articles.flatMap(({ rank }) => rank ?? [])),
    sentiment: meanOf([...sentiments.values()]),
    firstAt,
    lastAt: times.reduce((latest, at) => Math.max(latest, at), firstAt),
  });
}

function least(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((low, value) => Math.min(low, value));
}

/** The mean, summed in a fixed order, so that the same values always give the same number. */
function meanOf(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  return values.toSorted((a, b) => a - b).reduce((sum, value) => sum + value, 0) / values.length;
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].toSorted();
}

/** Stories with the merges that the store has, and those that are to be written. */
export interface MergedStories {
  records: ReadonlyMap<string, StoryOutline>;
  merged: ReadonlyMap<string, string>;
}

/**
 * The id of the story that this one was merged into, or its own. A watch merges only what is not merged yet, so its merges end. Those
 * of several watches may lead back, where each has kept the other story: then the smallest of these ids counts.
 */
export function currentStoryId({ records, merged }: MergedStories, id: string): string {
  const way = [id];
  for (let current = id; ; ) {
    const next = merged.get(current) ?? records.get(current)?.mergedInto;
    if (next === undefined) return current;
    const back = way.indexOf(next);
    if (back >= 0) return way.slice(back).toSorted()[0] ?? current;
    way.push(next);
    current = next;
  }
}

/** The id of a story, then those of all stories that were merged into it. */
export function withMergedIds({ records, merged }: MergedStories, id: string): string[] {
  const ids = new Set([id]);
  for (const one of ids) {
    for (const absorbed of records.get(one)?.absorbed ?? []) ids.add(absorbed);
    for (const [loser, winner] of merged) if (winner === one) ids.add(loser);
  }
  return [...ids];
}
