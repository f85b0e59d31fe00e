import { DAY, HOUR, type Instant } from '../time/instant.ts';
import type { RunState } from './run-state.ts';
import { nextSlot, parseSchedule } from '../time/schedule.ts';
import type { Watch } from '../watches/watch.ts';
import type { CoveredWindows, Heartbeat } from '../alerts/heartbeat.ts';
import { windowRuleOf } from '../watches/watch-kinds.ts';

/** A channel that has told nothing for so long says that it lives. */
export const HEARTBEAT_AFTER = 7 * DAY;
/** So many watches that are behind are named. */
const MOST_NAMED = 20;
/** A window is not late before that: a run may still be on its way. A job of the extraction service takes hours. */
const GRACE = { windowed: HOUR, job: DAY } as const;

/** The sign of a channel from the tallies of its watches. */
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
 * The windows that a watch's timetable had within a span, and those that its state has covered: all of them up to its
 * covered edge, whoever covered them and in how many runs. A watch counts from its first run on.
 */
export function coveredWindowsOf(
  watch: Watch,
  { state, since, until }: { state: RunState | undefined; since: Instant; until: Instant },
): CoveredWindows {
  const rule = windowRuleOf(watch.kind);
  const begin = Math.max(since, firstRunOf(watch, state) ?? since);
  const end = until - (rule ? GRACE.windowed : GRACE.job);
  const edge = Math.min(state?.coveredUntil ?? 0, state?.openWindow ?? Number.POSITIVE_INFINITY);
  // A window that runs by days reaches to the last midnight before its run.
  const covered = edge === 0 ? 0 : edge + (rule?.grain ?? 0);
  const due = countSlots(watch, { from: begin, to: end });
  return { watchId: watch.id, due, checked: countSlots(watch, { from: begin, to: Math.min(end, covered) }) };
}

/** The first window ended with the first run, and began a `lookback` before. */
function firstRunOf({ kind, lookback }: Watch, state: RunState | undefined): Instant | undefined {
  const reach = windowRuleOf(kind)?.reach ?? lookback;
  return state?.coveredFrom === undefined ? undefined : state.coveredFrom + Math.min(lookback, reach);
}

/** Slots of the timetable after `from`, up to and with `to`. */
function countSlots(watch: Watch, { from, to }: { from: Instant; to: Instant }): number {
  if (to <= from) return 0;
  const schedule = parseSchedule(watch.schedule, watch.timezone);
  if (schedule.type === 'rate') return Math.floor((to - from) / schedule.period);
  let count = 0;
  let slot = nextSlot(schedule, { after: from, start: from });
  while (slot !== undefined && slot <= to) {
    count += 1;
    slot = nextSlot(schedule, { after: slot, start: from });
  }
  return count;
}
