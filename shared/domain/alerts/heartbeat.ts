import type { Instant } from '../time/instant.ts';

/** How many windows of one watch were due within a span, and how many of them are covered. */
export interface CoveredWindows {
  watchId: string;
  due: number;
  checked: number;
}

/** What a channel that has told nothing says of its week. */
export interface Heartbeat {
  since: Instant;
  until: Instant;
  watches: number;
  due: number;
  checked: number;
  /** The watches that were not covered as they should be, worst first. */
  behind: readonly CoveredWindows[];
}
