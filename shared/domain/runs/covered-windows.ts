import { DAY, HOUR, type Instant } from '../time/instant.ts';
import { firstRunOf, type RunState } from './run-state.ts';
import { slotsAfter, parseSchedule } from '../time/schedule.ts';
import type { Watch } from '../watches/watch.ts';
import type { CoveredWindows, Heartbeat } from '../alerts/heartbeat.ts';
import { windowRuleOf } from '../watches/watch-kinds.ts';

/** A channel that has sent nothing for this long sends a heartbeat. */
export const HEARTBEAT_AFTER = 7 * DAY;
/** How many watches that are behind a heartbeat names. */
const MOST_NAMED = 20;
/** Windows younger than this are not late: their run may still be at work. A job of the extraction service takes hours. */
const GRACE = { windowed: HOUR, job: DAY } as const;

/** The heartbeat of a channel, from the windows of its watches. */
export function heartbeatOf(
  watches: readonly CoveredWindows[],
  span: { since: Instant; until: Instant },
): Heartbeat {
  const sum = (key: 'due' | 'checked') => watches.reduce((total, watch) => total + watch[key], 0);
  const behind = watches.filter(({ due, checked }) => checked < due);
  return {
    ...span,
    watches: watches.length,
    due: sum('due'),
    checked: sum('checked'),
    behind: behind.toSorted((a, b) => b.due - b.checked - (a.due - a.checked)).slice(0, MOST_NAMED),
  };
}

/**
 * How many windows a watch's schedule had within a span, and how many of them are covered: all up to the watermark,
 * however many runs covered them. A watch counts from its first run on.
 */
export function coveredWindowsOf(
  watch: Watch,
  { state, since, until }: { state: RunState | undefined; since: Instant; until: Instant },
): CoveredWindows {
  const rule = windowRuleOf(watch.kind);
  const begin = Math.max(since, firstRunOf(watch, state) ?? since);
  const end = until - (rule ? GRACE.windowed : GRACE.job);
  const watermark = Math.min(state?.coveredUntil ?? 0, state?.openWindow ?? Number.POSITIVE_INFINITY);
  // A window of whole days ends at the last midnight before its run.
  const covered = watermark === 0 ? 0 : watermark + (rule?.grain ?? 0);
  const due = countSlots(watch, { from: begin, to: end });
  return { watchId: watch.id, due, checked: countSlots(watch, { from: begin, to: Math.min(end, covered) }) };
}

/** The number of slots after `from`, up to and including `to`. */
function countSlots(watch: Watch, { from, to }: { from: Instant; to: Instant }): number {
  if (to <= from) return 0;
  const schedule = parseSchedule(watch.schedule, watch.timezone);
  if (schedule.type === 'rate') return Math.floor((to - from) / schedule.period);
  let count = 0;
  for (const slot of slotsAfter(schedule, { after: from, start: from })) {
    if (slot > to) break;
    count += 1;
  }
  return count;
}
