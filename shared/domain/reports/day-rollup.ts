import {
  publicationTime,
  publishedDay,
  rankOf,
  type StoredFinding,
  type Topics,
  UNRANKED,
} from '../findings/finding.ts';
import { defined } from '../lib/fields.ts';
import { dayOf, HOUR, type Instant } from '../time/instant.ts';

/** An outlet in a rollup. If its articles give different names, countries or ranks, the least of them counts. */
export interface OutletRollup {
  count: number;
  mood: SentimentSum;
  name?: string;
  country?: string;
  rank?: number;
}

/** A finding as a report shows it. Contains news text. */
export interface Example {
  fingerprint: string;
  watchId: string;
  type: 'article' | 'event' | 'record';
  at: Instant;
  title: string;
  /** Its title in English, if the service has translated it. */
  english?: string;
  link?: string;
  domain?: string;
  rank?: number;
  country?: string;
  author?: string;
  /** The first few co-authors. */
  coauthors?: readonly string[];
  /** Its sentiment in thousandths. */
  mood?: number;
  story: string;
}

/** The topics that reports count, by the name of their section in CSV and in addresses. */
export const COUNTED_TOPICS = {
  theme: 'themes',
  person: 'people',
  place: 'places',
  iptc: 'iptcTags',
  iab: 'iabTags',
} as const satisfies Readonly<Record<string, keyof Topics>>;
export type CountedTopic = keyof typeof COUNTED_TOPICS;

/** Numbers of articles by topic. */
type CountedTopics = Readonly<Partial<Record<CountedTopic, Readonly<Record<string, number>>>>>;

/** Words of an article, as its outlet wrote them. News text. */
export interface Quote {
  text: string;
  /** The outlet, and its rank. */
  domain?: string;
  rank?: number;
}

/** An article as a report names a story after it. */
export type Titled = Pick<Example, 'fingerprint' | 'at' | 'title' | 'english' | 'link'>;

/** One of the large stories in a rollup. */
export interface StoryRollup {
  count: number;
  mood: SentimentSum;
  /** Its first article. */
  first: Example;
  /** Its article with the most central headline of the day. Absent: it is the first. */
  central?: Titled;
  /** Domains, sorted. */
  outlets: readonly string[];
  /** From its most read article with a text. Absent: none has one. */
  quote?: Quote;
}

/**
 * The totals of one day's findings, for one brand. Each finding counts once, however many watches found it.
 * `addRollup` adds rollups of the same day. Nothing depends on the order of the findings.
 */
export interface DayRollup {
  articles: number;
  events: number;
  records: number;
  /** Findings that do not count because they contain an excluded phrase. */
  excluded: number;
  mood: SentimentSum;
  /** Articles by reach, in the order of `REACH_BANDS`. */
  reach: readonly number[];
  /** By domain. */
  outlets: Readonly<Record<string, OutletRollup>>;
  authors: Readonly<Record<string, number>>;
  /** ISO 3166-1 alpha-2. */
  countries: Readonly<Record<string, number>>;
  /** ISO 639-1. */
  languages: Readonly<Record<string, number>>;
  /** Articles by what they are about. Absent: no article has a topic. */
  topics?: CountedTopics;
  /** The number of articles of each story. */
  stories: Readonly<Record<string, number>>;
  /** The largest stories. */
  large: Readonly<Record<string, StoryRollup>>;
  /** Articles of the most read outlets. */
  examples: readonly Example[];
  /** The first events and records. */
  items: readonly Example[];
}

/** How many large stories, articles, and events and records a rollup keeps. */
export const MOST_LARGE = 300;
export const MOST_EXAMPLES = 150;
export const MOST_ITEMS = 60;

/**
 * The time of a finding in reports: when it was published, or else indexed, but not later than when we found it. A
 * date without a time is that day in the zone of the report too; `dayIn` reads the days of this zone (default UTC).
 */
export function findingTime(
  { finding, foundAt }: Pick<StoredFinding, 'finding' | 'foundAt'>,
  dayIn = dayOf,
): Instant {
  const at = publicationTime(finding);
  const day = publishedDay(finding);
  if (!day || day.from > foundAt) return Math.min(at, foundAt);
  // In every zone one of these hours is on the date: offsets go from -12 to +14 hours.
  const hours = [at, day.from + 12 * HOUR, day.from + 9 * HOUR];
  return hours.find((hour) => dayIn(hour) === dayOf(day.from)) ?? at;
}

/** Sorts the most read first, then the oldest, then by fingerprint, so that the order is always the same. */
export function mostReadFirst(one: Example, other: Example): number {
  return rankOf(one) - rankOf(other) || oldestFirst(one, other);
}

/**
 * The quote of the most read outlet; of equal ones the first in the order of letters, so that it is always the same.
 */
export function bestQuote(one: Quote | undefined, other: Quote | undefined): Quote | undefined {
  if (!one || !other) return one ?? other;
  const order = rankOf(one) - rankOf(other) || (one.text < other.text ? -1 : 1);
  return order <= 0 ? one : other;
}

/** The sum of two rollups of an outlet. */
export function addOutlets(known: OutletRollup | undefined, more: OutletRollup): OutletRollup {
  if (!known) return more;
  return defined<OutletRollup>({
    count: known.count + more.count,
    mood: addSentimentSums(known.mood, more.mood),
    name: leastOf(known.name, more.name),
    country: leastOf(known.country, more.country),
    rank: leastOf(known.rank, more.rank),
  });
}

/** Sorts the oldest first, then by fingerprint. */
export function oldestFirst(one: Pick<Example, 'at' | 'fingerprint'>, other: typeof one): number {
  return one.at - other.at || (one.fingerprint < other.fingerprint ? -1 : 1);
}

/** The brand of a rollup, and the zone of its days. */
export interface RollUpScope {
  brand: string;
  /** IANA zone. */
  timezone: string;
}

/** A record that the findings of a UTC day are rolled up: those of which watches, into which days of the zone. */
export interface RollupMark {
  foundDay: string;
  watches: readonly string[];
  days: readonly string[];
}

/** Collects the first few of many items in an order. */
interface Top<T> {
  add(item: T): void;
  /** The collected items, sorted. */
  all(): T[];
}

/** Keeps the first `most` of all added items; holds at most twice as many at a time. */
export function topOf<T>(most: number, order: (one: T, other: T) => number): Top<T> {
  let kept: T[] = [];
  const trim = (): void => {
    kept = kept.toSorted(order).slice(0, most);
  };
  return {
    add(item) {
      kept.push(item);
      if (kept.length >= 2 * most) trim();
    },
    all() {
      trim();
      return kept;
    },
  };
}

/** The lesser of two values that may be missing. */
function leastOf<T extends string | number>(one: T | undefined, other: T | undefined): T | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one < other ? one : other;
}

/** Bands of an outlet's SEO rank, best first: lower is more popular. */
export const REACH_BANDS = [
  { id: 'top-1k', label: 'Rank 1 to 1,000', upTo: 1_000 },
  { id: 'top-10k', label: '1,001 to 10,000', upTo: 10_000 },
  { id: 'top-100k', label: '10,001 to 100,000', upTo: 100_000 },
  { id: 'beyond', label: 'Beyond 100,000', upTo: UNRANKED - 1 },
  { id: 'unranked', label: 'Not ranked', upTo: Number.POSITIVE_INFINITY },
] as const;

/** The index of a rank's band. An outlet without a rank is unranked. */
export function reachBandOf(rank: number | undefined): number {
  const at = REACH_BANDS.findIndex(({ upTo }) => rank !== undefined && rank <= upTo);
  return at < 0 ? REACH_BANDS.length - 1 : at;
}

/**
 * The sum of the sentiments of articles, in whole thousandths, so that it does not depend on the order. An article is
 * negative below -0.2, positive above 0.2, neutral between.
 */
export interface SentimentSum {
  /** The number of articles with a sentiment. */
  count: number;
  /** Thousandths. */
  sum: number;
  negative: number;
  positive: number;
}

/** The limit of a neutral sentiment, in thousandths. */
const TONE = 200;

export const TONES = ['negative', 'neutral', 'positive'] as const;
export type SentimentTone = (typeof TONES)[number];

/** The tone of an article, by its sentiment in thousandths. */
export function toneOf(thousandths: number): SentimentTone {
  if (thousandths < -TONE) return 'negative';
  return thousandths > TONE ? 'positive' : 'neutral';
}

export const NO_SENTIMENT: SentimentSum = { count: 0, sum: 0, negative: 0, positive: 0 };

/** The sum for one article with this sentiment, -1..1. */
export function sentimentSumOf(sentiment: number | undefined): SentimentSum {
  if (sentiment === undefined) return NO_SENTIMENT;
  const sum = Math.round(Math.min(1, Math.max(-1, sentiment)) * 1_000);
  const tone = toneOf(sum);
  return { count: 1, sum, negative: tone === 'negative' ? 1 : 0, positive: tone === 'positive' ? 1 : 0 };
}

export function addSentimentSums(one: SentimentSum, other: SentimentSum): SentimentSum {
  return {
    count: one.count + other.count,
    sum: one.sum + other.sum,
    negative: one.negative + other.negative,
    positive: one.positive + other.positive,
  };
}

/** The number of neutral articles. */
export function neutralCount({ count, negative, positive }: SentimentSum): number {
  return count - negative - positive;
}

/** How many articles have a tone. */
export function countTone(sentiment: SentimentSum, tone: SentimentTone): number {
  return tone === 'neutral' ? neutralCount(sentiment) : sentiment[tone];
}

/** The mean, -1..1 with two decimals; undefined when no article has a sentiment. */
export function meanSentiment({ count, sum }: SentimentSum): number | undefined {
  return count === 0 ? undefined : Math.round(sum / count / 10) / 100 + 0;
}

/** A mean sentiment with its sign: `+0.12`. */
export function toneText(mean: number): string {
  return `${mean > 0 ? '+' : mean < 0 ? '−' : ''}${Math.abs(mean).toFixed(2)}`;
}
