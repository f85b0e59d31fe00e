import { describe, expect, it } from 'vitest';
import { TransportError } from '../../../../shared/domain/lib/errors.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../../shared/domain/watches/watch.ts';
import { reconcile } from '../../../../shared/use-cases/reconcile/reconcile.ts';
import { dies, dying, forEveryDeath } from '../../../ports/dying.ts';
import { aWatch } from '../../../ports/examples.ts';
import { budgetBench, daysBetween } from '../budget-bench.ts';

const START = Date.UTC(2026, 10, 1);

const few = (): Watch[] => [
  aWatch({ id: 'blogs', severity: 'info', priority: 2 }),
  aWatch({ id: 'press', severity: 'warning' }),
  aWatch({ id: 'recall', severity: 'critical' }),
];
/** What `few` need in 31 days, each counting three days again on each day. */
const NEED = 3 * (31 * 96 + 31 * 3);

describe('the budget of a service', () => {
  it('is read once an hour, however many sweeps there are, and slows no watch while it is enough', async () => {
    const bench = await budgetBench({ watches: few(), now: START, quota: 2 * NEED });
    await bench.passUntil(START + 6 * HOUR);
    expect(bench.plan.asked).toHaveLength(6);
    expect(bench.outcomes.every(({ status }) => status === 'done')).toBe(true);
    expect(await bench.store.budgets.get('news')).toMatchObject({
      figures: { allowed: 2 * NEED },
      isShort: false,
      renewsBy: START + 31 * DAY,
    });
    expect(await bench.open()).toEqual([]);
  });

  it('slows no watch while it is not known, and no longer than a day on old figures', async () => {
    const bench = await budgetBench({ watches: few(), now: START, quota: NEED });
    bench.plan.broken = new TransportError('No answer.', {
      service: 'news',
      operation: 'POST /subscription',
    });
    await bench.passUntil(START + 3 * HOUR);
    expect(bench.plan.asked).toHaveLength(3);
    expect(bench.outcomes.every(({ status }) => status === 'done')).toBe(true);
    expect(await bench.store.budgets.get('news')).toMatchObject({ error: 'No answer.' });

    bench.plan.broken = undefined;
    bench.plan.quota = NEED / 2;
    await bench.passUntil(START + 5 * HOUR);
    expect(await bench.rateOf('blogs')).toMatchObject({ state: 'slowed' });
    bench.plan.broken = new TransportError('No answer.', {
      service: 'news',
      operation: 'POST /subscription',
    });
    await bench.passUntil(START + 20 * HOUR);
    expect(await bench.rateOf('blogs')).toMatchObject({ state: 'slowed' });
    await bench.passUntil(START + 31 * HOUR);
    expect(await bench.rateOf('blogs')).toBeUndefined();
    expect(await bench.open()).toEqual([]);
  });

  it('a backfill waits while watches are slowed, and is queued again', async () => {
    const bench = await budgetBench({ watches: few(), now: START, quota: 100 });
    await bench.passUntil(START + HOUR);
    const window = { from: START - 20 * DAY, to: START - 10 * DAY };
    const order = { watchId: 'recall', track: 'backfill', window } as const;
    const held = await bench.runOrder(order);
    expect(held).toMatchObject({ status: 'skipped', calls: 0 });
    expect(bench.queue.sent.at(-1)).toMatchObject({ order, delay: 15 * MINUTE });
    bench.plan.quota = 10 * NEED;
    await bench.passUntil(START + 3 * HOUR);
    expect(await bench.runOrder(order)).toMatchObject({ status: 'done' });
  });
});

describe('a quota that is used up', () => {
  it('pauses all watches but the most important one, which tries once an hour until the quota is back', async () => {
    const renewsAt = START + 2 * DAY;
    const bench = await budgetBench({ watches: few(), now: START, quota: 60, renewsAt: [renewsAt] });
    bench.plan.broken = new TransportError('No answer.', {
      service: 'news',
      operation: 'POST /subscription',
    });
    await bench.passUntil(START + DAY);
    expect(await bench.open()).toEqual(['service:news:quota']);
    const refused = bench.plan.refused;
    await bench.passUntil(renewsAt);
    expect(bench.plan.refused - refused).toBeLessThanOrEqual(24);
    expect(bench.plan.refused - refused).toBeGreaterThanOrEqual(20);
    expect(await bench.rateOf('press')).toMatchObject({ state: 'paused' });
    bench.plan.quota = 10_000;
    await bench.passUntil(renewsAt + 2 * HOUR);
    expect(await bench.open()).toEqual([]);
    expect(bench.outcomes.slice(-9).every(({ status }) => status === 'done')).toBe(true);
    const notified = await bench.told(daysBetween(START, bench.clock.at));
    const quota = notified.filter(({ incident }) => incident === 'quota');
    expect(quota.map(({ resolved, reminder = 0 }) => [resolved, reminder])).toEqual([
      [false, 0],
      [false, 1],
      [true, 0],
    ]);
  });
});

describe('a sweep that dies at any port call', () => {
  it('is followed by one that does the same, requests no more often, and notifies of nothing twice', async () => {
    const open = async () => {
      const bench = await budgetBench({ watches: few(), now: START, quota: 300 });
      for (const watch of few()) await bench.run(watch);
      bench.clock.at += MINUTE;
      return bench;
    };
    const aftermath = async (bench: Awaited<ReturnType<typeof open>>) => ({
      rates: await Promise.all(few().map(async ({ id }) => (await bench.rateOf(id))?.state)),
      // Those after a death come later than those before it.
      told: (await bench.told(daysBetween(START, START + DAY)))
        .map(({ text, resolved }) => `${/severity \w+/.exec(text)?.[0]} ${resolved}`)
        .toSorted(),
      open: await bench.open(),
    });
    const unharmed = await open();
    await unharmed.sweep();
    const expected = await aftermath(unharmed);
    expect(expected.rates).toEqual(['paused', 'paused', 'slowed']);
    const deaths = await forEveryDeath(async (doom) => {
      const bench = await open();
      const context = { owner: 'one', deadline: bench.clock.at + MINUTE };
      await dies(reconcile(dying(bench.ports, doom), context));
      for (let n = 0; n < 14; n += 1) {
        bench.clock.at += 5 * MINUTE;
        await bench.sweep();
      }
      expect(await aftermath(bench)).toEqual(expected);
      expect(bench.plan.asked.length).toBeLessThanOrEqual(2);
    });
    expect(deaths).toBeGreaterThan(20);
  });
});
