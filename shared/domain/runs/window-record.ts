import type { Instant } from '../time/instant.ts';
import type { Window } from '../time/window.ts';

/** A window worth a record. Quiet windows are only added up in the state. */
export interface WindowRecord extends Window {
  watchId: string;
  /** `done`, or `open`: asked again at `retryAt`. */
  state: 'done' | 'open';
  /** More hits than the service can give even in its shortest window: what is beyond the cap is lost to us. */
  cut: boolean;
  /** Found by the recount: its articles became visible after their window was covered. */
  late: boolean;
  matched: number;
  found: number;
  calls: number;
  failures: number;
  retryAt?: Instant;
  openSince?: Instant;
  error?: string;
  correlationId?: string;
  /** Of a watch that counts: how many items in each time frame. The last frame grows until its time is over. */
  counts?: readonly FrameCount[];
}

/** How many items lie in a time frame, an hour or a day, that starts at `from`. */
export interface FrameCount {
  from: Instant;
  count: number;
}
