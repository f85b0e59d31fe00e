import { describe, expect, it } from 'vitest';
import { RefusedError, TransportError } from '../../../../shared/domain/lib/errors.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { newWatchlist } from '../../../../shared/domain/upstream/upstream-resource.ts';
import { findMissedRuns, reconcile, orderWaiting } from '../../../../shared/use-cases/reconcile/reconcile.ts';
import { aWatch, aStoredFinding } from '../../../ports/examples.ts';
import { memorySubscriptions } from '../../../ports/memory-services.ts';
import { workbench, findingsOf } from '../bench.ts';
import { aJobWatch, extractionBench } from '../extraction-bench.ts';

async function open() {
  const bench = await workbench({ watches: [aWatch()] });
  const subscriptions = memorySubscriptions();
  const ports = { ...bench.ports, subscriptions, plans: {}, executions: bench.ports.workflow };
  let sweeps = 0;
  const sweep = () =>
    reconcile(ports, {
      owner: `sweep-${(sweeps += 1)}`,
      deadline: bench.clock.now() + 5 * MINUTE,
    });
  return { bench, ports, sweep };
}

describe('a sweep', () => {
  it('queues a watch with an open window again, and opens one incident when it stays open for long', async () => {
    const { bench, sweep } = await open();
    bench.source.fail = () => new TransportError('Away.', { service: 'news', operation: 'POST /search' });
    await bench.run();
    expect((await sweep()).requeued).toEqual([]);
    bench.clock.at += 5 * MINUTE;
    expect((await sweep()).requeued).toEqual(['acme-news']);
    expect((await sweep()).requeued).toEqual([]);
    bench.clock.at += 2 * HOUR;
    expect((await sweep()).incidents).toContain('watch:acme-news:open-window');
    bench.clock.at += 2 * HOUR;
    await sweep();
    bench.source.fail = undefined;
    await bench.run();
    await bench.deliver();
    const subjects = bench.topic.published.map(({ texts }) => texts.subject);
    expect(subjects.filter((subject) => subject.includes('A time window could not be covered'))).toHaveLength(
      2,
    );
    expect((await bench.store.incidents.open()).map(({ subject }) => subject)).not.toContain(
      'watch:acme-news:open-window',
    );
  });

  it('opens no incident for an open window of a watch that the budget slows', async () => {
    const { bench, sweep } = await open();
    const facts = { service: 'news', operation: 'POST /search', status: 429, refusal: 'quota' } as const;
    bench.source.fail = () => new RefusedError('The calls of the plan are used up.', facts);
    await bench.run();
    for (let hour = 0; hour < 6; hour += 1) {
      bench.clock.at += HOUR;
      expect((await sweep()).requeued).toEqual(['acme-news']);
    }
    const openIncidents = async () => (await bench.store.incidents.open()).map(({ subject }) => subject);
    expect(await openIncidents()).not.toContain('watch:acme-news:open-window');

    await bench.store.incidents.clear('service:news:quota');
    const reason = 'The plan runs short.';
    await bench.store.states.setRate('acme-news', { state: 'paused', reason, until: bench.clock.at + DAY });
    bench.clock.at += HOUR;
    await sweep();
    expect(await openIncidents()).not.toContain('watch:acme-news:open-window');

    await bench.store.states.setRate('acme-news', undefined);
    bench.clock.at += HOUR;
    await sweep();
    expect(await openIncidents()).toContain('watch:acme-news:open-window');
  });

  it('restarts an extraction that no execution carries on', async () => {
    const bench = await extractionBench();
    await bench.run(aJobWatch());
    const [id = ''] = bench.workflow.started.keys();
    bench.workflow.ended.add(id);
    bench.clock.at += 30 * MINUTE;
    const ports = { ...bench.ports, subscriptions: memorySubscriptions(), plans: {} };
    const outcome = await reconcile(ports, { owner: 'sweep', deadline: bench.clock.at + 5 * MINUTE });
    expect(outcome).toMatchObject({ status: 'done', restarted: [id] });
  });
});

describe('find missed runs', () => {
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
});

it('what has waited for a minute is ordered to be decided again, as its order may be lost', async () => {
  const watches = [aWatch(), aWatch({ id: 'quiet' })];
  const corpus = [{ finding: aStoredFinding(1).finding }];
  const bench = await workbench({ watches, corpus });
  const { waiting } = bench.ports.decideQueue;
  await bench.collect();
  waiting.length = 0;
  await orderWaiting(bench.ports);
  expect(waiting).toEqual([]);
  bench.clock.at += 2 * MINUTE;
  await orderWaiting(bench.ports);
  expect(waiting.map(({ order }) => order.space)).toEqual(['watch.acme-news']);
  await bench.decide();
  expect((await findingsOf(bench)).map(({ verdict }) => verdict)).toEqual([{ notified: expect.any(String) }]);
  bench.clock.at += 2 * MINUTE;
  await orderWaiting(bench.ports);
  expect(waiting).toEqual([]);
});
