import type { Instant } from '../time/instant.ts';
import { nextSlot, parseSchedule } from '../time/schedule.ts';
import { firstInstantAt, wallClockOf } from '../time/wall-clock.ts';

/**
 * The first time after `after` at which a digest is due. The expression is read on the wall clock alone: a time that the
 * spring change leaves out is due at the first instant after the gap, and one that the autumn change repeats is due once,
 * at the first of the two. (A schedule of the scheduler skips the one in spring: a digest must not be lost.)
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
