import type { Instant } from '../../../../shared/domain/time/instant.ts';

/** The time of the local services. They never read the machine's own, so that tests and `--now` can set it. */
export interface Clock {
  now(): Instant;
}

/** A clock that shows `start` now and then runs as fast as `base`. */
export function clockFrom(start: Instant, base: Clock): Clock {
  const ahead = start - base.now();
  return { now: () => base.now() + ahead };
}

/** Numbers in [0, 1), like `Math.random`. */
export type Chance = () => number;

/** A repeatable source of chance (mulberry32): the same seed gives the same numbers on every machine. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
