import { beforeEach, describe, expect, it } from 'vitest';
import type { Channel } from '../../../../shared/domain/channels/channel.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { applySubscriptions } from '../../../../shared/use-cases/apply/apply-subscriptions.ts';
import { checkSubscribers } from '../../../../shared/use-cases/reconcile/check-subscribers.ts';
import { aChannel, aWatch } from '../../../ports/examples.ts';
import { memorySubscriptions } from '../../../ports/memory-services.ts';
import { workbench } from '../bench.ts';

// A day of sweeps over addresses that confirm, are unsubscribed, and confirm again.

const [PRESS, LATER, OPS] = ['press@acme.example', 'later@acme.example', 'ops@acme.example'];
const CHANNELS = [
  aChannel({ email: [PRESS, LATER] }),
  aChannel({ name: 'board', email: ['board@acme.example'] }),
  aChannel({ name: 'operators', email: [OPS] }),
];

let bench: Awaited<ReturnType<typeof workbench>>;
let subscriptions: ReturnType<typeof memorySubscriptions>;
let looks: number;

beforeEach(() => open(CHANNELS, []));

/** A stack whose addresses were asked to confirm an hour ago. */
async function open(channels: readonly Channel[], pending: readonly string[]) {
  bench = await workbench({ watches: [aWatch()], channels });
  subscriptions = memorySubscriptions(pending);
  looks = 0;
  await apply();
  bench.clock.at += HOUR;
}

const ports = () => ({
  ...bench.ports,
  subscriptions: {
    ...subscriptions,
    addresses: () => {
      looks += 1;
      return subscriptions.addresses();
    },
  },
});
const apply = async () => applySubscriptions(await bench.store.definitions.channels(), ports());
const unsubscribe = (endpoint: string) => subscriptions.all.delete(endpoint);

/** Sweeps every 5 minutes, and what they have sent. */
async function pass(milliseconds: number): Promise<{ to: string; text: string }[]> {
  const before = bench.topic.published.length;
  for (const end = bench.clock.at + milliseconds; bench.clock.at < end; bench.clock.at += 5 * MINUTE) {
    await checkSubscribers(ports(), `sweep-${bench.clock.at}`);
    await bench.deliver();
  }
  return bench.topic.published
    .slice(before)
    .map(({ channel, texts }) => ({ to: channel, text: texts.email }))
    .toSorted((a, b) => (a.to + a.text < b.to + b.text ? -1 : 1));
}

describe('an address that was confirmed and is gone', () => {
  it('is reported to the operators within the hour, once a day, until it has confirmed again', async () => {
    expect(await pass(3 * HOUR)).toEqual([]);
    unsubscribe(PRESS);
    const [message, ...others] = await pass(HOUR);
    expect(message?.to).toBe('operators');
    expect(message?.text).toContain(`email ${PRESS} is not subscribed`);
    expect(message?.text).not.toContain('nobody receives');
    expect(others).toEqual([]);
    expect(await pass(12 * HOUR)).toEqual([]);
    await apply();
    expect((await pass(HOUR)).map(({ to }) => to)).toEqual(['operators']);
    expect(await bench.store.incidents.open()).toEqual([]);
  });

  it('of the operators is reported on another channel, with its end', async () => {
    unsubscribe(OPS);
    expect((await pass(HOUR)).map(({ to }) => to)).toEqual(['board', 'operators']);
    await apply();
    expect((await pass(HOUR)).map(({ to }) => to)).toEqual(['board', 'operators']);
  });

  it('is no longer reported when it leaves the file', async () => {
    unsubscribe(PRESS);
    await pass(HOUR);
    await bench.store.definitions.putChannel(aChannel({ email: [LATER] }));
    await pass(HOUR);
    expect(await bench.store.incidents.open()).toEqual([]);
  });
});

it('an address that has never confirmed is reported within the hour, and who else receives its channel', async () => {
  await open(CHANNELS, [PRESS, LATER]);
  bench.clock.at -= HOUR;
  expect(await pass(25 * MINUTE)).toEqual([]);
  const messages = await pass(35 * MINUTE);
  expect(messages.map(({ text }) => text.match(/email \S+ has not confirmed/)?.[0])).toEqual([
    `email ${LATER} has not confirmed`,
    `email ${PRESS} has not confirmed`,
  ]);
  expect(messages[0]?.text).toContain('nobody receives channel press-team');
  await subscriptions.confirm(PRESS);
  await subscriptions.confirm(LATER);
  await pass(HOUR);
  expect(await bench.store.incidents.open()).toEqual([]);
});

it('costs two calls an hour', async () => {
  await pass(DAY);
  expect(looks).toBe(48);
});
