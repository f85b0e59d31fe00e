import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractionSchema } from '../../../../shared/store/upstream/extractions.ts';
import {
  executionName,
  type Extraction,
  type ExtractionChange,
  hasEnded,
  isTransitionAllowed,
  nextStepOf,
} from '../../../../shared/domain/extraction/extraction.ts';
import {
  BUSY_LIMIT,
  busyWait,
  DEADLINE,
  extractionEnded,
  failureWait,
  jobContinued,
  jobNotListed,
  jobPolled,
  LATE_GAP,
  LATE_LIMIT,
  MOST_FAILURES,
  pageCollected,
  POLL_GAP,
  slotsBusy,
  stepFailed,
  submitAccepted,
  submitStarted,
} from '../../../../shared/domain/extraction/extraction-transitions.ts';
import { HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { anExtraction } from '../../../ports/extraction-examples.ts';
import { NOON } from '../../../ports/examples.ts';

const STATES = extractionSchema.shape.state.options;
const after = (extraction: Extraction, change: ExtractionChange): Extraction => ({
  ...extraction,
  ...change,
  revision: extraction.revision + 1,
});

describe('the table of transitions', () => {
  it('says what comes next for every state: a function while it is open, nothing at its end', () => {
    for (const state of STATES) {
      const { next, waitSeconds } = nextStepOf({ state, dueAt: NOON + 1_500 }, NOON);
      expect(next === 'end').toBe(hasEnded(state));
      expect(waitSeconds).toBe(hasEnded(state) ? 0 : 2);
    }
    expect(nextStepOf({ state: 'working', dueAt: NOON - HOUR }, NOON).waitSeconds).toBe(0);
  });
});

/** Everything that can happen in a state. */
const happenings = (
  one: Extraction,
  now: number,
  { stage, pages, found }: { stage: string; pages: number; found: number },
): ExtractionChange[] => {
  const failed = stepFailed(one, { error: 'reset', now });
  const gone = extractionEnded('removed', { now });
  switch (one.state) {
    case 'waiting':
      return [submitStarted(one, now), gone];
    case 'submitting':
      return [
        submitAccepted('job-1', now),
        slotsBusy(one, { severity: 'info', now }),
        jobNotListed(one, now),
        failed,
        gone,
      ];
    case 'working':
    case 'late':
      return [jobPolled(one, { stage, now }), failed, gone];
    case 'collecting':
    case 'collecting-part':
      return [pageCollected(one, { pages, records: found, limit: 100, now }), failed, gone];
    case 'continuing':
      return [jobContinued(now), extractionEnded('done', { now }), failed, gone];
    case 'done':
    case 'failed':
    case 'refused':
    case 'abandoned':
    case 'removed':
      return [];
  }
};

describe('whatever happens', () => {
  it('makes only transitions that the table allows, never goes back in time, and ends', () => {
    const stage = fc.constantFrom('submitted', 'enriching', 'fetching', 'resting', 'completed');
    const events = fc.array(
      fc.record({ pick: fc.nat(4), stage, pages: fc.nat(12), found: fc.nat(100), gap: fc.nat(3 * HOUR) }),
      { minLength: 1, maxLength: 200 },
    );
    fc.assert(
      fc.property(events, (given) => {
        let one = anExtraction({ query: { query: 'q', limit: 500 } });
        let now = NOON;
        for (const { pick, gap, ...event } of given) {
          now = Math.max(now, one.dueAt) + (one.state === 'submitting' ? 0 : gap);
          const possible = happenings(one, now, event);
          if (possible.length === 0) return;
          const change = possible[pick % possible.length]!;
          expect(isTransitionAllowed(one.state, change.state)).toBe(true);
          expect(change.dueAt).toBeGreaterThanOrEqual(now);
          one = after(one, change);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('ends even if the service never finishes', () => {
    let one = after(anExtraction(), submitAccepted('job-1', NOON));
    let polls = 0;
    for (; !hasEnded(one.state); polls += 1) {
      const change =
        one.state === 'collecting-part'
          ? pageCollected(one, { pages: 1, records: 3, now: one.dueAt })
          : jobPolled(one, { stage: 'enriching', now: one.dueAt });
      one = after(one, change);
    }
    expect(one.state).toBe('abandoned');
    expect(one.endedAt! - NOON).toBeGreaterThanOrEqual(DEADLINE + LATE_LIMIT);
    expect(one.endedAt! - NOON).toBeLessThan(DEADLINE + LATE_LIMIT + LATE_GAP);
    expect(polls).toBeLessThan(DEADLINE / POLL_GAP + 13 + 12 + LATE_LIMIT / LATE_GAP + 2);
  });

  it('ends even if the service always fails, after hours and not at once', () => {
    let one = after(anExtraction(), submitAccepted('job-1', NOON));
    while (!hasEnded(one.state)) one = after(one, stepFailed(one, { error: 'reset', now: one.dueAt }));
    expect(one).toMatchObject({ state: 'failed', error: 'reset', failures: MOST_FAILURES - 1 });
    const waited = Array.from({ length: MOST_FAILURES - 1 }, (_, n) => failureWait(n + 1));
    expect(one.endedAt! - NOON).toBe(waited.reduce((sum, wait) => sum + wait, MINUTE));
    expect(one.endedAt! - NOON).toBeGreaterThan(6 * HOUR);
  });
});

describe('a job that is sent', () => {
  it('waits minutes while all slots are busy, each for another time, and gives up after a day', () => {
    const waits = Array.from({ length: 50 }, (_, n) => busyWait(`extraction-${n}`, 'info'));
    for (const wait of waits) {
      expect(wait).toBeGreaterThanOrEqual(3 * MINUTE);
      expect(wait).toBeLessThan(7 * MINUTE);
    }
    expect(new Set(waits).size).toBeGreaterThan(40);
    // They are spread over the whole span.
    expect(Math.min(...waits)).toBeLessThan(4 * MINUTE);
    expect(Math.max(...waits)).toBeGreaterThan(6 * MINUTE);
    let one = after(anExtraction(), submitStarted(anExtraction(), NOON));
    one = after(one, slotsBusy(one, { severity: 'info', retryAfter: 10 * MINUTE, now: NOON }));
    expect(one).toMatchObject({ state: 'waiting', sends: 0, busySince: NOON, dueAt: NOON + 10 * MINUTE });
    one = after(one, submitStarted(one, NOON + BUSY_LIMIT));
    expect(slotsBusy(one, { severity: 'info', now: NOON + BUSY_LIMIT })).toMatchObject({
      state: 'abandoned',
    });
  });

  it('of a critical watch is submitted more often than all others', () => {
    const ids = Array.from({ length: 50 }, (_, n) => `extraction-${n}`);
    const longest = Math.max(...ids.map((id) => busyWait(id, 'critical')));
    expect(longest).toBeLessThan(Math.min(...ids.map((id) => busyWait(id, 'warning'))));
    expect(Math.min(...ids.map((id) => busyWait(id, 'critical')))).toBeGreaterThanOrEqual(MINUTE);
  });

  it('is searched for twice before it is submitted again, at most five times', () => {
    let one = anExtraction();
    const path: string[] = [];
    while (!hasEnded(one.state)) {
      one = after(
        one,
        one.state === 'waiting' ? submitStarted(one, one.dueAt) : jobNotListed(one, one.dueAt),
      );
      path.push(one.state);
    }
    const again = ['submitting', 'submitting', 'waiting'];
    expect(path).toEqual([...again, ...again, ...again, ...again, 'submitting', 'submitting', 'failed']);
    expect(one).toMatchObject({ sends: 5, intentAt: NOON, endedAt: NOON + 20 * MINUTE });
  });
});

describe('a job that has completed', () => {
  const collecting = (changes: Partial<Extraction>) => anExtraction({ state: 'collecting', ...changes });

  it('is collected page by page, an empty one at once', () => {
    const first = after(collecting({}), pageCollected(collecting({}), { pages: 2, records: 100, now: NOON }));
    expect(first).toMatchObject({ state: 'collecting', page: 1, records: 100 });
    const last = pageCollected(first, { pages: 2, records: 7, now: NOON });
    expect(last).toMatchObject({ state: 'done', page: 2, records: 107, endedAt: NOON });
    expect(pageCollected(collecting({}), { pages: 0, records: 0, now: NOON })).toMatchObject({
      state: 'done',
    });
  });

  it.each<[string, Partial<Extraction>, number, object]>([
    ['used up a lower limit', { query: { limit: 80 } }, 50, { state: 'continuing', continueTo: 80 }],
    ['did not use it up', { query: { limit: 80 } }, 49, { state: 'done' }],
    ['had what was asked', { query: { limit: 50 } }, 50, { state: 'done' }],
    ['names no limit', {}, 50, { state: 'done' }],
    ['was continued so far before', { query: { limit: 80 }, continueTo: 80 }, 50, { state: 'done' }],
  ])('continues with a higher limit only when it %s', (_name, changes, records, expected) => {
    const page = { pages: 1, records, limit: 50, now: NOON };
    expect(pageCollected(collecting(changes), page)).toMatchObject(expected);
  });
});

it('an execution is named after its extraction, and those that follow it are counted', () => {
  expect([1, 2, 3].map((executions) => executionName({ id: 'abc', executions }))).toEqual([
    'abc',
    'abc-2',
    'abc-3',
  ]);
});
