import { sha256 } from '../lib/hash.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../time/instant.ts';
import type { Severity } from '../watches/watch.ts';

/** A job is looked at a minute after it was sent, then every 45 s (extraction service, timing). In all, 80 polls an hour. */
export const FIRST_POLL = MINUTE;
export const POLL_GAP = 45 * SECOND;

/** A job that is still at work after this is late: told once, then looked at hourly for a day, 24 times. */
export const DEADLINE = HOUR;
export const LATE_GAP = HOUR;
export const LATE_LIMIT = DAY;

/** While the service enriches, a part is taken this often: early alerts, at most 12 passes before the deadline. */
export const PART_GAP = 5 * MINUTE;

/**
 * A submit whose answer was lost is looked for in the list of jobs this long after it was sent, and once more; then it
 * is sent again, five times in all: 20 minutes. Three were too few for one of 200 jobs that asked for four slots for hours
 * while 3% of the answers were lost.
 */
export const SUBMIT_CHECK_AFTER = 2 * MINUTE;
export const SUBMIT_CHECKS = 2;
export const MOST_SENDS = 5;
/** The service's clock may be behind ours by this when it dates a job. */
export const CLOCK_SKEW = MINUTE;

/**
 * While every job slot is busy it is asked again after 3 to 7 minutes, for a day: at most 480 times. Critical watches ask
 * after 1 to 2 minutes, at most 1,440 times, and so come before the others.
 */
const BUSY_GAP = {
  info: { least: 3 * MINUTE, most: 7 * MINUTE },
  warning: { least: 3 * MINUTE, most: 7 * MINUTE },
  critical: { least: MINUTE, most: 2 * MINUTE },
} as const satisfies Readonly<Record<Severity, { least: number; most: number }>>;
export const LEAST_BUSY_GAP = BUSY_GAP.critical.least;
export const BUSY_LIMIT = DAY;

/** How long to wait for a free slot. Each extraction has a rhythm of its own, so that they do not all come at once. */
export function busyWait(id: string, severity: Severity): number {
  const [a = 0, b = 0] = sha256(id);
  const { least, most } = BUSY_GAP[severity];
  return least + Math.floor((((a << 8) | b) / 2 ** 16) * (most - least));
}

/** After this many failed steps in a row it has failed: 1, 2, 4 ... 60 minutes apart, 8 hours in all. */
export const MOST_FAILURES = 13;

export function failureWait(failures: number): number {
  return Math.min(MINUTE * 2 ** Math.min(failures - 1, 6), HOUR);
}

/** A step that has not come this long after it was due was forgotten, unless an execution runs. */
export const OVERDUE = 10 * MINUTE;

/** Executions that broke off, one after another, before the extraction is given up. */
export const MOST_EXECUTIONS = 5;

/** Records are taken a hundred at a time: what one call can store and judge. */
export const RECORD_PAGE = 100;
