import type { Clock } from '../kit/clock.ts';
import type { TimerClock } from './ports.ts';

/** Real timers beside a clock that may be moved: time is read from `clock`, delays pass at the machine's pace. */
export function systemTimers(clock: Clock): TimerClock {
  return {
    now: () => clock.now(),
    setTimer(delay, run) {
      const timer = setTimeout(() => void run(), delay).unref();
      return () => clearTimeout(timer);
    },
  };
}
