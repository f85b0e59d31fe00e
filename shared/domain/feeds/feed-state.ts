import type { Instant } from '../time/instant.ts';
import type { Window } from '../time/window.ts';
import type { FeedFailure, Validators } from './feed-answer.ts';

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
