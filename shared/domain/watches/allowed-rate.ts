import { HOUR, MINUTE, SECOND, type Instant } from '../time/instant.ts';
import type { RunOrder } from './watch.ts';

/** How often a watch may run: as its schedule says, no oftener than each `interval` milliseconds, or not at all. */
export type RateLimit = { state: 'full' } | { state: 'slowed'; interval: number } | { state: 'paused' };

/** A tempo below full that is in force for a watch; absent where it runs as its schedule says. */
export type AllowedRate = Exclude<RateLimit, { state: 'full' }> & {
  /** Why, in a sentence for people. */
  reason: string;
  /** Nobody has renewed it by then: it holds no longer. */
  until: Instant;
};

/** A slot may come a little early, or the one before a little late. */
const EARLY = 30 * SECOND;

/**
 * Why a run may not go ahead now; undefined when it may. One that sends itself on is still the same run, and a person does
 * not wait for a slower timetable; what is left while a watch is paused is put aside for others.
 */
export function skipReasonOf(
  { pace: rate, lastRunAt }: { pace?: AllowedRate; lastRunAt?: Instant },
  { order, now }: { order: Pick<RunOrder, 'continuation' | 'byHand'>; now: Instant },
): string | undefined {
  if (!rate || rate.until <= now) return undefined;
  if (rate.state === 'paused') return `It is paused. ${rate.reason}`;
  if (order.byHand || order.continuation > 0 || lastRunAt === undefined) return undefined;
  if (now - lastRunAt >= rate.interval - EARLY) return undefined;
  return `It runs ${formatInterval(rate.interval)} only. ${rate.reason}`;
}

/** `every 45 minutes`, `every 2 hours`; for people, so not to the second. */
export function formatInterval(interval: number): string {
  if (interval < 2 * HOUR) return `every ${Math.round(interval / MINUTE)} minutes`;
  return `every ${Math.round(interval / HOUR)} hours`;
}
