import { expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import {
  type AddressPorts,
  forgetAddress,
  readAddressTraces,
} from '../../../../shared/use-cases/forget/forget-address.ts';
import { dies, dying, forEveryDeath } from '../../../ports/dying.ts';
import { aChannel, NOON } from '../../../ports/examples.ts';
import { memorySubscriptions } from '../../../ports/memory-services.ts';
import { openForgetBench } from './forget-bench.ts';

const EMAIL = { protocol: 'email', endpoint: 'jane@acme.example' } as const;
/** Its address begins with the other one. */
const OTHER = { protocol: 'email', endpoint: 'jane@acme.example.org' } as const;

async function open({ pending = [] }: { pending?: readonly string[] } = {}) {
  const { ports: store, clock } = openForgetBench();
  const subscriptions = memorySubscriptions(pending);
  const ports = { ...store, subscriptions } satisfies AddressPorts;
  for (const address of [EMAIL, OTHER]) {
    const arn = await subscriptions.subscribe({ ...address, channels: ['press-team'] });
    await store.subscriptionRecords.put({ ...address, channels: ['press-team'], arn, askedAt: NOON });
    await store.silences.put({
      id: `of-${address.endpoint}`,
      matchers: { watch: ['acme-news'] },
      owner: address.endpoint,
      reason: `asked by ${address.endpoint}`,
      startsAt: NOON,
      endsAt: NOON + HOUR,
    });
  }
  const context = { deadline: clock.now() + 2 * MINUTE };
  const left = async () => ({
    subscriptions: [...subscriptions.all.keys()],
    records: (await ports.subscriptionRecords.all()).map(({ endpoint }) => endpoint),
    owners: (await ports.silences.since(0)).map(({ owner, reason }) => `${owner}, ${reason}`).toSorted(),
  });
  return { ports, subscriptions, left, forget: (given = ports) => forgetAddress(EMAIL, given, context) };
}

const ONLY_OTHER = {
  subscriptions: [OTHER.endpoint],
  records: [OTHER.endpoint],
  owners: ['(removed), asked by (removed)', `${OTHER.endpoint}, asked by ${OTHER.endpoint}`],
};

it('ends its subscriptions and leaves no record of it, and those of others as they were', async () => {
  const { forget, left } = await open();
  expect(await forget()).toEqual({ status: 'forgotten', subscriptions: 1, silences: 1, isPending: false });
  expect(await left()).toEqual(ONLY_OTHER);
  expect(await forget()).toEqual({ status: 'forgotten', subscriptions: 0, silences: 0, isPending: false });
});

it('is gone whenever the first try dies', async () => {
  await forEveryDeath(async (doom) => {
    const { ports, forget, left } = await open();
    await dies(forget(dying(ports, doom)));
    expect((await forget()).status).toBe('forgotten');
    expect(await left()).toEqual(ONLY_OTHER);
  });
});

it('that has not confirmed is marked, so that a sweep ends its subscription when somebody confirms it', async () => {
  const { ports, forget } = await open({ pending: [EMAIL.endpoint] });
  expect(await forget()).toMatchObject({ status: 'forgotten', subscriptions: 0, isPending: true });
  const records = await ports.subscriptionRecords.all();
  expect(records.find(({ endpoint }) => endpoint === EMAIL.endpoint)?.isUnsettled).toBe(true);
});

it('that a channel of the file names is not forgotten', async () => {
  const { ports, forget, left } = await open();
  const before = await left();
  await ports.definitions.putChannel(aChannel({ email: [EMAIL.endpoint] }));
  expect(await forget()).toEqual({ status: 'blocked', obstacle: { by: 'file', channels: ['press-team'] } });
  expect(await left()).toEqual(before);
});

it('is listed before it is forgotten', async () => {
  const { ports } = await open();
  const traces = await readAddressTraces(EMAIL, ports);
  expect(traces).toMatchObject({ channels: [], record: EMAIL, subscriptions: [EMAIL] });
  expect(traces.silences).toHaveLength(1);
});
