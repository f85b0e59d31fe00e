import { SECOND, type Instant } from '../../../domain/time/instant.ts';

/** Gives each request its turn: how long it must wait, in milliseconds, counted from `now`. */
export type Pacer = (now: Instant) => number;

/** Spreads requests so that no more than `perSecond` start in a second. */
export function createPacer(perSecond: number): Pacer {
  const gap = SECOND / perSecond;
  let free = 0;
  return (now) => {
    const turn = Math.max(now, free);
    free = turn + gap;
    return Math.ceil(turn - now);
  };
}
