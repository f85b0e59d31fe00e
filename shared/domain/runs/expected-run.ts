import type { CoveredWindows, Heartbeat } from '../alerts/alert.ts';
import { DAY, HOUR, type Instant, isAhead, MINUTE } from '../time/instant.ts';
import { nextSlot, parseSchedule, slotsAfter } from '../time/schedule.ts';
import { serviceOf, type Watch, windowRuleOf } from '../watches/watch.ts';
import { firstRunOf, type RunState } from './run-state.ts';

/** From when on a run of a watch is expected. */
export interface ExpectedRun {
  watchId: string;
  /** Service, schedule and time zone for which `after` holds. */
  timetable: string;
  /** The last run, or the first sweep that saw this timetable. Of the time before it no run is missing. */
  after: Instant;
}

/**
 * A run is missing so long after its slot. An order whose function dies comes back after half an hour (the visibility
 * of the queues of runs). Earlier than that, nobody has to act.
 */
const MISSING_AFTER = 40 * MINUTE;
/** An `at()` never comes again. Its missing run is reported for so long. */
const REPORTED_ONCE = DAY;

type Timetable = Pick<Watch, 'id' | 'kind' | 'schedule' | 'timezone'>;

/** The expectation of a sweep at `now`. A new watch, and one with a new timetable, starts over. */
export function expectRun(watch: Timetable, before: ExpectedRun | undefined, now: Instant): ExpectedRun {
  const timetable = `${serviceOf(watch.kind)} ${watch.schedule} ${watch.timezone}`;
  const isKnown = before?.timetable === timetable && !isAhead(before.after, now);
  return isKnown ? before : { watchId: watch.id, timetable, after: now };
}

/** The expectation after the last run that the state shows. A run that was skipped for the budget is one. */
export function withLastRun(
  expected: ExpectedRun,
  { lastRunAt = 0, skipped }: Pick<RunState, 'lastRunAt' | 'skipped'>,
): ExpectedRun {
  return { ...expected, after: Math.max(expected.after, lastRunAt, skipped?.at ?? 0) };
}

/**
 * Whether a slot of the timetable has passed, with its grace, since the last run. A rate is counted from the last run:
 * the next slot comes at most one period later, wherever the scheduler's count begins.
 */
export function isRunMissing({ after }: ExpectedRun, watch: Timetable, now: Instant): boolean {
  const schedule = parseSchedule(watch.schedule, watch.timezone);
  const slot = nextSlot(schedule, { after, start: after });
  if (slot === undefined || slot + MISSING_AFTER > now) return false;
  return schedule.type !== 'at' || now < slot + REPORTED_ONCE;
}

/** A channel that has sent nothing for this long sends a heartbeat. */
export const HEARTBEAT_AFTER = 7 * DAY;
/** How many watches that are behind a heartbeat names. */
const MOST_NAMED = 20;
/**
 * Windows younger than this are not late: their run may still be at work. A job of the extraction service takes hours.
 */
const COVERED_AFTER = { windowed: HOUR, job: DAY } as const;

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
  const end = until - (rule ? COVERED_AFTER.windowed : COVERED_AFTER.job);
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
