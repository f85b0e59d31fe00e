import { HOUR, MINUTE } from '../time/instant.ts';

/** What we made upstream is compared with what stands there this often: a monitor may be switched off at any time. */
export const CHECK_GAP = HOUR;

/** Something whose making was not answered is looked for this long after: a list may lag behind. */
export const CREATION_CHECK_AFTER = 2 * MINUTE;

/** A delivery comes within half a minute of its run, retries included; what has not come by then is pulled. */
export const WEBHOOK_PATIENCE = 10 * MINUTE;

/** The service gets to know the companies of a watchlist within this; what takes longer is told (extraction service, datasets). */
export const READY_PATIENCE = 30 * MINUTE;

/** A reference job that gave no records is asked again after this. */
export const REFERENCE_GAP = 6 * HOUR;

/** A step that failed is tried again after 5, 10, 20 ... 60 minutes; one that was refused once an hour. */
export function stepWait(failures: number): number {
  return Math.min(5 * MINUTE * 2 ** Math.min(failures - 1, 4), HOUR);
}
