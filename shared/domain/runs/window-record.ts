import type { Instant } from '../time/instant.ts';
import type { Window } from '../time/window.ts';

/** A stored window. Quiet windows are only added up in the state. */
export interface WindowRecord extends Window {
  watchId: string;
  /** `done`, or `open`: queried again at `retryAt`. */
  state: 'done' | 'open';
  /** More hits than the service can give even in its shortest window: items beyond the cap are lost. */
  cut: boolean;
  /** Of feeds: spans in which items may have come and gone unseen. The window is then `cut`, too. */
  missed?: readonly Window[];
  /** Found by the recount: its articles became visible after the window was covered. */
  late: boolean;
  matched: number;
  found: number;
  calls: number;
  failures: number;
  retryAt?: Instant;
  openSince?: Instant;
  error?: string;
  correlationId?: string;
  /** Of a watch that only counts: the number of items in each time frame. The last frame grows until it ends. */
  counts?: readonly FrameCount[];
}

/** The number of items in a time frame, an hour or a day, that starts at `from`. */
export interface FrameCount {
  from: Instant;
  count: number;
}
