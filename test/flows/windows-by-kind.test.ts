import { describe, expect, it } from 'vitest';
import { TransportError } from '../../shared/domain/lib/errors.ts';
import { DAY, HOUR, MINUTE, SECOND, type Window } from '../../shared/domain/time/instant.ts';
import { aFinding, aWatch, NOON } from '../ports/examples.ts';
import { findingsOf, workbench } from '../shared/use-cases/bench.ts';
import { pageOf } from '../ports/found-pages.ts';

// How the windows of each kind run; the parse time of search and authors has tests of its own.

const MIDNIGHT = Date.parse('2026-11-20T00:00:00Z');
type Bench = Awaited<ReturnType<typeof workbench>>;

/** Every window that is asked of the source from now on. */
function watchWindows(bench: Bench): Window[] {
  const asked: Window[] = [];
  const source = { ...bench.source };
  bench.source.fetchPage = (ask, limits) => {
    if (ask.page === 1) asked.push(ask.window);
    return source.fetchPage(ask, limits);
  };
  return asked;
}

describe('headlines', () => {
  const watch = aWatch({ kind: 'headlines', query: {}, lookback: 60 * DAY });

  it('are requested in one window, however long, and one over the cap is marked as cut at once', async () => {
    const corpus = Array.from({ length: 60 }, (_, n) => ({
      finding: aFinding(n, { indexedAt: NOON - (n + 1) * MINUTE }),
    }));
    const bench = await workbench({ watches: [watch], corpus, cap: 40 });
    const asked = watchWindows(bench);
    expect(await bench.run()).toMatchObject({ status: 'done', windows: 1, cut: 1, new: 40 });
    expect(asked).toEqual([{ from: NOON - 60 * DAY, to: NOON }]);
  });
});

describe('links', () => {
  it('overlap by two days at least: an article is parsed long after it was published, and may lie at its midnight', async () => {
    const bench = await workbench({ watches: [aWatch({ kind: 'links', overlap: HOUR })] });
    await bench.run();
    bench.clock.at += 15 * MINUTE;
    const asked = watchWindows(bench);
    bench.corpus.push({ finding: aFinding(1, { indexedAt: NOON - 23 * HOUR }) });
    bench.corpus.push({ finding: aFinding(2, { indexedAt: MIDNIGHT - DAY }) });
    expect(await bench.run()).toMatchObject({ new: 2 });
    expect(asked).toEqual([{ from: NOON - 2 * DAY, to: NOON + 15 * MINUTE }]);
  });
});

describe('breaking news', () => {
  const watch = aWatch({ kind: 'breaking', query: {}, firstRun: 'silent', lookback: 7 * DAY });

  /** A source that gives what breaks now, whatever window is asked. */
  function breaks(bench: Bench, now: { ids: number[] }): void {
    bench.source.fetchPage = async ({ window }) => {
      bench.source.calls += 1;
      const error = bench.source.fail?.();
      if (error) throw error;
      const findings = now.ids.map((n) =>
        aFinding(n, { indexedAt: window.to - SECOND, publishedAt: NOON - 2 * DAY }),
      );
      return pageOf(findings);
    };
  }

  it('is notified when it is first seen breaking, however old it is; what the first run finds is the baseline', async () => {
    const bench = await workbench({ watches: [watch] });
    const now = { ids: [1, 2] };
    breaks(bench, now);
    expect(await bench.run()).toMatchObject({ calls: 1, windows: 1, new: 2, alerts: 1 });
    now.ids = [2, 3];
    bench.clock.at += 15 * MINUTE;
    expect(await bench.run()).toMatchObject({ calls: 1, windows: 1, matched: 2, new: 1, alerts: 1 });
    expect((await findingsOf(bench)).map(({ verdict }) => verdict)).toEqual([
      { silent: 'baseline' },
      { silent: 'baseline' },
      { notified: expect.any(String) },
    ]);
  });

  it('that could not be seen in time is recorded as lost, and the open window before it is closed', async () => {
    const bench = await workbench({ watches: [{ ...watch, lookback: HOUR }] });
    breaks(bench, { ids: [1] });
    await bench.run();
    bench.source.fail = () => new TransportError('It was reset.', { service: 'news', operation: 'POST /x' });
    bench.clock.at = NOON + HOUR;
    expect(await bench.run()).toMatchObject({ status: 'failed' });
    bench.clock.at = NOON + 30 * HOUR;
    expect(await bench.run()).toMatchObject({ status: 'failed' });
    bench.source.fail = undefined;
    bench.clock.at = NOON + 31 * HOUR;
    expect(await bench.run()).toMatchObject({ status: 'done' });
    expect(await bench.store.windows.open(NOON + 90 * DAY, 10)).toEqual([]);
    const records = await bench.store.windows.latest('acme-news');
    const lost = records.filter(({ cut }) => cut).map(({ from, to }) => [from - NOON, to - NOON]);
    expect(lost.toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
      [0, 6 * HOUR],
      [6 * HOUR, 7 * HOUR],
    ]);
  });
});

describe('volume', () => {
  const watch = aWatch({ kind: 'volume', firstRun: 'silent', lookback: 2 * DAY });

  /** Two articles each hour, counted as often as asked; `late` more in the first hour of 2026-11-19. */
  function counts(bench: Bench, late = { count: 0 }): void {
    bench.source.fetchPage = async ({ window }) => {
      const frames = [];
      for (let from = window.from; from <= window.to; from += HOUR) {
        const extra = from === MIDNIGHT - DAY ? late.count : 0;
        frames.push({
          from,
          count: Math.min(2, Math.ceil((bench.clock.now() - from) / (30 * MINUTE))) + extra,
        });
      }
      return pageOf([], { counts: frames });
    };
  }

  it('is one record for each UTC day, written again while the day lasts, without findings or alerts', async () => {
    const bench = await workbench({ watches: [watch] });
    counts(bench);
    expect(await bench.run()).toMatchObject({ status: 'done', windows: 3, calls: 3, new: 0, alerts: 0 });
    bench.clock.at = NOON + 30 * MINUTE;
    expect(await bench.run()).toMatchObject({ windows: 1, calls: 1, matched: 25, alerts: 0 });
    const records = (await bench.store.windows.latest('acme-news')).toSorted((a, b) => a.from - b.from);
    expect(records.map(({ from, matched, counts: frames }) => [from, matched, frames?.length])).toEqual([
      [MIDNIGHT - 2 * DAY, 48, 24],
      [MIDNIGHT - DAY, 48, 24],
      [MIDNIGHT, 25, 13],
    ]);
    expect(records[2]?.to).toBe(NOON + 30 * MINUTE);
  });

  it('of the last days is counted again once a day, as articles come late', async () => {
    const bench = await workbench({ watches: [watch] });
    const late = { count: 0 };
    counts(bench, late);
    await bench.run();
    late.count = 5;
    bench.clock.at = NOON + DAY;
    expect(await bench.run()).toMatchObject({ status: 'done', calls: 5 });
    const records = await bench.store.windows.latest('acme-news');
    expect(records.find(({ from }) => from === MIDNIGHT - DAY)).toMatchObject({ matched: 53, late: false });
    expect(records.every(({ from }) => from % DAY === 0)).toBe(true);
  });
});
