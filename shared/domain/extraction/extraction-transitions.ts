import { defined } from '../lib/fields.ts';
import { sha256 } from '../lib/hash.ts';
import { COMPLETED_STATES } from '../services/extraction-rules.ts';
import { DAY, HOUR, type Instant, MINUTE, SECOND } from '../time/instant.ts';
import type { Severity } from '../watches/watch.ts';
import type { Extraction, ExtractionChange } from './extraction.ts';

// The transitions of an extraction, by what has happened.

/** The intent to submit, stored before the request is sent: a second entry then knows that an answer may be lost. */
export function submitStarted({ intentAt, sends }: Extraction, now: Instant): ExtractionChange {
  return {
    state: 'submitting',
    dueAt: now + SUBMIT_CHECK_AFTER,
    intentAt: intentAt ?? now,
    sentAt: now,
    sends: sends + 1,
    looks: 0,
  };
}

/** The service has accepted the job. */
export function submitAccepted(upstreamId: string, now: Instant): ExtractionChange {
  const change = { state: 'working', dueAt: now + FIRST_POLL, workingSince: now, upstreamId } as const;
  return { ...change, busySince: undefined, error: undefined, failures: 0 };
}

/** Every slot is busy. This is no failure, and proves that no earlier submit was accepted. */
export function slotsBusy(
  { id, busySince }: Extraction,
  { severity, retryAfter = 0, now }: { severity: Severity; retryAfter?: number | undefined; now: Instant },
): ExtractionChange {
  const since = busySince ?? now;
  if (now - since >= BUSY_LIMIT) return extractionEnded('abandoned', { error: ALL_BUSY, now });
  return {
    state: 'waiting',
    dueAt: now + Math.max(retryAfter, busyWait(id, severity)),
    busySince: since,
    sends: 0,
  };
}

const ALL_BUSY = 'Every job slot of the plan was busy for a day.';

/** The list of jobs lacks it: it is checked once more, then the job is submitted again. */
export function jobNotListed({ looks, sends }: Extraction, now: Instant): ExtractionChange {
  if (looks + 1 < SUBMIT_CHECKS)
    return { state: 'submitting', dueAt: now + SUBMIT_CHECK_AFTER, looks: looks + 1 };
  if (sends >= MOST_SENDS) return extractionEnded('failed', { error: LOST, now });
  return { state: 'waiting', dueAt: now, looks: 0 };
}

const MOST_SENDS = 5;

const LOST = `The job was sent ${MOST_SENDS} times; no answer came, and no such job is in the service's list.`;

/**
 * A poll was answered. Stages may go backwards, and unknown ones may appear: every stage that is not final means that
 * the job is running (extraction service, job states).
 */
export function jobPolled(
  extraction: Extraction,
  { stage, now }: { stage: string; now: Instant },
): ExtractionChange {
  const { state, workingSince = now, partAt } = extraction;
  const polled = { upstreamState: stage, failures: 0, error: undefined };
  if (COMPLETED_STATES.includes(stage)) {
    return { ...polled, state: 'collecting', dueAt: now, page: 0, records: 0 };
  }
  const age = now - workingSince;
  if (age >= DEADLINE + LATE_LIMIT)
    return { ...polled, ...extractionEnded('abandoned', { error: NEVER_ENDED, now }) };
  if (age >= DEADLINE || state === 'late') return { ...polled, state: 'late', dueAt: now + LATE_GAP };
  if (stage === 'enriching' && (partAt === undefined || now - partAt >= PART_GAP)) {
    return { ...polled, state: 'collecting-part', dueAt: now, partAt: now, page: 0, records: 0 };
  }
  return { ...polled, state: 'working', dueAt: now + POLL_GAP };
}

const NEVER_ENDED = 'The job was still running a day after its deadline.';

/** One page of records was collected. `limit` is the job's own, if it says it. */
export function pageCollected(
  extraction: Extraction,
  page: { pages: number; records: number; limit?: number | undefined; now: Instant },
): ExtractionChange {
  const { state } = extraction;
  const limit = page.limit ?? extraction.limit;
  const collected = {
    page: extraction.page + 1,
    records: extraction.records + page.records,
    failures: 0,
    error: undefined,
    ...defined({ limit }),
  };
  if (collected.page < page.pages) return { ...collected, state, dueAt: page.now };
  if (state === 'collecting-part') return { ...collected, state: 'working', dueAt: page.now + POLL_GAP };
  const continueTo = wantedLimit({ ...extraction, ...collected });
  if (continueTo === undefined) return { ...collected, ...extractionEnded('done', { now: page.now }) };
  return { ...collected, state: 'continuing', dueAt: page.now, continueTo };
}

/** The limit to continue to: only if the watch wants more than the job's limit, and the job has used all of it. */
function wantedLimit({ query, limit, records, continueTo = 0 }: Extraction): number | undefined {
  const wanted = query['limit'];
  if (typeof wanted !== 'number' || limit === undefined || limit >= wanted) return undefined;
  return records >= limit && continueTo < wanted ? wanted : undefined;
}

/** The service continues the job; its records so far are kept. */
export function jobContinued(now: Instant): ExtractionChange {
  return { state: 'working', dueAt: now + FIRST_POLL, workingSince: now, failures: 0, error: undefined };
}

/** A step failed in a way that a retry can repair. */
export function stepFailed(
  { state, failures }: Extraction,
  { error, retryAfter = 0, now }: { error: string; retryAfter?: number | undefined; now: Instant },
): ExtractionChange {
  if (failures + 1 >= MOST_FAILURES) return extractionEnded('failed', { error, now });
  const wait = Math.max(failureWait(failures + 1), retryAfter, state === 'late' ? LATE_GAP : 0);
  return { state, dueAt: now + wait, failures: failures + 1, error };
}

/** The extraction has ended. */
export function extractionEnded(
  state: 'done' | 'failed' | 'refused' | 'abandoned' | 'removed',
  { error, now }: { error?: string; now: Instant },
): ExtractionChange {
  return { state, dueAt: now, endedAt: now, ...defined({ error }) };
}

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
const MOST_FAILURES = 13;

/** How long to wait after a failed step. */
function failureWait(failures: number): number {
  return Math.min(MINUTE * 2 ** Math.min(failures - 1, 6), HOUR);
}

/** A step that is overdue by this has no execution, unless one runs. */
export const OVERDUE = 10 * MINUTE;

/** After this many broken executions an extraction is abandoned. */
export const MOST_EXECUTIONS = 5;

/** How many records are collected at a time: as many as one invocation can store and judge. */
export const RECORD_PAGE = 100;
