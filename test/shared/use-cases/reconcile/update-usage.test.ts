import { describe, expect, it } from 'vitest';
import { TransportError } from '../../../../shared/domain/lib/errors.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { SEVERITIES, type Watch } from '../../../../shared/domain/watches/watch.ts';
import { updateUsage } from '../../../../shared/use-cases/reconcile/update-usage.ts';
import { reconcile } from '../../../../shared/use-cases/reconcile/reconcile.ts';
import { dies, dying, forEveryDeath } from '../../../ports/dying.ts';
import { aFinding, aWatch } from '../../../ports/examples.ts';
import { isFull } from '../../../full-form.ts';
import { findingsOf, workbench } from '../bench.ts';
import { budgetBench, daysBetween } from '../budget-bench.ts';

const START = Date.UTC(2026, 10, 1);

const few = (): Watch[] => [
  aWatch({ id: 'blogs', severity: 'info', priority: 2 }),
  aWatch({ id: 'press', severity: 'warning' }),
  aWatch({ id: 'recall', severity: 'critical' }),
];
/** What `few` need in 31 days, each counting three days again on each day. */
const NEED = 3 * (31 * 96 + 31 * 3);

describe.runIf(isFull)('a month with half the needed quota', () => {
  it('misses no critical window, never exceeds the plan, and returns to the full rate in a new cycle with enough', async () => {
    const counts = { info: 4, warning: 3, critical: 2 };
    const watches = SEVERITIES.flatMap((severity) =>
      Array.from({ length: counts[severity] }, (_, n) =>
        aWatch({
          id: `${severity}-${n + 1}`,
          severity,
          priority: n + 1,
          schedule: 'rate(1 hour)',
        }),
      ),
    );
    const corpus = Array.from({ length: 60 }, (_, n) => ({
      finding: aFinding(n, { indexedAt: START + n * 12 * HOUR + 7 * MINUTE }),
    }));
    const renewsAt = START + 30 * DAY;
    const demand = watches.length * (30 * 24 + 30 * 3);
    const bench = await budgetBench({
      service: 'news',
      watches,
      corpus,
      now: START,
      quota: Math.floor(demand / 2),
      renewsAt: [renewsAt],
    });
    await bench.passUntil(renewsAt, 30 * MINUTE);

    expect(bench.plan.refused).toBe(0);
    expect(bench.plan.used).toBeLessThanOrEqual(bench.plan.quota);
    expect(bench.plan.used).toBeGreaterThan(bench.plan.quota * 0.8);
    const ofSeverity = (severity: string) =>
      bench.outcomes.filter(({ watchId }) => watchId.startsWith(severity));
    expect(ofSeverity('critical')).toHaveLength(2 * 30 * 24);
    expect(ofSeverity('critical').every(({ status }) => status === 'done')).toBe(true);
    const share = (severity: string) => {
      const all = ofSeverity(severity);
      return all.filter(({ status }) => status === 'done').length / all.length;
    };
    expect(share('info')).toBeLessThan(0.2);
    expect(share('warning')).toBeGreaterThan(share('info'));
    const last = await findingsOf(bench, 'critical-1');
    expect(last.length).toBe(60);

    const skipped = bench.outcomes.filter(({ status }) => status === 'skipped');
    expect(
      skipped.every(({ calls, error }) => calls === 0 && error?.message.includes('calls of the news plan')),
    ).toBe(true);
    const state = await bench.store.states.read('info-1', 'live');
    expect(state?.counters.skipped).toBe(skipped.filter(({ watchId }) => watchId === 'info-1').length);
    expect(state?.skipped?.reason).toContain('every 24 hours only');

    const notified = await bench.told(daysBetween(START, renewsAt));
    expect(notified.map(({ text, resolved }) => [resolved, /severity (\w+)/.exec(text)?.[1]])).toEqual([
      [false, 'info'],
      [false, 'warning'],
      // Towards the end of the cycle the reserve is free for the warnings.
      [true, 'warning'],
    ]);
    expect(bench.plan.asked.length).toBeLessThanOrEqual(30 * 24);

    bench.plan.quota = demand * 2;
    await bench.passUntil(renewsAt + 3 * DAY, 30 * MINUTE);
    expect(
      bench.outcomes.filter(({ at }) => at > renewsAt + 2 * HOUR).every(({ status }) => status === 'done'),
    ).toBe(true);
    const after = await bench.told(daysBetween(renewsAt, bench.clock.at));
    expect(after.map(({ text, resolved }) => [resolved, /severity (\w+)/.exec(text)?.[1]])).toEqual([
      [true, 'info'],
    ]);
    for (const { id } of watches) expect((await findingsOf(bench, id)).length).toBe(60);
  });
});

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

  it('is not requested where no watch uses the service', async () => {
    const bench = await budgetBench({ watches: [], now: START, quota: 10 });
    await bench.sweep();
    expect(bench.plan.asked).toEqual([]);
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

  it('a skipped run leaves the watermark where it is, and the next one covers the longer time', async () => {
    const finding = aFinding(1, { indexedAt: START + 2 * HOUR });
    const bench = await budgetBench({ watches: few(), now: START, quota: 100, corpus: [{ finding }] });
    await bench.passUntil(START + 3 * HOUR);
    const before = await bench.store.states.read('blogs', 'live');
    expect(before).toMatchObject({ rate: { state: 'paused' }, failures: 0 });
    expect(before?.coveredUntil).toBeLessThan(START + HOUR);
    expect(await findingsOf(bench, 'blogs')).toEqual([]);
    bench.plan.quota = 10 * NEED;
    await bench.passUntil(START + 5 * HOUR);
    expect((await findingsOf(bench, 'blogs')).map((one) => one.finding.fingerprint)).toEqual([
      finding.fingerprint,
    ]);
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

it('what monitors use is allocated first: they are never slowed; disabled watches are not counted', async () => {
  const job = { kind: 'extraction', query: { limit: 10 }, schedule: 'rate(1 day)' } as const;
  const watches = [
    aWatch({ ...job, id: 'repeated', priority: 1, monitor: { backfill: true } }),
    aWatch({ ...job, id: 'weekly' }),
    aWatch({ ...job, id: 'off', disabled: true }),
  ];
  const bench = await workbench({ watches, now: START });
  const state = await bench.store.states.acquire(
    { watchId: 'repeated', track: 'live' },
    { owner: 'test', until: START + MINUTE },
    START,
  );
  const counters = {
    month: '2026-11',
    calls: 0,
    runs: 0,
    quietWindows: 0,
    found: 0,
    foundOn: {},
    jobs: 2,
    credits: 400,
  };
  await bench.store.states.save(state!, { set: { counters }, release: true });
  const [needed, repeated] = [31 * 100, 31 * 200];
  for (const [left, rate] of [
    [repeated + needed * 0.8, 'slowed'],
    [repeated + needed * 1.5, undefined],
  ] as const) {
    for (const watch of watches) await bench.run({ watchId: watch.id });
    const plans = { extraction: async () => ({ allowed: 20_000, left }) };
    await updateUsage({ ...bench.ports, plans }, { deadline: bench.clock.at + MINUTE });
    const rates = await Promise.all(
      watches.map(async ({ id }) => (await bench.store.states.read(id, 'live'))?.rate?.state),
    );
    expect(rates).toEqual([undefined, rate, undefined]);
    bench.clock.at += 2 * HOUR;
  }
});
