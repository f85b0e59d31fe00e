import { describe, expect, it } from 'vitest';
import { TransportError } from '../../shared/domain/lib/errors.ts';
import { HOUR, type Instant, MINUTE, SECOND } from '../../shared/domain/time/instant.ts';
import type { RunOrder } from '../../shared/domain/watches/watch.ts';
import { reconcile } from '../../shared/use-cases/reconcile/reconcile.ts';
import type { Source } from '../../shared/use-cases/ports/services.ts';
import { runWatch } from '../../shared/use-cases/collect/run-watch.ts';
import { aWatch, NOON } from '../ports/examples.ts';
import { memorySubscriptions } from '../ports/memory-services.ts';
import { workbench } from '../shared/use-cases/bench.ts';

// Queries that hang beside others that do not, with two runs of the service at once and time that only waits move.

const facts = { service: 'news', operation: 'POST /search' } as const;
const SLOTS = 2;

interface Waiting {
  order: RunOrder;
  due: Instant;
}

/** How long a query takes, in milliseconds; Infinity: it is never answered. */
type Takes = (watchId: string, now: Instant) => number;

/** A stack of watches, each run every so often, with a sweep every five minutes. */
async function openStack(every: Readonly<Record<string, number>>, takes: Takes) {
  const ids = Object.keys(every);
  const bench = await workbench({ watches: ids.map((id) => aWatch({ id, query: { q: id } })) });
  const { clock, store, queue } = bench;
  const timers: { at: Instant; wake: () => void }[] = [];
  const until = (at: Instant) => new Promise<void>((wake) => timers.push({ at, wake }));
  const asked: { id: string; at: Instant }[] = [];
  const answerIn = async (id: string, deadline: Instant) => {
    const answered = clock.now() + takes(id, clock.now());
    await until(Math.min(answered, deadline));
    if (answered > deadline) throw new TransportError('No answer in time.', { ...facts, timedOut: true });
  };
  const { source } = bench;
  const ports = {
    ...bench.ports,
    source: {
      ...source,
      async fetchPage(...[ask, limits]: Parameters<Source['fetchPage']>) {
        asked.push({ id: ask.watch.id, at: clock.now() });
        await answerIn(ask.watch.id, limits.deadline);
        return source.fetchPage(ask, limits);
      },
      probe: (_watch: unknown, { deadline }: { deadline: Instant }) => answerIn('probe', deadline),
    },
    subscriptions: memorySubscriptions(),
    plans: {},
  };
  const waiting: Waiting[] = [];
  let calls = 0;
  const started: { id: string; at: Instant; waited: number; status: string }[] = [];

  const work = async (slot: number) => {
    for (;;) {
      const at = waiting.findIndex(({ due }) => due <= clock.now());
      const [next] = at < 0 ? [] : waiting.splice(at, 1);
      if (!next) {
        await until(clock.now() + SECOND / 4 + slot);
        continue;
      }
      const begun = { id: next.order.watchId, at: clock.now(), waited: clock.now() - next.due };
      const call = { owner: `call-${(calls += 1)}`, deadline: clock.now() + 5 * MINUTE };
      const { status } = await runWatch(next.order, ports, call);
      started.push({ ...begun, status });
    }
  };
  const takeSent = () => {
    for (const { order, delay } of queue.sent.splice(0)) waiting.push({ order, due: clock.now() + delay });
  };
  /** Lets time pass. What waits in the queue is taken by the slots. */
  const live = async (span: number) => {
    const end = clock.now() + span;
    while (clock.now() < end) {
      await new Promise(setImmediate);
      takeSent();
      timers.sort((a, b) => a.at - b.at);
      const next = timers.shift();
      if (!next) throw new Error('Nobody waits.');
      clock.at = Math.max(clock.at, next.at);
      next.wake();
    }
  };
  const ticks = async () => {
    for (let minute = 0; ; minute += 1) {
      const now = clock.now();
      for (const id of ids) {
        const order = { watchId: id, scheduledFor: now, track: 'live', continuation: 0 } as const;
        if (minute % (every[id] ?? 1) === 0) waiting.push({ order, due: now });
      }
      if (minute % 5 === 4) await reconcile(ports, { owner: `sweep-${minute}`, deadline: now + 4 * MINUTE });
      await until(now + MINUTE);
    }
  };
  void ticks();
  for (let slot = 0; slot < SLOTS; slot += 1) void work(slot);
  return {
    clock,
    store,
    live,
    asked,
    started,
    of: (id: string) => started.filter((run) => run.id === id),
    /** Incidents of the whole service. */
    async serviceIncidents() {
      const open = await store.incidents.open();
      return open.map(({ subject }) => subject).filter((subject) => subject.startsWith('service:'));
    },
  };
}

const hanging = Array.from({ length: 10 }, (_, n) => `hang-${n}`);
const isHanging = (id: string) => id.startsWith('hang');

describe('beside ten queries that hang', () => {
  it('a watch starts within a minute of its time, and they are asked less and less', async () => {
    const every = { ...Object.fromEntries(hanging.map((id) => [id, 15])), fine: 5 };
    const stack = await openStack(every, (id) => (isHanging(id) ? Infinity : SECOND));
    await stack.live(6 * HOUR);
    const fine = stack.of('fine');
    expect(fine.map(({ status }) => status)).toEqual(fine.map(() => 'done'));
    expect(fine.length).toBeGreaterThan(70);
    expect(Math.max(...fine.map(({ waited }) => waited))).toBeLessThan(MINUTE);
    const asked = (from: number) =>
      stack.asked.filter(({ id, at }) => isHanging(id) && at >= NOON + from && at < NOON + from + HOUR)
        .length;
    expect(asked(5 * HOUR)).toBeLessThan(asked(0) / 2);
    // Each has an incident of its own: the service answers others.
    expect(await stack.serviceIncidents()).toEqual([]);
    for (const id of hanging) {
      const state = await stack.store.states.read(id, 'live');
      expect(state).toMatchObject({ openWindow: expect.any(Number), slow: { times: expect.any(Number) } });
    }
  });
});

describe('a service that answers nobody', () => {
  it('is left alone, tried by one run at a time, and is one incident', async () => {
    let isBack = false;
    const every = Object.fromEntries([...hanging, 'fine'].map((id) => [id, 5]));
    const stack = await openStack(every, () => (isBack ? SECOND : Infinity));
    await stack.live(2 * HOUR);
    // Two at once before it is known, then one try after 30 s, 1, 2, 4 and each 8 minutes, as watches come.
    expect(stack.asked.length).toBeLessThan(2 + 4 + 2 * 8);
    expect(stack.asked.length).toBeGreaterThan(8);
    expect(await stack.serviceIncidents()).toEqual(['service:news:no-answer']);
    const gaps = stack.asked.slice(2).map(({ at }, n) => at - (stack.asked[n + 1]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(30 * SECOND);
    isBack = true;
    await stack.live(30 * MINUTE);
    expect(await stack.serviceIncidents()).toEqual([]);
    for (const id of Object.keys(every)) {
      const state = await stack.store.states.read(id, 'live');
      expect(state).toMatchObject({ failures: 0, coveredUntil: expect.any(Number) });
      expect(state?.coveredUntil).toBeGreaterThan(stack.clock.now() - 10 * MINUTE);
      expect(state?.openWindow).toBeUndefined();
    }
  });
});
