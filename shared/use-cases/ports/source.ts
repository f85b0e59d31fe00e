import type { FeedAnswer, Validators } from '../../domain/feeds/feed.ts';
import type { Finding, FoundItem } from '../../domain/findings/finding.ts';
import type { UnusableItem } from '../../domain/findings/quarantine.ts';
import type { FrameCount } from '../../domain/runs/run-state.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { Window } from '../../domain/time/window.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { CallLimits } from './clock.ts';

/** The items of an answer, all of them read. */
export interface FoundItems {
  findings: Finding[];
  /** What cannot be read. */
  unusable?: readonly UnusableItem[];
  /** The parsed JSON of each finding, by fingerprint. */
  sources?: ReadonlyMap<string, unknown>;
}

/** What a source found on one page of one window. */
export interface FoundPage {
  items: readonly FoundItem[];
  /** What cannot be read. */
  unusable?: readonly UnusableItem[];
  /** Items, or parts of items, without an identity. They are counted and not stored. */
  refused: number;
  /** Matches the service counts, up to its cap. */
  hits: number;
  pages: number;
  /** The service counts no further: the window may hold more than it can give. */
  capped: boolean;
  /** Requests this took, with retries. */
  calls: number;
  correlationId?: string;
  /** For watches that count: numbers of items by time frame. */
  counts?: readonly FrameCount[];
  /** Spans in which items may have come and gone unseen, by the time at which that was recognised: their ends. */
  missed?: readonly Window[];
}

/** One service as a run sees it. Errors are `UpstreamError`s. */
export interface Source {
  fetchPage(ask: { watch: Watch; window: Window; page: number }, limits: CallLimits): Promise<FoundPage>;
  /** How many items the service counts in a window; one call. */
  count(ask: { watch: Watch; window: Window }, limits: CallLimits): Promise<{ hits: number; calls: number }>;
  /**
   * The instant up to which windows of a watch can be covered now; undefined: none yet. Left out: there is no such limit, because
   * the service itself says what it knows.
   */
  readyUntil?(watch: Watch): Promise<Instant | undefined>;
}

/** Polls one feed. Never throws for what a server does. */
export type PollFeed = (url: string, validators: Validators | undefined) => Promise<FeedAnswer>;
