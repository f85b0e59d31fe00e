import type { FeedAnswer, Validators } from '../../../domain/feeds/feed-answer.ts';
import type { FeedRound, FeedState, MissedSpan } from '../../../domain/feeds/feed-state.ts';
import type { SeenKeys } from '../../../domain/feeds/recognise-items.ts';
import type { SeenItem } from '../../../domain/feeds/seen-item.ts';
import type { Instant } from '../../../domain/time/instant.ts';
import type { Window } from '../../../domain/time/window.ts';

/** What a round of the poller found. */
export interface FeedFinds {
  items: readonly SeenItem[];
  missed: readonly MissedSpan[];
}

/** What the poller stores. It has a lease, so nobody else writes. */
export interface FeedStore {
  round(): Promise<FeedRound | undefined>;
  putRound(round: FeedRound): Promise<void>;
  states(): Promise<FeedState[]>;
  /** Writes the states of the feeds that changed; those of `gone` are removed. `all` are the states as they shall be. */
  putStates(all: readonly FeedState[], changed: ReadonlySet<string>): Promise<void>;
  seen(url: string): Promise<SeenKeys | undefined>;
  putSeen(url: string, seen: SeenKeys, now: Instant): Promise<void>;
  putFinds(at: Instant, finds: FeedFinds): Promise<void>;
  /** What was first seen in a window, in order, a part at a time. */
  finds(window: Window): AsyncIterable<FeedFinds>;
}

/** Polls one feed. Never throws for what a server does. */
export type PollFeed = (url: string, validators: Validators | undefined) => Promise<FeedAnswer>;
