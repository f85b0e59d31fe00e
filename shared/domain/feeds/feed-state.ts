import { defined } from '../lib/fields.ts';
import { bareHost } from '../text/page-address.ts';
import type { Instant } from '../time/instant.ts';
import type { Window } from '../time/window.ts';
import type { FeedDocument, FeedItem } from './feed.ts';

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
export type FeedAnswer = FeedFacts &
  (
    | { status: 'read'; document: FeedDocument; validators: Validators }
    | { status: 'unchanged' }
    | { status: 'failed'; failure: FeedFailure; text: string }
  );

interface FeedFacts {
  /** Where the feed has moved for good, as its server says. */
  movedTo?: string;
  /** Milliseconds for which the answer is good, as its headers say. */
  freshFor?: number;
  /** Milliseconds for which the server wants no request. */
  retryAfter?: number;
}

/** What the poller keeps of a feed from poll to poll. Small: those of many feeds are one item of the store. */
export interface FeedState {
  url: string;
  /** Not polled before. */
  dueAt: Instant;
  polledAt: Instant;
  /** The last poll that was answered with the feed, or with "unchanged". Absent: there was none. */
  readAt?: Instant;
  validators?: Validators;
  /** How many items the feed showed when it was last read. */
  visible: number;
  /** Changes with the items that it shows. */
  shown?: string;
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
  /** The lists of which every feed has been polled. */
  lists: readonly string[];
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

/** The host of the page of an item, or else of its feed. */
export function hostOf({ link, feed }: Pick<SeenItem, 'link' | 'feed'>): string {
  return bareHost(URL.parse(link ?? feed)?.hostname ?? '');
}

export function seenItemOf(
  { item, key }: { item: FeedItem; key: string },
  { url, title, at }: { url: string; title: string; at: Instant },
): SeenItem {
  return defined<SeenItem>({ ...item, key, feed: url, feedTitle: title, seenAt: at });
}
