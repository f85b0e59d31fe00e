import { HOUR, MINUTE } from '../time/instant.ts';

/** How often our records are compared with the upstream objects: a monitor may be switched off at any time. */
export const CHECK_GAP = HOUR;

/** When to search for an object whose creation was not answered: lists may lag behind. */
export const CREATION_CHECK_AFTER = 2 * MINUTE;

/** A webhook payload comes within half a minute of its run, retries included. Later its records are pulled. */
export const WEBHOOK_PATIENCE = 10 * MINUTE;

/**
 * The service identifies the companies of a watchlist within this time, or there is an incident (extraction service,
 * datasets).
 */
export const READY_PATIENCE = 30 * MINUTE;

/** When a failed reference job is submitted again. */
export const REFERENCE_GAP = 6 * HOUR;

/** How long to wait after a failed step: 5, 10, 20 ... 60 minutes. */
export function stepWait(failures: number): number {
  return Math.min(5 * MINUTE * 2 ** Math.min(failures - 1, 4), HOUR);
}
