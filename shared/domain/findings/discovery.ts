import type { Instant } from '../time/instant.ts';
import type { Window } from '../time/window.ts';

/**
 * What first found an item: a run and, where the service is queried by windows, the window and the request. It is stored
 * with the finding and with its alert. Records of windows overlap and are written again, so they cannot say it later.
 */
export interface Discovery {
  run: DiscoveringRun;
  window?: Window;
  /** The service's id of the request. */
  requestId?: string;
  /** How many matches the service counted in the window then. */
  hits?: number;
  /** The daily recount found it. */
  late?: true;
  /** A watch that began looked back over its window: the item may be much older than the watch. */
  lookedBack?: true;
}

export interface DiscoveringRun {
  /** Of a run by windows the id of its queue message, as in the logs; else the id of the job. */
  id: string;
  track: 'live' | 'backfill';
  /** The slot of its schedule, or when someone ordered it. */
  scheduledFor?: Instant;
}
