import type { Instant } from '../time/instant.ts';

/** How many windows of a watch were due within a span, and how many of them are covered (`checked`). */
export interface CoveredWindows {
  watchId: string;
  due: number;
  checked: number;
}

/** What a channel that has sent nothing for a while reports about its watches. */
export interface Heartbeat {
  since: Instant;
  until: Instant;
  watches: number;
  due: number;
  checked: number;
  /** The watches with windows that are not covered, worst first. */
  behind: readonly CoveredWindows[];
}
