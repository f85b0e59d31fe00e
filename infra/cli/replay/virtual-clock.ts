import { setImmediate as afterMicrotasks } from 'node:timers/promises';
import type { Instant } from '../../../shared/domain/time/instant.ts';
import type { Clock } from '../../../shared/use-cases/ports/clock.ts';

/** A clock for several processes at a time: their waits overlap. */
export interface VirtualClock extends Clock {
  /** Runs work to its end. Time moves to the end of the next wait when every process waits. */
  run(work: Promise<unknown>): Promise<void>;
}

export function virtualClock(start: Instant): VirtualClock {
  let now = start;
  const waits: { until: Instant; end: () => void }[] = [];
  return {
    now: () => now,
    sleep: (milliseconds) =>
      new Promise((end) => {
        waits.push({ until: now + milliseconds, end });
      }),
    async run(work) {
      let isOpen = true;
      const ended = work.finally(() => {
        isOpen = false;
      });
      ended.catch(() => undefined);
      for (;;) {
        // Twins in memory go on by microtasks alone.
        await afterMicrotasks();
        if (!isOpen) break;
        const next = waits.reduce((first, wait) => (wait.until < first.until ? wait : first));
        waits.splice(waits.indexOf(next), 1);
        now = Math.max(now, next.until);
        next.end();
      }
      await ended;
    },
  };
}
