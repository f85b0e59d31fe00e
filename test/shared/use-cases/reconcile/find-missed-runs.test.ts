import { describe, expect, it } from 'vitest';
import { RefusedError } from '../../../../shared/domain/lib/errors.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { newWatchlist } from '../../../../shared/domain/upstream/upstream-resource.ts';
import { findMissedRuns } from '../../../../shared/use-cases/reconcile/find-missed-runs.ts';
import { aWatch } from '../../../ports/examples.ts';
import { workbench } from '../bench.ts';
import { aJobWatch } from '../extraction-bench.ts';

const hourly = aWatch({ schedule: 'rate(1 hour)' });

async function open(watches = [hourly]) {
  const bench = await workbench({ watches });
  return {
    ...bench,
    sweep: () => findMissedRuns(bench.ports),
    /** Sweeps every five minutes for a time. Gives back which watches ever missed a run. */
    sweepFor: async (span: number) => {
      const missed = new Set<string>();
      for (const end = bench.clock.at + span; bench.clock.at < end; bench.clock.at += 5 * MINUTE)
        for (const id of await findMissedRuns(bench.ports)) missed.add(id);
      return [...missed];
    },
  };
}

describe('a sweep counts', () => {
  it('a watch whose run is missing, until it has run', async () => {
    const { sweep, sweepFor, run, clock } = await open();
    expect(await sweepFor(HOUR + 40 * MINUTE)).toEqual([]);
    expect(await sweep()).toEqual(['acme-news']);
    await run();
    expect(await sweep()).toEqual([]);
    clock.at += DAY;
    expect(await sweep()).toEqual(['acme-news']);
  });

  it('neither a disabled watch nor a monitor, and an enabled one from then on', async () => {
    const monitor = aJobWatch({ id: 'monitored', monitor: { backfill: false } });
    const { sweepFor, store } = await open([{ ...hourly, disabled: true }, monitor]);
    expect(await sweepFor(DAY)).toEqual([]);
    await store.definitions.putWatch(hourly);
    expect(await sweepFor(HOUR + 40 * MINUTE)).toEqual([]);
    expect(await sweepFor(5 * MINUTE)).toEqual(['acme-news']);
    await store.definitions.putWatch({ ...hourly, disabled: true });
    expect(await sweepFor(HOUR)).toEqual([]);
  });

  it('no watch that was removed, and a changed one from its change on', async () => {
    const { sweepFor, store } = await open();
    await sweepFor(HOUR);
    await store.definitions.putWatch({ ...hourly, schedule: 'rate(3 hours)' });
    expect(await sweepFor(3 * HOUR + 40 * MINUTE)).toEqual([]);
    expect(await sweepFor(5 * MINUTE)).toEqual(['acme-news']);
    await store.definitions.removeWatch('acme-news');
    expect(await sweepFor(DAY)).toEqual([]);
    expect(await store.expectedRuns.all()).toEqual([]);
  });

  it('no run that came and was skipped: the budget is short, or the service is withdrawn', async () => {
    const { sweep, store, run, clock, source } = await open();
    await run();
    const reason = 'The plan is used up.';
    await store.states.setRate('acme-news', { state: 'paused', reason, until: clock.at + DAY });
    for (let hour = 0; hour < 5; hour += 1) {
      clock.at += HOUR;
      await run();
      clock.at += 50 * MINUTE;
      expect(await sweep()).toEqual([]);
    }
    await store.states.setRate('acme-news', undefined);
    const refusal = { service: 'news', operation: 'POST /search', status: 403, refusal: 'plan' } as const;
    source.fail = () => new RefusedError('The plan does not include this.', refusal);
    for (let hour = 0; hour < 5; hour += 1) {
      clock.at += HOUR;
      await run();
      clock.at += 50 * MINUTE;
      expect(await sweep()).toEqual([]);
    }
  });

  it('no watch that waits for the companies of its watchlist', async () => {
    const jobs = aJobWatch({ schedule: 'rate(1 hour)', watchlist: 'cars' });
    const { sweepFor, store } = await open([jobs]);
    expect(await sweepFor(6 * HOUR)).toEqual([]);
    await store.resources.write({ ...newWatchlist('cars'), dataset: 'dataset-1', ready: true });
    expect(await sweepFor(2 * HOUR)).toEqual([jobs.id]);
  });
});

it('most sweeps read no state of a watch', async () => {
  const { ports, clock, run } = await open();
  await run();
  let reads = 0;
  const states = {
    ...ports.states,
    read: async (...key: Parameters<typeof ports.states.read>) => {
      reads += 1;
      return ports.states.read(...key);
    },
  };
  for (let sweeps = 0; sweeps < 12 * 24; sweeps += 1, clock.at += 5 * MINUTE) {
    if (sweeps % 12 === 0) await run();
    expect(await findMissedRuns({ ...ports, states })).toEqual([]);
  }
  expect(reads).toBeLessThan(24);
});
