import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PublishUnsure } from '../../shared/domain/lib/errors.ts';
import { MINUTE, SECOND } from '../../shared/domain/time/instant.ts';
import { composeMessage } from '../../shared/render/message/compose-message.ts';
import { deliverAlerts } from '../../shared/use-cases/deliver/deliver-alerts.ts';
import { openTables } from '../ports/open-tables.ts';
import { aChannel, anAlert, NOON } from '../ports/examples.ts';
import { heldClock, memoryTopic } from '../ports/memory-services.ts';

// Version 0.1.0 had one urgency: its gate of a channel has one lease, and the times of all messages. A later version goes on
// from its gate and its messages, and leaves a gate that it can read.

const NAMES = ['busy', 'full', 'begun', 'read'] as const;

let tables: Awaited<ReturnType<typeof openTables>>;
beforeAll(async () => {
  tables = await openTables(NAMES);
});
afterAll(() => tables.close());

async function open(table: (typeof NAMES)[number], gate: { sent: number[]; leaseUntil?: number }) {
  const { sent, leaseUntil } = gate;
  const lease = leaseUntil === undefined ? {} : { leaseOwner: 'deliverer-of-0.1.0', leaseUntil };
  await tables.put(table, [{ pk: 'CHANNEL#press-team', sk: 'GATE', v: 1, sent, ...lease }]);
  const store = tables.adapters(table);
  await store.definitions.putChannel(aChannel());
  const [clock, topic] = [heldClock(NOON), memoryTopic()];
  const ports = { ...store, clock, topic, compose: composeMessage };
  let owners = 0;
  return {
    clock,
    store,
    topic,
    put: (n: number, severity: 'info' | 'critical') =>
      store.alerts.put(anAlert(n, { severity, createdAt: clock.at }), { dueAt: clock.at }),
    deliver: () =>
      deliverAlerts('all', ports, { owner: `sweep-${(owners += 1)}`, deadline: clock.at + 2 * MINUTE }),
    gateItem: async () => (await tables.read(table)).find(({ sk }) => sk === 'GATE'),
  };
}

const lately = (count: number) => Array.from({ length: count }, (_, n) => NOON - (count - n) * SECOND);
const alertsOf = ({ messages }: { messages: { alertIds: readonly string[] }[] }) =>
  messages.flatMap(({ alertIds }) => alertIds);

describe('a gate that an older version has left', () => {
  it('with its lease: critical alerts are sent at once, the others when that lease ends, within the limits', async () => {
    const { clock, put, deliver, gateItem } = await open('busy', {
      sent: lately(6),
      leaseUntil: NOON + 40 * SECOND,
    });
    await put(1, 'info');
    await put(2, 'critical');
    expect(alertsOf(await deliver())).toEqual(['alert-00002']);
    expect((await gateItem())?.['sent']).toEqual([...lately(6), NOON]);
    clock.at = NOON + 41 * SECOND;
    expect(alertsOf(await deliver())).toEqual([]);
    clock.at = NOON + MINUTE;
    expect(alertsOf(await deliver())).toEqual(['alert-00001']);
  });

  it('with ten messages in the last minute: a critical alert waits until the first of them is a minute old', async () => {
    const { clock, put, deliver } = await open('full', { sent: lately(10) });
    await put(1, 'critical');
    expect(await deliver()).toMatchObject({ messages: [], held: 1 });
    clock.at = NOON + 50 * SECOND;
    expect(alertsOf(await deliver())).toEqual(['alert-00001']);
  });
});

describe('messages that an older version has begun', () => {
  it('are completed under the urgency of their severity, with the same id and text', async () => {
    const { clock, store, topic, put, deliver } = await open('begun', { sent: [] });
    const begun = (['critical', 'info'] as const).map((severity, n) =>
      composeMessage([anAlert(n, { severity })], { channel: aChannel(), now: NOON, because: 'group' }),
    );
    // The critical one was not sent, nor are its alerts bound to it. Of the other the answer was lost.
    await put(0, 'critical');
    for (const message of begun) await store.messages.put(message);
    const unsure = await store.messages.get(begun[1]?.id ?? '');
    const retryAt = NOON + 30 * SECOND;
    await store.messages.move(unsure!, { state: 'unsure', tries: 1, retryAt, error: 'No answer.' });
    expect(alertsOf(await deliver())).toEqual(['alert-00000']);
    clock.at = retryAt;
    topic.fail = () => ({ error: new PublishUnsure('Lost again.'), sent: true });
    expect((await deliver()).messages).toMatchObject([{ id: begun[1]?.id, state: 'unsure' }]);
    topic.fail = undefined;
    await put(5, 'critical');
    expect(alertsOf(await deliver())).toEqual(['alert-00005']);
    clock.at += MINUTE;
    expect(alertsOf(await deliver())).toEqual(['alert-00001']);
    expect(topic.published.filter(({ severity }) => severity === 'info')).toEqual([begun[1], begun[1]]);
    expect(topic.published[0]).toEqual(begun[0]);
  });
});

it('an older version can read the gate that this one leaves', async () => {
  const { put, deliver, gateItem } = await open('read', { sent: lately(2) });
  await put(1, 'info');
  await put(2, 'critical');
  await deliver();
  expect(await gateItem()).toEqual({
    pk: 'CHANNEL#press-team',
    sk: 'GATE',
    v: 1,
    sent: [...lately(2), NOON, NOON + SECOND],
  });
});
