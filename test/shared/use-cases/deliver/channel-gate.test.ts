import { expect, it } from 'vitest';
import { virtualClock } from '../../../../infra/cli/replay/replayed-stack.ts';
import type { Alert } from '../../../../shared/domain/alerts/alert.ts';
import type { Message } from '../../../../shared/domain/alerts/message.ts';
import { type Instant, MINUTE, SECOND } from '../../../../shared/domain/time/instant.ts';
import { composeMessage } from '../../../../shared/render/message/compose-message.ts';
import { putAlert } from '../../../../shared/use-cases/alerts/put-alerts.ts';
import { deliverAlerts } from '../../../../shared/use-cases/deliver/deliver-alerts.ts';
import { deliverUrgently } from '../../../../shared/use-cases/deliver/channel-gate.ts';
import { aChannel, anAlert, NOON } from '../../../ports/examples.ts';
import { memoryStore } from '../../../store/memory-store.ts';

async function open() {
  const clock = virtualClock(NOON);
  const store = memoryStore();
  for (const name of ['press-team', 'board', 'operators'])
    await store.definitions.putChannel(aChannel({ name }));
  const sent: { at: Instant; message: Message }[] = [];
  const failures: unknown[] = [];
  const topic = {
    publish: async (message: Message) => {
      sent.push({ at: clock.now(), message });
      return `sns-${sent.length}`;
    },
  };
  const ports = { ...store, clock, topic, compose: composeMessage };
  const deliver = (channels: readonly string[]) =>
    deliverAlerts(channels, ports, { owner: 'worker', deadline: clock.now() + 2 * MINUTE });
  const given = {
    alerts: store.alerts,
    clock,
    deliver,
    onFailure: (error: unknown) => void failures.push(error),
  };
  const run = async <R>(work: Promise<R>): Promise<R> => {
    await clock.run(work);
    return work;
  };
  return { clock, store, sent, failures, ports, given, run };
}

it('a critical alert leaves within 5 s of being made, while the work that made it goes on for minutes', async () => {
  const { clock, sent, ports, given, run } = await open();
  const made: { alert: Alert; at: Instant }[] = [];
  const work = deliverUrgently(given, async (alerts) => {
    for (const n of [1, 2, 3]) {
      for (const [m, channel] of ['press-team', 'board'].entries()) {
        const alert = anAlert(10 * n + m, { severity: 'critical', channel, createdAt: clock.now() });
        await putAlert({ ...ports, alerts }, alert);
        made.push({ alert, at: clock.now() });
      }
      await clock.sleep(MINUTE);
    }
  });
  await run(work);
  for (const { alert, at } of made) {
    const message = sent.find((one) => one.message.alertIds.includes(alert.id));
    expect((message?.at ?? Infinity) - at).toBeLessThanOrEqual(5 * SECOND);
  }
  expect(sent).toHaveLength(6);
});

it('a delivery that fails stops neither the work nor the later ones, and the error of the work is thrown', async () => {
  const { clock, failures, sent, ports, given, run } = await open();
  let deliveries = 0;
  const deliver = async (channels: readonly string[]) => {
    deliveries += 1;
    if (deliveries === 1) throw new Error('SNS is away');
    return given.deliver(channels);
  };
  const work = deliverUrgently({ ...given, deliver }, async (alerts) => {
    await putAlert({ ...ports, alerts }, anAlert(1, { severity: 'critical' }));
    await clock.sleep(MINUTE);
    await putAlert({ ...ports, alerts }, anAlert(2, { severity: 'critical' }));
    throw new Error('the work fails');
  });
  await expect(run(work)).rejects.toThrow('the work fails');
  expect(failures).toEqual([new Error('SNS is away')]);
  // The second delivery sends what the first one could not.
  expect(sent.flatMap(({ message }) => message.alertIds)).toHaveLength(2);
});
