import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../shared/domain/findings/finding.ts';
import { DAY, HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import type { RunOrder } from '../../shared/domain/watches/watch.ts';
import type { StateChange } from '../../shared/domain/runs/run-state.ts';
import { deliverAlerts } from '../../shared/use-cases/deliver/deliver-alerts.ts';
import { insertForJudging, orderJudging } from '../../shared/use-cases/collect/insert-findings.ts';
import { judgeWatch } from '../../shared/use-cases/collect/judge-watch.ts';
import { runWatch } from '../../shared/use-cases/collect/run-watch.ts';
import { storeRecords } from '../../shared/use-cases/upstream/webhooks/store-records.ts';
import { longForm } from '../long-form.ts';
import { dies, dying, forEveryDeath } from '../ports/dying.ts';
import { aFinding, aWatch, NOON } from '../ports/examples.ts';
import { inBursts, takingTurns } from '../ports/interleaved.ts';
import { findingsOf, workbench } from '../shared/use-cases/bench.ts';
import { judgeOrdered } from '../shared/use-cases/judge-ordered.ts';
import { foundItemOf } from '../../shared/domain/findings/finding.ts';

// Whoever finds something inserts it; only the holder of the lease of a watch groups, decides and alerts. Here all find the same
// story of one watch at the same time.

type Bench = Awaited<ReturnType<typeof workbench>>;
type Ports = Bench['ports'];

const watch = aWatch({ firstRun: 'tell', alert: { when: 'story', channel: 'press-team' } });
const article = (n: number, changes: Partial<Finding> = {}): Finding =>
  aFinding(n, {
    title: 'Acme merges with Globex',
    snippet: 'Both said so.',
    indexedAt: NOON - n * MINUTE,
    ...changes,
  });
const PAST = { from: NOON - 5 * DAY, to: NOON - 4 * DAY };
const order = (changes: Partial<RunOrder> = {}): RunOrder => ({
  watchId: watch.id,
  scheduledFor: NOON,
  track: 'live',
  continuation: 0,
  ...changes,
});
const callOf = (owner: string) => ({ owner, deadline: NOON + HOUR });

/** What may work on a watch at a time, each on ports of its own. */
const WRITERS = {
  run: (ports: Ports, owner: string) => runWatch(order(), ports, callOf(owner)),
  'another run': (ports: Ports, owner: string) => runWatch(order(), ports, callOf(owner)),
  backfill: (ports: Ports, owner: string) =>
    runWatch(order({ track: 'backfill', window: PAST }), ports, callOf(owner)),
  payload: (ports: Ports, owner: string) => inserted(ports, owner, [article(20), article(21)]),
  healing: (ports: Ports, owner: string) => inserted(ports, owner, [article(21), article(22)]),
  'collected job': async (ports: Ports, owner: string) => {
    const scope = { ports, watch, track: 'live', finish: Number.POSITIVE_INFINITY } as const;
    const items = [article(22), article(23)].map((one) => foundItemOf(one));
    await insertForJudging(scope, { items }, undefined);
    await orderJudging(ports, watch, owner);
  },
  deliverer: (ports: Ports, owner: string) => deliverAlerts('all', ports, callOf(owner)),
  judge: (ports: Ports, owner: string) =>
    judgeWatch({ kind: 'judge', watchId: watch.id, looks: 0, waits: 0 }, ports, callOf(owner)),
  'another judge': (ports: Ports, owner: string) =>
    judgeWatch({ kind: 'judge', watchId: watch.id, looks: 0, waits: 0 }, ports, callOf(owner)),
};
type Writer = keyof typeof WRITERS;

async function inserted(ports: Ports, job: string, findings: Finding[]): Promise<void> {
  await storeRecords([{ findings, origins: new Map(), jobId: job }], { ports, watch });
  await orderJudging(ports, watch, job);
}

const open = () =>
  workbench({
    watches: [watch],
    corpus: [1, 2, 3]
      .map((n) => ({ finding: article(n) }))
      .concat([11, 12].map((n) => ({ finding: article(n, { indexedAt: PAST.from + n * HOUR }) }))),
    pageSize: 2,
  });

/** Ports that fail when somebody groups, decides or alerts who does not hold the lease of the watch. */
function holding(ports: Ports, writer: string, lease: { holder?: string | undefined }): Ports {
  const guarded = <P extends object>(port: P, writes: readonly string[]): P =>
    new Proxy(port, {
      get: (target, key) => {
        const method: unknown = Reflect.get(target, key);
        if (typeof method !== 'function' || !writes.includes(String(key))) return method;
        return (...args: unknown[]) => {
          expect([String(key), lease.holder]).toEqual([String(key), writer]);
          return Reflect.apply(method, target, args) as unknown;
        };
      },
    });
  const { states } = ports;
  return {
    ...ports,
    states: {
      ...states,
      acquire: async (given, taken, now) => {
        const state = await states.acquire(given, taken, now);
        if (state && given.track === 'live') lease.holder = writer;
        return state;
      },
      save: async (state, change: StateChange) => {
        const saved = await states.save(state, change);
        if (saved && change.release && state.track === 'live') lease.holder = undefined;
        return saved;
      },
    },
    stories: guarded(ports.stories, ['putNew', 'join', 'absorb', 'redirect']),
    notifiedStories: guarded(ports.notifiedStories, ['note']),
    findings: guarded(ports.findings, ['judge', 'putJudged']),
    alerts: guarded(ports.alerts, ['put']),
  };
}

/** Everything that was found is judged, in one story, with at most one alert, and nothing waits. */
async function expectOneStory(bench: Bench, { found, told }: { found: number; told: readonly number[] }) {
  const findings = await findingsOf(bench);
  expect(findings).toHaveLength(found);
  expect(findings.filter(({ verdict }) => !verdict)).toEqual([]);
  expect(new Set(findings.map(({ story }) => story)).size).toBe(1);
  expect(await bench.store.findings.unjudged(watch.id, { limit: 10 })).toEqual([]);
  const alerts = await bench.store.alerts.madeOn('2026-11-20', 100);
  expect(told).toContain(alerts.length);
}

const FOUND: Partial<Record<Writer, readonly number[]>> = {
  run: [1, 2, 3],
  'another run': [1, 2, 3],
  backfill: [11, 12],
  payload: [20, 21],
  healing: [21, 22],
  'collected job': [22, 23],
};
const NAMES = [
  'run',
  'another run',
  'backfill',
  'payload',
  'healing',
  'collected job',
  'deliverer',
  'judge',
  'another judge',
] as const;
const PAIRS = NAMES.flatMap((one, n) => NAMES.slice(n + 1).map((other) => [one, other] as const));

describe('two writers of one watch at the same time lose nothing, and notify of a story once', () => {
  it.each(PAIRS)('%s and %s', async (...pair) => {
    const property = fc.asyncProperty(fc.infiniteStream(fc.noBias(fc.nat(5_999))), async (choices) => {
      const bench = await open();
      const turns = takingTurns();
      const lease: { holder?: string } = {};
      const writers = pair.map(async (name, n) => {
        const { clock, compose, ...ports } = bench.ports;
        const waiting = { ...turns.ports(n, ports), clock, compose };
        await WRITERS[name](holding(waiting, name, lease), name);
      });
      await turns.run(writers, inBursts(choices));
      // A run that found the lease held comes back by itself.
      for (const { order: again, delay } of bench.queue.sent.splice(0)) {
        bench.clock.at += delay;
        await bench.run(again);
      }
      await judgeOrdered(bench.queue, bench.ports);
      const found = new Set(pair.flatMap((name) => FOUND[name] ?? [])).size;
      const isSilent = pair.includes('backfill');
      const told = pair.every((name) => !FOUND[name] || name === 'backfill') ? [0] : isSilent ? [0, 1] : [1];
      if (found > 0) await expectOneStory(bench, { found, told });
      bench.clock.at += HOUR;
      await bench.deliver();
      const sent = bench.topic.published.flatMap(({ alertIds }) => alertIds);
      expect(sent).toEqual([...new Set(sent)]);
      expect(found > 0 ? told : [0]).toContain(sent.length);
    });
    expect(await fc.check(property, { numRuns: longForm(8, 400) })).toMatchObject({
      failed: false,
      errorInstance: null,
    });
  });
});

describe('a writer that dies at any port call, and is tried again', () => {
  const live = ['payload', 'backfill'] as const;
  it.each(live)('%s: what it found is judged', async (name) => {
    const deaths = await forEveryDeath(async (doom) => {
      const bench = await open();
      await dies(WRITERS[name](dying(bench.ports, doom), name));
      // A queue delivers the message again after its lease has ended.
      bench.clock.at += 2 * HOUR;
      const call = { owner: 'again', deadline: bench.clock.at + HOUR };
      if (name === 'backfill') await runWatch(order({ track: 'backfill', window: PAST }), bench.ports, call);
      else await WRITERS[name](bench.ports, name);
      await judgeOrdered(bench.queue, bench.ports);
      await expectOneStory(bench, { found: 2, told: [name === 'backfill' ? 0 : 1] });
    });
    expect(deaths).toBeGreaterThan(6);
  });

  it('judge: what waited is judged, and notified of once', async () => {
    const deaths = await forEveryDeath(async (doom) => {
      const bench = await open();
      await inserted(bench.ports, 'payload', [
        article(20),
        article(21),
        article(22, { title: 'Other news' }),
      ]);
      const [ordered] = bench.queue.judging;
      const call = { owner: 'dies', deadline: NOON + 5 * MINUTE };
      await dies(judgeWatch(ordered!.order, dying(bench.ports, doom), call));
      await judgeOrdered(bench.queue, bench.ports);
      const findings = await findingsOf(bench);
      expect(findings.filter(({ verdict }) => !verdict)).toEqual([]);
      expect(await bench.store.alerts.madeOn('2026-11-20', 100)).toHaveLength(2);
    });
    expect(deaths).toBeGreaterThan(10);
  });
});

describe('a run that is frozen', () => {
  it('while it waits for the service changes nothing once it is thawed, when another one has taken its lease', async () => {
    const bench = await open();
    const thawed = Promise.withResolvers<void>();
    const fetching = Promise.withResolvers<void>();
    const writes: string[] = [];
    const counted = <P extends object>(port: P): P =>
      new Proxy(port, {
        get: (target, key) => {
          const method: unknown = Reflect.get(target, key);
          if (typeof method !== 'function') return method;
          return (...args: unknown[]) => {
            if (!['known', 'unjudged', 'read', 'ofWatch'].includes(String(key))) writes.push(String(key));
            return Reflect.apply(method, target, args) as unknown;
          };
        },
      });
    const { source } = bench.ports;
    const frozen = runWatch(
      order(),
      {
        ...bench.ports,
        findings: counted(bench.ports.findings),
        stories: counted(bench.ports.stories),
        notifiedStories: counted(bench.ports.notifiedStories),
        alerts: counted(bench.ports.alerts),
        source: {
          ...source,
          fetchPage: async (...ask) => {
            const page = await source.fetchPage(...ask);
            fetching.resolve();
            await thawed.promise;
            return page;
          },
        },
      },
      { owner: 'frozen', deadline: NOON + 5 * MINUTE },
    );
    await fetching.promise;
    bench.clock.at += 10 * MINUTE;
    expect(await bench.run()).toMatchObject({ status: 'done', new: 3, alerts: 1 });
    // Something new, that the frozen run has not heard of.
    const before = await findingsOf(bench);
    thawed.resolve();
    expect(await frozen).toMatchObject({ status: 'stepped-aside', new: 0, alerts: 0 });
    expect(writes).toEqual([]);
    expect(await findingsOf(bench)).toEqual(before);
  });

  it('does not begin a part for what only it has fetched', async () => {
    const bench = await open();
    const thawed = Promise.withResolvers<void>();
    const fetching = Promise.withResolvers<void>();
    const { source } = bench.ports;
    const withMore = {
      ...source,
      fetchPage: async (...ask: Parameters<typeof source.fetchPage>) => {
        const page = await source.fetchPage(...ask);
        fetching.resolve();
        await thawed.promise;
        return { ...page, items: [...page.items, foundItemOf(article(99))] };
      },
    };
    const call = { owner: 'frozen', deadline: NOON + HOUR };
    const frozen = runWatch(order(), { ...bench.ports, source: withMore }, call);
    await fetching.promise;
    bench.clock.at += 2 * HOUR;
    await bench.run();
    const before = await findingsOf(bench);
    bench.clock.at -= 2 * HOUR;
    thawed.resolve();
    expect(await frozen).toMatchObject({ status: 'stepped-aside', new: 0 });
    expect(await findingsOf(bench)).toEqual(before);
  });
});

describe('changes of a record that others bring', () => {
  const forChanges = aWatch({ firstRun: 'tell', alert: { when: 'change', channel: 'press-team' } });
  const record = (title: string): Finding => article(30, { title, contentHash: title });
  const bring = async (bench: Bench, ports: Ports, title: string) => {
    const given = { findings: [record(title)], origins: new Map(), jobId: title };
    await storeRecords([given], { ports, watch: forChanges });
    await orderJudging(bench.ports, forChanges, title);
  };
  const alertsOf = async (bench: Bench) =>
    (await bench.store.alerts.madeOn('2026-11-20', 100)).map(({ alert }) => alert.id).toSorted();
  const changed = async () => {
    const bench = await workbench({ watches: [forChanges] });
    await bring(bench, bench.ports, 'Acme pays 1 million');
    await judgeOrdered(bench.queue, bench.ports);
    for (const title of ['Acme pays 2 million', 'Acme pays 3 million']) {
      bench.clock.at += MINUTE;
      await bring(bench, holding(bench.ports, 'payload', {}), title);
    }
    return bench;
  };

  it('are alerted on by the holder of the lease, each once, whenever it dies', async () => {
    const bench = await changed();
    expect(await alertsOf(bench)).toEqual([]);
    await judgeOrdered(bench.queue, bench.ports);
    const expected = await alertsOf(bench);
    expect(expected).toHaveLength(2);
    await forEveryDeath(async (doom) => {
      const again = await changed();
      const [ordered] = again.queue.judging;
      const call = { owner: 'dies', deadline: again.clock.at + 5 * MINUTE };
      await dies(judgeWatch(ordered!.order, dying(again.ports, doom), call));
      await judgeOrdered(again.queue, again.ports);
      expect(await alertsOf(again)).toEqual(expected);
      expect(await again.store.findings.unjudged(forChanges.id, { limit: 10 })).toEqual([]);
    });
  });

  it('are not lost when they come before the record is judged', async () => {
    const bench = await workbench({ watches: [forChanges] });
    await bring(bench, bench.ports, 'Acme pays 1 million');
    bench.clock.at += MINUTE;
    await bring(bench, bench.ports, 'Acme pays 2 million');
    await judgeOrdered(bench.queue, bench.ports);
    expect(await alertsOf(bench)).toHaveLength(1);
    expect((await findingsOf(bench)).map(({ verdict }) => verdict)).toEqual([{ silent: 'awaits-change' }]);
  });
});
