import { expect, it } from 'vitest';
import type { Alert } from '../../shared/domain/alerts/alert.ts';
import type { Message } from '../../shared/domain/alerts/message.ts';
import { HOUR, MINUTE, SECOND, type Instant } from '../../shared/domain/time/instant.ts';
import { desiredMonitor } from '../../shared/domain/upstream/desired-monitor.ts';
import { newMonitor } from '../../shared/domain/upstream/upstream-resource.ts';
import { webhookReader } from '../../shared/providers/extraction/source/webhook-reader.ts';
import { composeMessage } from '../../shared/render/message/compose-message.ts';
import { putAlert } from '../../shared/use-cases/alerts/put-alerts.ts';
import { deliverAlerts } from '../../shared/use-cases/deliver/deliver-alerts.ts';
import { deliverUrgently } from '../../shared/use-cases/deliver/channel-gate.ts';
import type { RecordReading, UpstreamMonitors } from '../../shared/use-cases/ports/services.ts';
import type { DecidePorts } from '../../shared/use-cases/decide/group-findings.ts';
import { decideSpace } from '../../shared/use-cases/decide/decide-space.ts';
import type { DecideQueue } from '../../shared/use-cases/ports/ports.ts';
import type { Alerts } from '../../shared/store/alerts/alerts.ts';
import { reconcile } from '../../shared/use-cases/reconcile/reconcile.ts';
import { aChannel, anAlert, NOON } from '../ports/examples.ts';
import { memoryQueue, memoryRaw, memorySubscriptions } from '../ports/memory-services.ts';
import { memoryStore } from '../store/memory-store.ts';
import { memoryWorkflow } from '../ports/memory-workflow.ts';
import { virtualClock } from '../../infra/cli/replay/replayed-stack.ts';
import { recordOf } from '../shared/providers/extraction/extraction-fixtures.ts';
import { aMonitorWatch } from '../shared/use-cases/upstream-bench.ts';

// The hourly comparison finds records whose webhook payloads never came. Its calls take minutes together, on a clock
// that the test holds, while the sweeps of each minute send the info alerts of a storm over the same channel.

const AROUND = { stack: 'stack', receiver: 'https://hooks.acme.example' };
/** How long the service takes to answer each call. */
const ANSWER = 40 * SECOND;

/** A monitor that is as its watch asks, and whose comparison is due. */
function atRest(watch: ReturnType<typeof aMonitorWatch>) {
  const desired = desiredMonitor(watch, AROUND);
  const webhook = { id: `hook-${watch.id}`, name: '', url: '', ...desired?.webhook };
  const facts = { referenceJobId: 'ref', webhookId: webhook.id, timezone: watch.timezone, enabled: true };
  return {
    ...newMonitor(watch.id),
    intent: undefined,
    silent: false,
    question: desired?.question,
    webhook,
    reference: { extractionId: 'e1', jobId: 'ref' },
    monitor: { id: watch.id, schedule: desired?.schedule ?? '', ...facts },
    checkedAt: NOON,
    healedAt: NOON - 2 * HOUR,
  };
}

it('critical records that the hourly comparison finds leave within 5 s, while it goes on for minutes', async () => {
  const clock = virtualClock(NOON);
  const store = memoryStore();
  for (const name of ['press-team', 'operators']) await store.definitions.putChannel(aChannel({ name }));
  const watches = Array.from({ length: 6 }, (_, n) =>
    aMonitorWatch({ id: `w${n}`, severity: n % 2 === 0 ? 'critical' : 'info' }),
  );
  for (const watch of watches) {
    await store.definitions.putWatch(watch);
    await store.resources.write(atRest(watch));
  }
  const sent: { at: Instant; message: Message }[] = [];
  const topic = {
    publish: async (message: Message) => {
      sent.push({ at: clock.now(), message });
      return `sns-${sent.length}`;
    },
  };
  const monitors = {
    runs: async (id: string) => {
      await clock.sleep(ANSWER);
      return [{ jobId: `run-${id}`, endedAt: NOON - HOUR }];
    },
    countRecords: async () => 1,
    cutDeliveries: async () => [],
    records: async (id: string, reading: RecordReading) => {
      await clock.sleep(ANSWER);
      const body = JSON.stringify({ job_id: `run-${id}`, records: [recordOf(`record-${id}`)] });
      return webhookReader(new TextEncoder().encode(body), reading)!;
    },
  } as Partial<UpstreamMonitors> as UpstreamMonitors;
  const workflow = memoryWorkflow();
  /** The function that decides has its own calls. It begins when the order is visible. */
  const decided: Promise<unknown>[] = [];
  const decideQueue: DecideQueue = {
    send: async (order, delay = 0) => {
      const call = { owner: `decider-${decided.length}`, deadline: clock.now() + 5 * MINUTE };
      const deciding = clock
        .sleep(delay)
        .then(() => urgently((watched) => decideSpace(order, { ...ports, alerts: watched }, call)));
      decided.push(deciding);
    },
  };
  const made: { alert: Alert; at: Instant }[] = [];
  const alerts: typeof store.alerts = {
    ...store.alerts,
    put: async (alert, due) => {
      const isNew = await store.alerts.put(alert, due);
      if (isNew) made.push({ alert, at: clock.now() });
      return isNew;
    },
  };
  const ports = {
    ...store,
    alerts,
    clock,
    topic,
    compose: composeMessage,
    raw: memoryRaw(),
    workflow,
    executions: workflow,
    queue: memoryQueue(),
    decideQueue,
    subscriptions: memorySubscriptions([]),
    plans: {},
    monitors,
  } as unknown as Parameters<typeof reconcile>[0] & Parameters<typeof deliverAlerts>[1] & DecidePorts;
  const failures: unknown[] = [];
  let deliveries = 0;
  const deliver = (channels: readonly string[] | 'all') =>
    deliverAlerts(channels, ports, {
      owner: `deliverer-${(deliveries += 1)}`,
      deadline: clock.now() + 2 * MINUTE,
    });

  const urgently = <R>(work: (watched: Alerts) => Promise<R>): Promise<R> =>
    deliverUrgently({ alerts, clock, deliver, onFailure: (error) => void failures.push(error) }, work);

  for (let n = 0; n < 100; n += 1) await putAlert(ports, anAlert(n, { severity: 'info' }));
  let ended: Instant | undefined;
  const compared = urgently((watched) => {
    const all = { ...ports, alerts: watched };
    const upstream = { ports: all as never, settings: { ...AROUND, newSecret: () => 'x' } };
    return reconcile({ ...all, upstream }, { owner: 'reconciler', deadline: NOON + 15 * MINUTE });
  }).finally(() => {
    ended = clock.now();
  });
  const sweeps = async () => {
    const running: Promise<unknown>[] = [];
    for (; clock.now() < NOON + 12 * MINUTE; await clock.sleep(MINUTE)) running.push(deliver('all'));
    await Promise.all(running);
  };
  await clock.run(Promise.all([compared, sweeps()]));
  await clock.run(Promise.all(decided));

  expect(failures).toEqual([]);
  const { upstream } = await compared;
  expect(upstream?.healed.map(({ watchId, found }) => [watchId, found])).toEqual(
    watches.map(({ id }) => [id, 1]),
  );
  const urgent = made.filter(({ alert }) => alert.severity === 'critical' && alert.watchId !== undefined);
  const records = urgent.filter(({ alert }) => watches.some(({ id }) => id === alert.watchId));
  expect(records.map(({ alert }) => alert.watchId)).toEqual(['w0', 'w2', 'w4']);
  for (const { alert, at } of records) {
    const times = sent.filter(({ message }) => message.alertIds.includes(alert.id)).map((one) => one.at - at);
    expect(times).toHaveLength(1);
    expect(times[0]).toBeLessThanOrEqual(5 * SECOND);
  }
  // The last one but one was sent minutes before the comparison ended.
  expect(records.map(({ at }) => (ended ?? 0) - at > 2 * MINUTE)).toEqual([true, true, false]);
  const all = sent.flatMap(({ message }) => message.alertIds);
  expect(new Set(all).size).toBe(all.length);
  expect(await store.outbox.hasWork('press-team', NOON + HOUR)).toBe(false);
});
