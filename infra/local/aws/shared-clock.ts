import type { Instant } from '../../../shared/domain/time/instant.ts';

/** One clock for the whole machine. Every thread adds the same shift to the computer's own time. */
export interface SharedClock {
  now(): Instant;
  /** Moves the clock forward, for all threads at once. Milliseconds. */
  leap(milliseconds: number): void;
  /** The shift, in memory that worker threads can share. */
  readonly shift: SharedArrayBuffer;
}

/** A clock that shows `start` now, or the computer's own time, and runs on from there. */
export function createClock(start?: Instant): SharedClock {
  const clock = joinClock(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
  if (start !== undefined) clock.leap(start - Date.now());
  return clock;
}

/** The clock of another thread. It takes the real `Date.now`, so that it still works after `Date` is replaced. */
export function joinClock(shift: SharedArrayBuffer, realNow: () => Instant = Date.now): SharedClock {
  const milliseconds = new BigInt64Array(shift);
  return {
    shift,
    now: () => realNow() + Number(Atomics.load(milliseconds, 0)),
    leap: (by) => {
      Atomics.add(milliseconds, 0, BigInt(Math.round(by)));
    },
  };
}
