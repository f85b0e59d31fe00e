import { dayOf, type Instant, MINUTE } from '../../../domain/time/instant.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Timeline } from '../../ports/pages/timeline.ts';

/** So long after midnight nothing of the day before is on its way into the index any more. */
const SETTLED = 10 * MINUTE;
/** A number for each watch and day. */
const MOST_COUNTS = 5_000;

/** A timeline that counts each day once when it is over: nothing is found on a day that is past. */
export function rememberCounts(timeline: Timeline, clock: Pick<Clock, 'now'>): Timeline {
  const known = new Map<string, number>();
  return {
    ...timeline,
    async count(watchId, day) {
      const key = `${watchId} ${day}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      const count = await timeline.count(watchId, day);
      if (isOver(day, clock.now())) known.set(key, count);
      const [oldest] = known.keys();
      if (known.size > MOST_COUNTS && oldest !== undefined) known.delete(oldest);
      return count;
    },
  };
}

function isOver(day: string, now: Instant): boolean {
  return day < dayOf(now - SETTLED);
}
