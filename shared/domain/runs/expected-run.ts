import { DAY, type Instant, MINUTE } from '../time/instant.ts';
import { nextSlot, parseSchedule } from '../time/schedule.ts';
import { serviceOf, type Watch } from '../watches/watch.ts';
import type { RunState } from './run-state.ts';

/** From when on a run of a watch is expected. */
export interface ExpectedRun {
  watchId: string;
  /** Service, schedule and time zone for which `after` holds. */
  timetable: string;
  /** The last run, or the first sweep that saw this timetable. Of the time before it no run is missing. */
  after: Instant;
}

/**
 * A run is missing so long after its slot. An order whose function dies comes back after half an hour (the visibility of the
 * queues of runs). Earlier than that, nobody has to act.
 */
const GRACE = 40 * MINUTE;
/** An `at()` never comes again. Its missing run is reported for so long. */
const REPORTED_ONCE = DAY;

type Timetable = Pick<Watch, 'id' | 'kind' | 'schedule' | 'timezone'>;

/** The expectation of a sweep at `now`. A new watch, and one with a new timetable, starts over. */
export function expectRun(watch: Timetable, before: ExpectedRun | undefined, now: Instant): ExpectedRun {
  const timetable = `${serviceOf(watch.kind)} ${watch.schedule} ${watch.timezone}`;
  return before?.timetable === timetable ? before : { watchId: watch.id, timetable, after: now };
}

/** The expectation after the last run that the state shows. A run that was skipped for the budget is one. */
export function withLastRun(
  expected: ExpectedRun,
  { lastRunAt = 0, skipped }: Pick<RunState, 'lastRunAt' | 'skipped'>,
): ExpectedRun {
  return { ...expected, after: Math.max(expected.after, lastRunAt, skipped?.at ?? 0) };
}

/**
 * Whether a slot of the timetable has passed, with its grace, since the last run. A rate is counted from the last run: the
 * next slot comes at most one period later, wherever the scheduler's count begins.
 */
export function isRunMissing({ after }: ExpectedRun, watch: Timetable, now: Instant): boolean {
  const schedule = parseSchedule(watch.schedule, watch.timezone);
  const slot = nextSlot(schedule, { after, start: after });
  if (slot === undefined || slot + GRACE > now) return false;
  return schedule.type !== 'at' || now < slot + REPORTED_ONCE;
}
