import { describe, expect, it } from 'vitest';
import type { Alert } from '../../../../shared/domain/alerts/alert.ts';
import { firstArticleOf, notifyTimeOf, sumNotifyTimes } from '../../../../shared/domain/alerts/message.ts';
import { MINUTE, SECOND } from '../../../../shared/domain/time/instant.ts';
import { aFinding, aMessage, anAlert, NOON } from '../../../ports/examples.ts';

const run = { id: 'run-1', track: 'live' } as const;
const window = { from: NOON - 30 * MINUTE, to: NOON };
const discovery = { run, window };
const item = (indexedAt: number) => ({ ...aFinding(1), indexedAt });

function alert(n: number, given: Partial<Alert> = {}): Alert {
  const one = { occasion: { type: 'story' }, createdAt: NOON, items: [item(NOON - n * MINUTE)] } as const;
  return anAlert(n, { ...one, discovery, ...given });
}

describe('the first article of a message', () => {
  it('is the one that was indexed first, with the time of its alert', () => {
    const later = { createdAt: NOON + SECOND };
    expect(firstArticleOf([alert(3), alert(9, later), alert(5)])).toEqual({
      indexedAt: NOON - 9 * MINUTE,
      alertedAt: NOON + SECOND,
    });
  });

  it.each<[string, Partial<Alert>]>([
    ['an article that a new watch looked back to', { discovery: { ...discovery, lookedBack: true } }],
    ['an article that the recount found', { discovery: { ...discovery, late: true } }],
    ['an article of a backfill', { discovery: { ...discovery, run: { ...run, track: 'backfill' } } }],
    ['a record of a job', { discovery: { run } }],
    ['an alert that no run has found', { discovery: undefined }],
    ['an alert without an article', { items: [] }],
    ['an article with an index time after its alert', { items: [item(NOON + MINUTE)] }],
  ])('is not %s', (_name, given) => {
    expect(firstArticleOf([alert(1, given)])).toBeUndefined();
  });
});

describe('the time of a message', () => {
  const first = { indexedAt: NOON, alertedAt: NOON + 8 * MINUTE };
  const message = { ...aMessage(1), first, createdAt: NOON + 8 * MINUTE + 2 * SECOND };
  const accepted = { state: 'accepted', tries: 1, retryAt: 0, acceptedAt: NOON + 9 * MINUTE } as const;

  it('runs from the indexing of its first article until it is accepted, step by step', () => {
    expect(notifyTimeOf({ message, delivery: accepted })).toEqual({
      total: 9 * MINUTE,
      alert: 8 * MINUTE,
      message: 2 * SECOND,
      accept: 58 * SECOND,
    });
  });

  it('is not known before that, without its time, and of a message about no new article', () => {
    expect(notifyTimeOf({ message, delivery: { state: 'failed', tries: 1, retryAt: 0 } })).toBeUndefined();
    expect(notifyTimeOf({ message, delivery: { ...accepted, acceptedAt: undefined } })).toBeUndefined();
    expect(notifyTimeOf({ message: aMessage(1), delivery: accepted })).toBeUndefined();
  });
});

it('percentiles are times that messages took, and the steps add up to the mean', () => {
  const times = Array.from({ length: 20 }, (_, n) => ({ total: n + 1, alert: n, message: 1, accept: 0 }));
  const sums = { messages: 20, p50: 10, p95: 19, steps: { alert: 10, message: 1, accept: 0 } };
  expect(sumNotifyTimes(times.toReversed())).toEqual(sums);
  expect(sumNotifyTimes([])).toBeUndefined();
});
