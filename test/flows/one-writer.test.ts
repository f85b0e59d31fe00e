import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Finding, foundItemOf } from '../../shared/domain/findings/finding.ts';
import { typedKeys } from '../../shared/domain/lib/fields.ts';
import { DAY, HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import { type RunOrder, spaceOf } from '../../shared/domain/watches/watch.ts';
import { deliverAlerts } from '../../shared/use-cases/deliver/deliver-alerts.ts';
import { insertItems, orderDeciding } from '../../shared/use-cases/collect/insert-findings.ts';
import { runWatch } from '../../shared/use-cases/collect/run-watch.ts';
import { decideSpace } from '../../shared/use-cases/decide/decide-space.ts';
import { storeRecords } from '../../shared/use-cases/upstream/store-records.ts';
import { fullForm } from '../full-form.ts';
import { dies, dying, forEveryDeath } from '../ports/dying.ts';
import { aFinding, aWatch, NOON } from '../ports/examples.ts';
import { inBursts, takingTurns } from '../ports/interleaved.ts';
import { findingsOf, workbench } from '../shared/use-cases/bench.ts';
import { decideOrdered } from '../shared/use-cases/decide-ordered.ts';

// Whoever finds something inserts it; only the holder of the lease of a space groups, decides and alerts. Here all
// find the same story of one watch at the same time.

type Bench = Awaited<ReturnType<typeof workbench>>;
type Ports = Bench['ports'];

const watch = aWatch({ firstRun: 'tell', alert: { when: 'story', channel: 'press-team' } });
const space = spaceOf(watch);
const article = (n: number, changes: Partial<Finding> = {}): Finding =>
  aFinding(n, {
    title: 'Acme merges with Globex',
    snippet: 'Acme merges with Globex, as both of them said. '.repeat(5),
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
  'collected job': async (ports: Ports, owner: string) => {
    const finish = Number.POSITIVE_INFINITY;
    const scope = { ports, watch, track: 'live', finish, isHolder: false } as const;
    const items = [article(22), article(23)].map((one) => foundItemOf(one));
    await insertItems(scope, { items });
    await orderDeciding(ports, space, { by: owner });
  },
  deliverer: (ports: Ports, owner: string) => deliverAlerts('all', ports, callOf(owner)),
  decider: (ports: Ports, owner: string) => decideSpace({ space, waits: 0 }, ports, callOf(owner)),
};
type Writer = keyof typeof WRITERS;

async function inserted(ports: Ports, job: string, findings: Finding[]): Promise<void> {
  await storeRecords({ findings, origins: new Map(), jobId: job }, { ports, watch });
  await orderDeciding(ports, space, { by: job });
}

const open = () =>
  workbench({
    watches: [watch],
    corpus: [1, 2, 3]
      .map((n) => ({ finding: article(n) }))
      .concat([11, 12].map((n) => ({ finding: article(n, { indexedAt: PAST.from + n * HOUR }) }))),
    pageSize: 2,
  });

/** Ports that fail when somebody writes stories or alerts who does not hold the lease of the space. */
function holding(ports: Ports, writer: string, lease: { holder?: string | undefined }): Ports {
  const guarded = <P extends object>(port: P, write: string): P =>
    new Proxy(port, {
      get: (target, key) => {
        const method: unknown = Reflect.get(target, key);
        if (typeof method !== 'function' || key !== write) return method;
        return (...args: unknown[]) => {
          expect([write, lease.holder]).toEqual([write, writer]);
          return Reflect.apply(method, target, args) as unknown;
        };
      },
    });
  const { spaces } = ports;
  return {
    ...ports,
    spaces: {
      ...spaces,
      acquire: async (...given) => {
        const held = await spaces.acquire(...given);
        if (held) lease.holder = writer;
        return held;
      },
      release: async (held) => {
        lease.holder = undefined;
        return spaces.release(held);
      },
    },
    stories: guarded(ports.stories, 'write'),
    alerts: guarded(ports.alerts, 'put'),
  };
}

/** Everything that was found is decided, in one story, with at most one alert, and nothing waits. */
async function expectOneStory(bench: Bench, { found, told }: { found: number; told: readonly number[] }) {
  const findings = await findingsOf(bench);
  expect(findings).toHaveLength(found);
  expect(findings.filter(({ verdict }) => !verdict)).toEqual([]);
  expect(new Set(findings.map(({ story }) => story)).size).toBe(1);
  expect(await bench.store.spaces.waiting(space, 10)).toEqual([]);
  const alerts = await bench.store.alerts.madeOn('2026-11-20', 100);
  expect(told).toContain(alerts.length);
}

const FOUND: Partial<Record<Writer, readonly number[]>> = {
  run: [1, 2, 3],
  'another run': [1, 2, 3],
  backfill: [11, 12],
  payload: [20, 21],
  'collected job': [22, 23],
};
const NAMES = typedKeys(WRITERS);
const PAIRS = NAMES.flatMap((one, n) =>
  NAMES.slice(n + (one === 'decider' ? 0 : 1)).map((other) => [one, other] as const),
);

describe('two writers of one watch at the same time lose nothing, and notify of a story once', () => {
  it.each(PAIRS)('%s and %s', async (...pair) => {
    const property = fc.asyncProperty(fc.infiniteStream(fc.noBias(fc.nat(5_999))), async (choices) => {
      const bench = await open();
      const turns = takingTurns();
      const lease: { holder?: string } = {};
      const writers = pair.map(async (name, n) => {
        const { clock, compose, table: _table, ...ports } = bench.ports;
        const waiting = { ...bench.ports, ...turns.ports(n, ports), clock, compose };
        await WRITERS[name](holding(waiting, name, lease), name);
      });
      await turns.run(writers, inBursts(choices));
      // A run that found the lease held comes back by itself.
      for (const { order: again, delay } of bench.queue.sent.splice(0)) {
        bench.clock.at += delay;
        await bench.run(again);
      }
      await decideOrdered(bench.ports);
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
    expect(await fc.check(property, { numRuns: fullForm(4, 400) })).toMatchObject({
      failed: false,
      errorInstance: null,
    });
  });
});

describe('a writer that dies at any port call, and is tried again', () => {
  it.each(['payload', 'backfill'] as const)('%s: what it found is decided', async (name) => {
    const deaths = await forEveryDeath(async (doom) => {
      const bench = await open();
      await dies(WRITERS[name](dying(bench.ports, doom), name));
      // A queue delivers the message again after its lease has ended.
      bench.clock.at += 2 * HOUR;
      const call = { owner: 'again', deadline: bench.clock.at + HOUR };
      if (name === 'backfill') await runWatch(order({ track: 'backfill', window: PAST }), bench.ports, call);
      else await WRITERS[name](bench.ports, name);
      await bench.decide();
      await expectOneStory(bench, { found: 2, told: [name === 'backfill' ? 0 : 1] });
    });
    expect(deaths).toBeGreaterThan(6);
  });
});

/** Lets a call of a port wait until it is thawed. */
function freezing<A extends unknown[], R>(call: (...args: A) => Promise<R>) {
  const [frozen, thawed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const wrapped = async (...args: A): Promise<R> => {
    const answer = await call(...args);
    frozen.resolve();
    await thawed.promise;
    return answer;
  };
  return { wrapped, frozen: frozen.promise, thaw: () => thawed.resolve() };
}

describe('who is frozen until another one has taken the lease', () => {
  it('while a run waits for the service, changes nothing once it is thawed', async () => {
    const bench = await open();
    const { source } = bench.ports;
    const fetching = freezing((...ask: Parameters<typeof source.fetchPage>) => source.fetchPage(...ask));
    const ports = { ...bench.ports, source: { ...source, fetchPage: fetching.wrapped } };
    const run = runWatch(order(), ports, { owner: 'frozen', deadline: NOON + 5 * MINUTE });
    await fetching.frozen;
    bench.clock.at += 10 * MINUTE;
    expect(await bench.run()).toMatchObject({ status: 'done', new: 3, alerts: 1 });
    const before = [await findingsOf(bench), await bench.store.states.read(watch.id, 'live')];
    fetching.thaw();
    expect(await run).toMatchObject({ status: 'stepped-aside', new: 0, alerts: 0 });
    expect([await findingsOf(bench), await bench.store.states.read(watch.id, 'live')]).toEqual(before);
    expect(bench.ports.decideQueue.waiting).toEqual([]);
  });

  it('between two parts, does not begin the second one once it is thawed', async () => {
    const bench = await open();
    await bench.collect();
    await WRITERS.payload(bench.ports, 'payload');
    const { spaces } = bench.ports;
    const settling = freezing((one: Parameters<typeof spaces.settle>[0]) => spaces.settle(one));
    const ports = { ...bench.ports, spaces: { ...spaces, settle: settling.wrapped } };
    const deciding = decideSpace({ space, waits: 0 }, ports, {
      owner: 'frozen',
      deadline: NOON + 5 * MINUTE,
    });
    await settling.frozen;
    bench.clock.at += 10 * MINUTE;
    await bench.decide();
    const before = [await findingsOf(bench), await bench.store.stories.open(space)];
    settling.thaw();
    expect(await deciding).toMatchObject({ status: 'stepped-aside', watches: { length: 1 } });
    expect([await findingsOf(bench), await bench.store.stories.open(space)]).toEqual(before);
    await expectOneStory(bench, { found: 5, told: [1] });
  });
});
