import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  executionName,
  type Extraction,
  type ExtractionChange,
  hasEnded,
} from '../../../../shared/domain/extraction/extraction.ts';
import {
  BUSY_LIMIT,
  busyWait,
  DEADLINE,
  extractionEnded,
  jobContinued,
  jobNotListed,
  jobPolled,
  LATE_GAP,
  LATE_LIMIT,
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

const after = (extraction: Extraction, change: ExtractionChange): Extraction => ({
  ...extraction,
  ...change,
  revision: extraction.revision + 1,
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
  it('never goes back in time', () => {
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
});

it('an execution is named after its extraction, and those that follow it are counted', () => {
  expect([1, 2, 3].map((executions) => executionName({ id: 'abc', executions }))).toEqual([
    'abc',
    'abc-2',
    'abc-3',
  ]);
});
