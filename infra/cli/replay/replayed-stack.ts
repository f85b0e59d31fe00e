import type { Alert } from '../../../shared/domain/alerts/alert.ts';
import type { DecideOrder } from '../../../shared/domain/alerts/decision.ts';
import { type Channel, channelNameOf, lanesOf } from '../../../shared/domain/channels/channel.ts';
import type { BatchReason } from '../../../shared/domain/channels/message-plan.ts';
import { foundItemOf, type StoredFinding } from '../../../shared/domain/findings/finding.ts';
import { inParallel } from '../../../shared/domain/lib/in-parallel.ts';
import type { StoryRecord } from '../../../shared/domain/stories/story.ts';
import { type Instant, MINUTE } from '../../../shared/domain/time/instant.ts';
import { type RunOrder, spaceOf, type Watch } from '../../../shared/domain/watches/watch.ts';
import { FORMS } from '../../../shared/render/chat/forms.ts';
import { composeWithLinks } from '../../../shared/render/message/compose-message.ts';
import { memoryTable } from '../../../shared/store/memory-table.ts';
import { judgingIn } from '../../../shared/store/watches/judging.ts';
import type { Store } from '../../../shared/store/open-store.ts';
import { insertItems, orderDeciding } from '../../../shared/use-cases/collect/insert-findings.ts';
import { runWatch } from '../../../shared/use-cases/collect/run-watch.ts';
import { decideSpace } from '../../../shared/use-cases/decide/decide-space.ts';
import { deliverAlerts } from '../../../shared/use-cases/deliver/deliver-alerts.ts';
import { deliverUrgently } from '../../../shared/use-cases/deliver/channel-gate.ts';
import { sendHeartbeats } from '../../../shared/use-cases/deliver/send-heartbeats.ts';
import type { CallContext, Clock } from '../../../shared/use-cases/ports/clock.ts';
import type { OpenModel } from '../../../shared/use-cases/ports/models.ts';
import type { Topic } from '../../../shared/use-cases/ports/ports.ts';
import type { Source } from '../../../shared/use-cases/ports/services.ts';
import { orderClosedHours, orderWaiting } from '../../../shared/use-cases/reconcile/reconcile.ts';
import { isNewsAlert, type SentMessage } from './compare-sent.ts';
import { setImmediate as afterMicrotasks } from 'node:timers/promises';

/** What the queues of a stack take. */
export type Order = RunOrder | DecideOrder | { transports: readonly string[] };

/** An alert that was made for a lane of a channel, with its story as it was then. */
export interface MadeAlert {
  at: Instant;
  channel: string;
  alert: Alert;
  story?: StoryRecord;
}

interface Given {
  clock: VirtualClock;
  source: Source;
  store: Store;
  /** Takes an order, to be worked on after a delay in milliseconds. */
  queue: (order: Order, delay: number) => void;
  models?: OpenModel | undefined;
}

/**
 * The functions of a stack over a store in memory: the same use-cases in the same order, and messages that go nowhere.
 */
export function replayedStack({ clock, source, store, queue, models }: Given) {
  const sent: SentMessage[] = [];
  const made: MadeAlert[] = [];
  let calls = 0;
  let owners = 0;
  /** The time limit of the functions of runs and of deliveries. */
  const newCall = (): CallContext => ({
    owner: `replay-${(owners += 1)}`,
    deadline: clock.now() + 5 * MINUTE,
  });
  const reasons = new Map<string, BatchReason>();
  const compose = (forms?: typeof FORMS) => {
    const make = composeWithLinks(undefined, forms);
    return (
      alerts: readonly Alert[],
      to: { channel: Channel; now: Instant; because: BatchReason },
    ): ReturnType<typeof make> => {
      const message = make(alerts, to);
      reasons.set(message.id, to.because);
      return message;
    };
  };
  const topic: Topic = {
    publish: async (message, lane) => {
      const onLanes = await inParallel(message.alertIds, (id) => store.alerts.onLanes(id));
      const alerts = onLanes.flat().flatMap(({ alert }) => (alert.channel === lane.name ? alert : []));
      sent.push({ message, lane, alerts, because: reasons.get(message.id) ?? 'group', at: clock.now() });
      return message.id;
    },
  };
  const ports = {
    ...store,
    clock,
    source,
    topic,
    opening: async () => undefined,
    judging: judgingIn(memoryTable()),
    ...(models && { models }),
    findings: {
      ...store.findings,
      // Each part gets a time of its own, so parts are decided in the order in which they were found.
      known: async (...asked: Parameters<typeof store.findings.known>) => {
        await clock.sleep(1);
        return store.findings.known(...asked);
      },
    },
    raw: { put: async () => undefined },
    workflow: { start: async () => undefined },
    queue: { send: async (_service: unknown, order: RunOrder, delay = 0) => queue(order, delay) },
    decideQueue: { send: async (order: DecideOrder, delay = 0) => queue(order, delay) },
    transportQueue: { send: async (transports: readonly string[]) => queue({ transports }, 0) },
    alerts: {
      ...store.alerts,
      put: async (...[alert, due]: Parameters<typeof store.alerts.put>) => {
        const id = alert.story?.id ?? '';
        const story = (await store.stories.read([id])).get(id);
        made.push({ at: clock.now(), channel: channelNameOf(alert.channel), alert, ...(story && { story }) });
        return store.alerts.put(alert, due);
      },
    },
  };
  const sns = { ...ports, compose: compose() };
  const others = { ...ports, compose: compose(FORMS), transportQueue: undefined };
  const deliver = (channels: readonly string[] | 'all', call: CallContext) =>
    deliverAlerts(channels, sns, call);
  const urgently = <R>(work: (alerts: typeof ports.alerts) => Promise<R>, call: CallContext): Promise<R> =>
    deliverUrgently(
      {
        ...ports,
        deliver: (channels) => deliver(channels, call),
        onFailure: (error) => {
          throw error;
        },
      },
      work,
    );
  return {
    store,
    ports,
    sent,
    made,
    calls: () => calls,
    /** What the functions of the queues do with an order. */
    async take(order: Order): Promise<void> {
      const call = newCall();
      if ('transports' in order) {
        const { transportQueue: _none, ...serving } = others;
        await deliverAlerts(order.transports, serving, call, 'others');
        return;
      }
      if ('space' in order) {
        const decided = await urgently((alerts) => decideSpace(order, { ...ports, alerts }, call), call);
        if (decided.channels.length > 0) await deliver(decided.channels, call);
        return;
      }
      const outcome = await runWatch(order, ports, call);
      calls += outcome.calls;
      if (outcome.channels.length > 0) await deliver(outcome.channels, call);
    },
    /** The sweep of each minute. */
    sweep: async (): Promise<void> => {
      await deliver('all', newCall());
    },
    /** What the sweep of every five minutes does without a fault of a service or a person. */
    async reconcile(): Promise<void> {
      const call = newCall();
      await urgently(async (alerts) => {
        const own = { ...ports, alerts };
        await sendHeartbeats(own, call.owner);
        await orderClosedHours(own, call.owner);
        await orderWaiting(own);
      }, call);
    },
    /** Inserts what a job, a webhook or a service of the past 24 hours had found at this time. */
    async insert(watch: Watch, found: readonly Pick<StoredFinding, 'finding'>[]): Promise<void> {
      const scope = { ports, watch, track: 'live', finish: Infinity, isHolder: false } as const;
      await insertItems(scope, { items: found.map(({ finding }) => foundItemOf(finding)) });
      await orderDeciding(ports, spaceOf(watch), { by: `found-${clock.now()}` });
    },
    /** When the first of what waits is due. */
    async firstDue(lanes: readonly string[]): Promise<Instant> {
      const dues = await inParallel(lanes, (lane) => store.outbox.firstDue(lane));
      return dues.reduce<Instant>((first, due = Infinity) => Math.min(first, due), Infinity);
    },
    /** How many alerts on news wait on these lanes. */
    async waiting(lanes: readonly string[]): Promise<number> {
      const held = await inParallel(lanes, (lane) => store.alerts.held(lane, Infinity));
      return held.flat().filter(({ alert, state }) => state.state === 'pending' && isNewsAlert(alert)).length;
    },
    lanes: async (): Promise<string[]> =>
      (await store.definitions.channels()).flatMap(lanesOf).map(({ name }) => name),
  };
}

/** A clock for several processes at a time: their waits overlap. */
interface VirtualClock extends Clock {
  /** Begins work at a time, after what was to begin at that time before. */
  at(begin: Instant, work: () => Promise<void>): void;
  /** Runs work to its end. Time moves to the end of the next wait when every process waits. */
  run(work: Promise<unknown>): Promise<void>;
  /** Runs to its end all that begins before a time. @throws the first error of it. */
  runUntil(end: Instant): Promise<void>;
}

export function virtualClock(start: Instant): VirtualClock {
  let now = start;
  let over = Infinity;
  let open = 0;
  const failures: unknown[] = [];
  /** Sorted by their times. */
  const waits: { until: Instant; end: () => void }[] = [];
  const wait = (until: Instant, end: () => void): void => {
    waits.splice(waits.findLastIndex((one) => one.until <= until) + 1, 0, { until, end });
  };
  const follow = (work: Promise<unknown>): void => {
    open += 1;
    void work.catch((error: unknown) => failures.push(error)).finally(() => (open -= 1));
  };
  const goOn = async (isMore: () => boolean): Promise<void> => {
    // Twins in memory go on by microtasks alone.
    for (await afterMicrotasks(); failures.length === 0 && isMore(); await afterMicrotasks()) {
      const next = waits.shift();
      now = Math.max(now, next?.until ?? now);
      next?.end();
    }
    if (failures.length > 0) throw failures.shift();
  };
  return {
    now: () => now,
    sleep: (milliseconds) => new Promise((end) => wait(now + milliseconds, end)),
    at: (begin, work) =>
      wait(begin, () => {
        if (begin < over) follow(work());
      }),
    run(work) {
      follow(work);
      return goOn(() => open > 0);
    },
    runUntil(end) {
      over = end;
      return goOn(() => open > 0 || (waits[0]?.until ?? end) < end);
    },
  };
}
