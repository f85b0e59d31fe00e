import { setTimeout as pause } from 'node:timers/promises';
import { applyDesired, openStack, type OpenStack } from '../../infra/local/open-stack.ts';
import { createClock } from '../../infra/local/aws/shared-clock.ts';
import { openDataFolder } from '../../infra/local/data-folder.ts';
import { leap as leapIn } from '../../infra/local/run-once.ts';
import { readStartOptions } from '../../infra/local/start-options.ts';
import { readWatchesFile } from '../../infra/local/read-watches-file.ts';
import type { SentMessage } from '../../infra/cli/replay/compare-sent.ts';
import { lanesOf } from '../../shared/domain/channels/channel.ts';
import { DAY, dayOf, type Instant, MINUTE } from '../../shared/domain/time/instant.ts';
import { runsHere, serviceOf } from '../../shared/domain/watches/watch.ts';
import { KEPT_THREADS, openJourney } from './start-once.ts';

/** The poller is called so long before each leap, so that no run reads while it stores. */
const POLLED_BEFORE = 2 * MINUTE;

/**
 * A stack that lives through a span in leaps: to each slot of a watch, and to each minute in which something is due.
 * Its poller, if it has one, is called before each leap.
 */
export async function liveThrough(
  args: readonly string[],
  { from, to }: { from: Instant; to: Instant },
): Promise<{
  stack: OpenStack;
  data: string;
  began: Instant;
  sent: SentMessage[];
  close: () => Promise<void>;
}> {
  const journey = await openJourney();
  const options = readStartOptions(
    ['--once', '--data', journey.data, '--now', new Date(from).toISOString(), ...args],
    {},
  );
  const clock = createClock(options.now);
  const desired = readWatchesFile(options.watches, { now: clock.now(), warn: () => undefined });
  const folder = openDataFolder(options.data, options);
  const stack = await openStack({
    options,
    folder,
    clock,
    desired,
    listener: {
      onRun: () => undefined,
      onDecided: () => undefined,
      onDelivery: () => undefined,
      onError: () => undefined,
    },
    onMessage: () => undefined,
    log: () => undefined,
    keptThreads: KEPT_THREADS,
  });
  const { machine, access } = stack;
  const { store } = access;
  machine.takeOrders();
  const leap = (milliseconds: number) => leapIn(milliseconds, { machine, clock });
  const settle = async () => {
    for (;;) {
      while (!machine.isIdle() || access.workQueues.some((queue) => machine.queues.depth(queue).ready > 0))
        await pause(2);
      const wait = Math.min(
        machine.queues.untilNext(access.workQueues) ?? Number.POSITIVE_INFINITY,
        machine.workflow.untilNext() ?? Number.POSITIVE_INFINITY,
      );
      if (wait > 5 * MINUTE) return;
      leap(wait);
    }
  };
  const lanes = (await store.definitions.channels()).flatMap(lanesOf);
  const firstDue = async () => {
    const waiting = await Promise.all(
      lanes.map(({ name }) => store.outbox.due(name, to + 400 * DAY, 10_000)),
    );
    const dues = waiting.flatMap(({ alerts, messages }) => [
      ...alerts.map(({ state }) => (state.state === 'pending' ? state.dueAt : to)),
      ...messages.map(({ delivery }) => delivery.retryAt),
    ]);
    return Math.min(to, ...dues);
  };
  await applyDesired({ machine, access }, desired);
  const began = clock.now();
  const ids = new Set(desired.watches.map(({ id }) => id));
  for (const { id, kind } of desired.watches.filter(runsHere))
    await access.queue.send(serviceOf(kind), {
      watchId: id,
      scheduledFor: began,
      track: 'live',
      continuation: 0,
    });
  await settle();
  while (clock.now() < to) {
    const slot = machine.scheduler.upcoming().find(({ name }) => ids.has(name))?.at ?? to;
    const due = Math.ceil((await firstDue()) / MINUTE) * MINUTE;
    const next = Math.max(Math.min(slot, due, to), clock.now() + 1);
    const { PollFeedsFunction } = access.outputs;
    if (PollFeedsFunction !== undefined && next - POLLED_BEFORE > clock.now()) {
      leap(next - POLLED_BEFORE - clock.now());
      await machine.functions.invoke(PollFeedsFunction, '{}');
    }
    leap(next - clock.now());
    if (clock.now() >= to) break;
    await machine.scheduler.sendDue();
    await settle();
  }
  const sent: SentMessage[] = [];
  for (let day = began; dayOf(day) <= dayOf(to); day += DAY)
    for (const { message, delivery } of await store.messages.madeOn(dayOf(day), 10_000)) {
      const lane = lanes.find(({ name }) => name === message.channel);
      if (!lane || delivery.state !== 'accepted' || message.createdAt >= to) continue;
      const alerts = await Promise.all(message.alertIds.map((id) => store.alerts.onLanes(id)));
      const own = alerts.flat().filter(({ alert }) => alert.channel === lane.name);
      sent.push({
        message,
        lane,
        because: 'group',
        at: message.createdAt,
        alerts: own.map(({ alert }) => alert),
      });
    }
  return {
    stack,
    data: journey.data,
    began,
    sent,
    async close() {
      await stack.close(1_000);
      folder.release();
      await journey.close();
    },
  };
}
