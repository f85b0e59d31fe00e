import { rankOf, type StoredFinding } from '../findings/finding.ts';
import type { Instant } from '../time/instant.ts';
import { type SentimentSum } from './sentiment-share.ts';

/** An outlet within a fold. What articles disagree about is the least of what they say, whatever their order. */
export interface OutletRollup {
  count: number;
  mood: SentimentSum;
  name?: string;
  country?: string;
  rank?: number;
}

/** A finding as a report shows it. News text. */
export interface Example {
  fingerprint: string;
  watchId: string;
  type: 'article' | 'event' | 'record';
  at: Instant;
  title: string;
  link?: string;
  domain?: string;
  rank?: number;
  country?: string;
  author?: string;
  /** Who wrote it with the author: the first few. */
  coauthors?: readonly string[];
  /** Thousandths. */
  mood?: number;
  story: string;
}

/** A story within a fold; the larger ones are kept with their first article and the outlets that printed them. */
export interface StoryRollup {
  count: number;
  mood: SentimentSum;
  /** Its first article. */
  first: Example;
  /** Domains, in order. */
  outlets: readonly string[];
}

/**
 * What the findings of one day come to, for one brand. Each finding counts once, however many watches found it. Folds of
 * the same day are added up by `addFold`; nothing in them depends on the order in which findings came.
 */
export interface DayRollup {
  articles: number;
  events: number;
  records: number;
  /** Findings left aside because a phrase of the exclusions stands in them. */
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
  /** How many articles tell each story. */
  stories: Readonly<Record<string, number>>;
  /** The largest stories. */
  large: Readonly<Record<string, StoryRollup>>;
  /** The articles of the most read outlets. */
  examples: readonly Example[];
  /** The first events and records. */
  items: readonly Example[];
}

/** So many stories of a day are kept with what they look like, and so many articles, events and records as examples. */
export const MOST_LARGE = 300;
export const MOST_EXAMPLES = 150;
export const MOST_ITEMS = 60;

/** When a finding happened: when it was published, else indexed; never after we found it. */
export function findingTime({ finding, foundAt }: Pick<StoredFinding, 'finding' | 'foundAt'>): Instant {
  return Math.min(finding.publishedAt ?? finding.indexedAt, foundAt);
}

/** The most read first; then the oldest. The fingerprint decides what is left, so that the order is always the same. */
export function mostReadFirst(one: Example, other: Example): number {
  return rankOf(one) - rankOf(other) || oldestFirst(one, other);
}

export function oldestFirst(one: Example, other: Example): number {
  return one.at - other.at || (one.fingerprint < other.fingerprint ? -1 : 1);
}
