import type { Clock } from '../../../shared/use-cases/ports/clock.ts';

export interface TestClock extends Clock {
  /** Every wait that was asked for, in milliseconds. */
  waits: number[];
}

/** A clock that stands still but for the waits, which it skips and writes down. */
export function testClock(start = '2026-11-21T08:00:00Z'): TestClock {
  const waits: number[] = [];
  let now = Date.parse(start);
  return {
    waits,
    now: () => now,
    sleep: async (milliseconds) => {
      waits.push(milliseconds);
      now += milliseconds;
    },
  };
}
