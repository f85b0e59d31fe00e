import type { Publication } from '../findings/finding.ts';
import type { Instant } from '../time/instant.ts';

/** Feeds that watches read together, by the name that `watches.yaml` gives them. */
export interface FeedList {
  name: string;
  /** Addresses, each once. */
  urls: readonly string[];
}

/** The most feeds that one file may name. */
export const MOST_FEEDS = 500;

/** One item of a feed, as its outlet wrote it, with clean texts. */
export interface FeedItem extends Publication {
  /** The id that the feed gives it. Feeds may change it, or leave it out. */
  id?: string;
  /** Absolute, http or https. */
  link?: string;
  title: string;
  /** The beginning of its text. */
  snippet: string;
  authors: readonly string[];
  /** ISO 639-1, where the feed says it. */
  language?: string;
}

/** When a feed asks not to be polled, and for how long an answer stays good. */
export interface FeedHints {
  /** Milliseconds for which an answer is good, as its `ttl` says. */
  ttl?: number;
  /** Hours of the day in UTC, 0 to 23, in which nothing is published. */
  skipHours?: readonly number[];
  /** Days of the week in UTC, 0 is Sunday, on which nothing is published. */
  skipDays?: readonly number[];
}

/** The content of a feed: its items in its own order. */
export interface FeedDocument {
  format: 'rss' | 'atom' | 'rdf' | 'json' | 'sitemap';
  title: string;
  /** The page that the feed belongs to. */
  site?: string;
  language?: string;
  hints: FeedHints;
  items: readonly FeedItem[];
}

/** A document that is no feed, or one that cannot be read. The text says why, for people. */
export class BadFeed extends Error {
  override readonly name = 'BadFeed';
}

/** What the items of a feed say about it. Spans are in milliseconds. */
export interface FeedFacts {
  items: number;
  newest?: Instant;
  /** The middle span from one item to the next. */
  rhythm?: number;
  /** From its oldest to its newest item: about how long an item stays. */
  visible?: number;
}

export function feedFactsOf({ items }: FeedDocument): FeedFacts {
  const dates = items.flatMap(({ publishedAt }) => publishedAt ?? []).toSorted((a, b) => b - a);
  const [newest, oldest] = [dates[0], dates.at(-1)];
  if (newest === undefined || oldest === undefined) return { items: items.length };
  const gaps = dates.slice(1).map((at, n) => (dates[n] ?? at) - at);
  const rhythm = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)];
  return {
    items: items.length,
    newest,
    ...(rhythm !== undefined && { rhythm, visible: newest - oldest }),
  };
}
