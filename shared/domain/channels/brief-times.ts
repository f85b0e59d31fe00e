import type { Instant } from '../time/instant.ts';
import { nextSlot, parseSchedule } from '../time/schedule.ts';
import { firstInstantAt, wallClockOf } from '../time/wall-clock.ts';

/**
 * The first time after `after` at which a brief is due. The expression is read on the wall clock: a time in the spring gap
 * is due at the first instant after the gap, and a time that autumn repeats is due once, at the first of the two. (The
 * scheduler skips slots in the spring gap; a brief must not be skipped.)
 */
export function nextBriefTime(
  expression: string,
  { after, timezone }: { after: Instant; timezone: string },
): Instant | undefined {
  const schedule = parseSchedule(expression, 'UTC');
  let local = Date.parse(`${wallClockOf(after, timezone)}Z`) - 1;
  for (;;) {
    const slot = nextSlot(schedule, { after: local, start: local });
    if (slot === undefined) return undefined;
    const at = firstInstantAt(wallClockOf(slot, 'UTC'), timezone);
    if (at > after) return at;
    local = slot;
  }
}
