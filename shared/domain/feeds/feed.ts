import type { Publication } from '../findings/finding.ts';
import { defined } from '../lib/fields.ts';
import { bareHost } from '../text/clean-text.ts';
import type { Instant, Window } from '../time/instant.ts';

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
  /** Who published it, where the feed is an aggregator's and says so. */
  outlet?: { domain: string; name?: string };
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

/** Feeds that watches read together, by the name that `watches.yaml` gives them. */
export interface FeedList {
  name: string;
  /** Addresses, each once. */
  urls: readonly string[];
}

/** The most feeds that one file may name. */
export const MOST_FEEDS = 500;

/** What the poller keeps of a feed from poll to poll. Small: those of many feeds are one item of the store. */
export interface FeedState {
  url: string;
  /** Not polled before. */
  dueAt: Instant;
  /** The last poll that was answered with the feed, or with "unchanged". Absent: there was none. */
  readAt?: Instant;
  validators?: Validators;
  /** How many items the feed showed when it was last read. */
  visible: number;
  /** Changes with the items that it shows. */
  shown?: string;
  /** What was published since then is known, but for what was missed. */
  since?: Instant;
  /** Milliseconds from one new item to the next, as observed. */
  rhythm?: number;
  /** Its `ttl`, and the hours and days that it wants left out. */
  ttl?: number;
  skipHours?: readonly number[];
  skipDays?: readonly number[];
  title?: string;
  /** Polls in a row that failed, the reason of the last one, and its text for people. */
  failures: number;
  failure?: FeedFailure;
  failureText?: string;
  /** The latest span in which items may have come and gone unseen. */
  missed?: Window;
  /** Items came and went while the feed asked not to be polled. */
  hintsLie?: true;
  /** Where its server says that it has moved for good. */
  movedTo?: string;
}

/** A span in which items of a feed may have come and gone unseen. It was recognised at its end. */
export interface MissedSpan extends Window {
  url: string;
}

/** How far the poller is. */
export interface FeedRound {
  /** All that was first seen before this instant is stored. */
  until: Instant;
  lists: readonly CoveredList[];
}

/** A list of feeds of which every one has been polled. */
export interface CoveredList {
  name: string;
  /** Since when items of some of its feeds are known. */
  since: Instant;
  /** Since when those of all its feeds are, but for feeds that could never be read. */
  wholeSince: Instant;
}

/** An item with what we add: where and when it was first seen. */
export interface SeenItem extends FeedItem {
  /** Its identity among all feeds. */
  key: string;
  /** The address of its feed. */
  feed: string;
  feedTitle: string;
  /** When the poller first saw it, by our clock. */
  seenAt: Instant;
}

/** The host of an address, without www; empty without an address. */
export function hostOf(address: string | undefined): string {
  return bareHost(URL.parse(address ?? '')?.hostname ?? '');
}

export function seenItemOf(
  { item, key }: { item: FeedItem; key: string },
  { url, title, at }: { url: string; title: string; at: Instant },
): SeenItem {
  return defined<SeenItem>({ ...item, key, feed: url, feedTitle: title, seenAt: at });
}

/** What a server wants to be asked with, so that it can answer that nothing has changed. */
export interface Validators {
  etag?: string;
  lastModified?: string;
}

/** Why a feed could not be read. `busy`: the server asks for patience. `gone`: it says that the feed has ended. */
export const FEED_FAILURES = [
  'busy',
  'gone',
  'missing',
  'refused',
  'server-error',
  'unreachable',
  'private-address',
  'too-slow',
  'too-large',
  'too-many-redirects',
  'not-a-feed',
] as const;
export type FeedFailure = (typeof FEED_FAILURES)[number];

/** What a poll of a feed brought. */
export type FeedAnswer = AnswerFacts &
  (
    | { status: 'read'; document: FeedDocument; validators: Validators }
    | { status: 'unchanged' }
    | { status: 'failed'; failure: FeedFailure; text: string }
  );

interface AnswerFacts {
  /** Where the feed has moved for good, as its server says. */
  movedTo?: string;
  /** Milliseconds for which the answer is good, as its headers say. */
  freshFor?: number;
  /** Milliseconds for which the server wants no request. */
  retryAfter?: number;
}
