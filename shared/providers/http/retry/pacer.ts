import { SECOND, type Instant } from '../../../domain/time/instant.ts';

/** Returns how long a request must wait, in milliseconds from `now`. */
export type CallLimiter = (now: Instant) => number;

/** Spreads requests so that no more than `perSecond` start in a second. */
export function createCallLimiter(perSecond: number): CallLimiter {
  const gap = SECOND / perSecond;
  let free = 0;
  return (now) => {
    const turn = Math.max(now, free);
    free = turn + gap;
    return Math.ceil(turn - now);
  };
}
