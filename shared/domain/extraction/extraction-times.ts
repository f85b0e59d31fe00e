import { sha256 } from '../lib/hash.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../time/instant.ts';
import type { Severity } from '../watches/watch.ts';

/** A job is polled a minute after it was submitted, then every 45 s (extraction service, timing): 80 times an hour. */
export const FIRST_POLL = MINUTE;
export const POLL_GAP = 45 * SECOND;

/** A job that runs longer than this is late: there is an incident, and it is polled hourly for a day, 24 times. */
export const DEADLINE = HOUR;
export const LATE_GAP = HOUR;
export const LATE_LIMIT = DAY;

/**
 * How often records are collected while the service still enriches, for early alerts: at most 12 times before the
 * deadline.
 */
export const PART_GAP = 5 * MINUTE;

/**
 * When the answer to a submit is lost, the list of jobs is checked this long after it, and once more. Then it is sent
 * again, five times in all: 20 minutes. In a test with 200 jobs for four slots over hours, and 3% of the answers lost,
 * one job needed more than three.
 */
export const SUBMIT_CHECK_AFTER = 2 * MINUTE;
export const SUBMIT_CHECKS = 2;
export const MOST_SENDS = 5;
/** How far the service's clock may be behind ours. */
export const CLOCK_SKEW = MINUTE;

/**
 * While every job slot is busy, a job is submitted again after 3 to 7 minutes, for a day: at most 480 times. Jobs of
 * critical watches are submitted after 1 to 2 minutes, at most 1,440 times, and so come before the others.
 */
const BUSY_GAP = {
  info: { least: 3 * MINUTE, most: 7 * MINUTE },
  warning: { least: 3 * MINUTE, most: 7 * MINUTE },
  critical: { least: MINUTE, most: 2 * MINUTE },
} as const satisfies Readonly<Record<Severity, { least: number; most: number }>>;
export const LEAST_BUSY_GAP = BUSY_GAP.critical.least;
export const BUSY_LIMIT = DAY;

/**
 * How long to wait for a free slot. The time depends on the extraction's id, so that they do not all retry at once.
 */
export function busyWait(id: string, severity: Severity): number {
  const [a = 0, b = 0] = sha256(id);
  const { least, most } = BUSY_GAP[severity];
  return least + Math.floor((((a << 8) | b) / 2 ** 16) * (most - least));
}

/** After this many failed steps in a row an extraction fails: 1, 2, 4 ... 60 minutes apart, 8 hours in all. */
export const MOST_FAILURES = 13;

/** How long to wait after a failed step. */
export function failureWait(failures: number): number {
  return Math.min(MINUTE * 2 ** Math.min(failures - 1, 6), HOUR);
}

/** A step that is overdue by this has no execution, unless one runs. */
export const OVERDUE = 10 * MINUTE;

/** After this many broken executions an extraction is abandoned. */
export const MOST_EXECUTIONS = 5;

/** How many records are collected at a time: as many as one invocation can store and judge. */
export const RECORD_PAGE = 100;
