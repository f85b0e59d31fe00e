import { HOUR, MINUTE, SECOND, type Instant } from '../time/instant.ts';
import type { RunOrder } from './watch.ts';

/** How often a watch may run: as scheduled, at most once per `interval` (milliseconds), or not at all. */
export type RateLimit = { state: 'full' } | { state: 'slowed'; interval: number } | { state: 'paused' };

/** A limit that holds for a watch now. Absent: it runs as scheduled. */
export type AllowedRate = Exclude<RateLimit, { state: 'full' }> & {
  /** Why, as a sentence for people. */
  reason: string;
  /** The limit ends then unless it is renewed. */
  until: Instant;
};

/** Slots may be this much early or late. */
const EARLY = 30 * SECOND;

/**
 * Why a run must be skipped now; undefined when it may go ahead. A slower rate stops neither a run that continues nor one
 * by hand. A pause stops every run: what is left of the budget is for other watches.
 */
export function skipReasonOf(
  { rate, lastRunAt }: { rate?: AllowedRate; lastRunAt?: Instant },
  { order, now }: { order: Pick<RunOrder, 'continuation' | 'byHand'>; now: Instant },
): string | undefined {
  if (!rate || rate.until <= now) return undefined;
  if (rate.state === 'paused') return `It is paused. ${rate.reason}`;
  if (order.byHand || order.continuation > 0 || lastRunAt === undefined) return undefined;
  if (now - lastRunAt >= rate.interval - EARLY) return undefined;
  return `It runs ${formatInterval(rate.interval)} only. ${rate.reason}`;
}

/** `every 45 minutes`, `every 2 hours`: rounded, for people. */
export function formatInterval(interval: number): string {
  if (interval < 2 * HOUR) return `every ${Math.round(interval / MINUTE)} minutes`;
  return `every ${Math.round(interval / HOUR)} hours`;
}
