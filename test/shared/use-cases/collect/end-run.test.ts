import { describe, expect, it } from 'vitest';
import { ThrottledError } from '../../../../shared/domain/lib/errors.ts';
import { DAY, MINUTE, SECOND } from '../../../../shared/domain/time/instant.ts';
import { MOST_SENDS } from '../../../../shared/use-cases/collect/end-run.ts';
import { aFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { findingsOf, workbench } from '../bench.ts';

const window = { from: NOON - 60 * DAY, to: NOON - DAY };
const LAST = { continuation: 40, sends: MOST_SENDS };

/** A watch whose service takes five minutes for each page. */
async function slowBench() {
  const corpus = Array.from({ length: 3 }, (_, n) => ({
    finding: aFinding(n, { indexedAt: NOON - 50 * DAY + n * MINUTE }),
  }));
  const bench = await workbench({ watches: [aWatch({ lookback: 60 * DAY })], corpus });
  const fetchPage = bench.source.fetchPage.bind(bench.source);
  bench.source.fetchPage = async (ask, limits) => {
    bench.clock.at += 5 * MINUTE;
    return fetchPage(ask, limits);
  };
  return { ...bench, fetchPage };
}

describe('a run that does not end', () => {
  it('stops at the bound and says so; the next one goes on where it stopped and resolves that', async () => {
    const bench = await slowBench();
    expect(await bench.run(LAST)).toMatchObject({ status: 'failed', error: { name: 'OrderStopped' } });
    expect(bench.queue.sent).toEqual([]);
    expect(await bench.store.incidents.get('watch:acme-news:live-stopped')).toMatchObject({
      text: expect.stringContaining('the next scheduled run goes on'),
    });
    bench.source.fetchPage = bench.fetchPage;
    expect(await bench.run()).toMatchObject({ status: 'done' });
    expect(await findingsOf(bench)).toHaveLength(3);
    expect(await bench.store.incidents.get('watch:acme-news:live-stopped')).toBeUndefined();
  });
});

describe('a backfill', () => {
  it('that waits for its plan is the same order each time, counted, and stops at the bound', async () => {
    const bench = await slowBench();
    await bench.store.budgets.put({ service: 'news', askedAt: NOON, pacedAt: NOON, isShort: true });
    expect(await bench.run({ track: 'backfill', window })).toMatchObject({ status: 'skipped' });
    expect(await bench.run({ track: 'backfill', window, sends: 7 })).toMatchObject({ status: 'skipped' });
    expect(bench.queue.sent).toMatchObject([
      { order: { continuation: 0, sends: 1 }, delay: 15 * MINUTE },
      { order: { continuation: 0, sends: 8 }, delay: 15 * MINUTE },
    ]);
    expect(await bench.run({ track: 'backfill', window, ...LAST })).toMatchObject({ status: 'failed' });
    expect(bench.queue.sent).toHaveLength(2);
  });

  it('that stops says how to order the rest, and that order goes on', async () => {
    const bench = await slowBench();
    expect(await bench.run({ track: 'backfill', window, ...LAST })).toMatchObject({
      status: 'failed',
      error: { message: expect.stringContaining('bellwether backfill acme-news --from 2026-09-') },
    });
    expect(await bench.store.incidents.get('watch:acme-news:backfill-stopped')).toBeDefined();
    const covered = await bench.store.states.read('acme-news', 'backfill');
    expect(covered?.coveredUntil).toBeGreaterThan(window.from);
    bench.source.fetchPage = bench.fetchPage;
    expect(await bench.run({ track: 'backfill', window })).toMatchObject({ status: 'done' });
    expect(await findingsOf(bench)).toHaveLength(3);
  });

  it('that is throttled after many continuations goes on all the same', async () => {
    const bench = await slowBench();
    bench.source.fail = () =>
      new ThrottledError('Too many calls at once.', {
        service: 'news',
        operation: 'POST /search',
        status: 429,
        retryAfter: 90 * SECOND,
      });
    await bench.run({ track: 'backfill', window, continuation: 30 });
    expect(bench.queue.sent).toMatchObject([{ order: { continuation: 31 }, delay: 90 * SECOND }]);
    expect(await bench.run({ track: 'backfill', window, ...LAST })).toMatchObject({
      error: { name: 'OrderStopped' },
    });
  });
});
