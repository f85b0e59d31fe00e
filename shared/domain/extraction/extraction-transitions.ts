import type { Extraction, ExtractionChange } from './extraction.ts';
import { COMPLETED_STATES } from '../services/extraction-rules.ts';
import {
  BUSY_LIMIT,
  busyWait,
  DEADLINE,
  failureWait,
  FIRST_POLL,
  LATE_GAP,
  LATE_LIMIT,
  SUBMIT_CHECK_AFTER,
  SUBMIT_CHECKS,
  MOST_FAILURES,
  MOST_SENDS,
  PART_GAP,
  POLL_GAP,
} from './extraction-times.ts';
import type { Instant } from '../time/instant.ts';
import type { Severity } from '../watches/watch.ts';

// What an extraction becomes by what has happened to it. Pure; `EXTRACTION_MOVES` allows each of these moves.

/** The intent to send, written before anything is sent: who enters again knows that an answer may be lost. */
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

/** The service has the job. */
export function submitAccepted(upstreamId: string, now: Instant): ExtractionChange {
  const change = { state: 'working', dueAt: now + FIRST_POLL, workingSince: now, upstreamId } as const;
  return { ...change, busySince: undefined, error: undefined, failures: 0 };
}

/** Every slot is busy: no failure, and certain that nothing was taken, so that no sending until now counts as lost. */
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

/** The list of jobs does not hold it: looked for once more, then sent again. */
export function jobNotListed({ looks, sends }: Extraction, now: Instant): ExtractionChange {
  if (looks + 1 < SUBMIT_CHECKS)
    return { state: 'submitting', dueAt: now + SUBMIT_CHECK_AFTER, looks: looks + 1 };
  if (sends >= MOST_SENDS) return extractionEnded('failed', { error: LOST, now });
  return { state: 'waiting', dueAt: now, looks: 0 };
}

const LOST = `The job was sent ${MOST_SENDS} times; no answer came, and no such job is in the service's list.`;

/**
 * What a poll means. Stages may go backwards and unknown ones may appear: anything that is not final is work (extraction
 * service, job states).
 */
export function jobPolled(
  extraction: Extraction,
  { stage, now }: { stage: string; now: Instant },
): ExtractionChange {
  const { state, workingSince = now, partAt } = extraction;
  const notified = { upstreamState: stage, failures: 0, error: undefined };
  if (COMPLETED_STATES.includes(stage)) {
    return { ...notified, state: 'collecting', dueAt: now, page: 0, records: 0 };
  }
  const age = now - workingSince;
  if (age >= DEADLINE + LATE_LIMIT)
    return { ...notified, ...extractionEnded('abandoned', { error: NEVER_ENDED, now }) };
  if (age >= DEADLINE || state === 'late') return { ...notified, state: 'late', dueAt: now + LATE_GAP };
  if (stage === 'enriching' && (partAt === undefined || now - partAt >= PART_GAP)) {
    return { ...notified, state: 'collecting-part', dueAt: now, partAt: now, page: 0, records: 0 };
  }
  return { ...notified, state: 'working', dueAt: now + POLL_GAP };
}

const NEVER_ENDED = 'The job was still at work a day after its deadline.';

/** One page of records was taken. `limit` is the job's own, where it tells it. */
export function pageCollected(
  extraction: Extraction,
  page: { pages: number; records: number; limit?: number | undefined; now: Instant },
): ExtractionChange {
  const { state } = extraction;
  const limit = page.limit ?? extraction.limit;
  const taken = {
    page: extraction.page + 1,
    records: extraction.records + page.records,
    failures: 0,
    error: undefined,
    ...(limit === undefined ? {} : { limit }),
  };
  if (taken.page < page.pages) return { ...taken, state, dueAt: page.now };
  if (state === 'collecting-part') return { ...taken, state: 'working', dueAt: page.now + POLL_GAP };
  const continueTo = wantedLimit({ ...extraction, ...taken });
  if (continueTo === undefined) return { ...taken, ...extractionEnded('done', { now: page.now }) };
  return { ...taken, state: 'continuing', dueAt: page.now, continueTo };
}

/** The limit to go on to: only where the watch asks for more than the job was given, and the job used all of that. */
function wantedLimit({ query, limit, records, continueTo = 0 }: Extraction): number | undefined {
  const asked = query['limit'];
  if (typeof asked !== 'number' || limit === undefined || limit >= asked) return undefined;
  return records >= limit && continueTo < asked ? asked : undefined;
}

/** The service is at work again; its records so far are kept. */
export function jobContinued(now: Instant): ExtractionChange {
  return { state: 'working', dueAt: now + FIRST_POLL, workingSince: now, failures: 0, error: undefined };
}

/** A step failed in a way that asking again can mend. */
export function stepFailed(
  { state, failures }: Extraction,
  { error, retryAfter = 0, now }: { error: string; retryAfter?: number | undefined; now: Instant },
): ExtractionChange {
  if (failures + 1 >= MOST_FAILURES) return extractionEnded('failed', { error, now });
  const wait = Math.max(failureWait(failures + 1), retryAfter, state === 'late' ? LATE_GAP : 0);
  return { state, dueAt: now + wait, failures: failures + 1, error };
}

/** The end, for good. */
export function extractionEnded(
  state: 'done' | 'failed' | 'refused' | 'abandoned' | 'removed',
  { error, now }: { error?: string; now: Instant },
): ExtractionChange {
  return { state, dueAt: now, endedAt: now, ...(error === undefined ? {} : { error }) };
}
