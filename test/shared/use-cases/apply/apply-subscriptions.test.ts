import {
  GetSubscriptionAttributesCommand,
  ListSubscriptionsByTopicCommand,
  SetSubscriptionAttributesCommand,
  SubscribeCommand,
} from '@aws-sdk/client-sns';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { arnOf } from '../../../../infra/local/aws/local-account.ts';
import { snsSubscriptions } from '../../../../shared/aws/sns-subscriptions.ts';
import type { Channel } from '../../../../shared/domain/channels/channel.ts';
import { DAY, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { applyWatches } from '../../../../shared/use-cases/apply/apply-watches.ts';
import { endRemovedSubscriptions, reconcile } from '../../../../shared/use-cases/reconcile/reconcile.ts';
import { aChannel } from '../../../ports/examples.ts';
import {
  memoryReportSchedules,
  memorySchedules,
  memorySubscriptions,
} from '../../../ports/memory-services.ts';
import { dies, dying, forEveryDeath } from '../../../ports/dying.ts';
import { openTopicEngine, TOPIC } from '../../../ports/topic-on-engine.ts';
import { workbench } from '../bench.ts';

// Who is subscribed is compared with SNS as it behaves: an address must confirm, and nobody can end what is pending.

let engine: Awaited<ReturnType<typeof openTopicEngine>>;
let bench: Awaited<ReturnType<typeof workbench>>;
beforeEach(async () => {
  engine = await openTopicEngine({ mustConfirm: true });
  bench = await workbench({ watches: [], channels: [] });
});
afterEach(() => engine.close());

const PRESS = 'press@acme.example';
const BOSS = 'boss@acme.example';
const HOOK = 'https://hooks.acme.example/alerts';
const QUEUE = arnOf('sqs', 'newsroom');
/** Where SNS puts what it could not deliver. */
const DEAD_LETTERS = arnOf('sqs', 'dead-letters');

function portsOf() {
  const subscriptions = snsSubscriptions(engine.sns, TOPIC, { deadLetters: DEAD_LETTERS });
  const own = { schedules: memorySchedules(), reportSchedules: memoryReportSchedules(), subscriptions };
  return { ...bench.ports, ...bench.store, ...own };
}

async function apply(...channels: Channel[]) {
  const context = { owner: 'test', deadline: bench.clock.now() + 5 * MINUTE };
  return (await applyWatches({ watches: [], channels }, portsOf(), context)).subscriptions;
}

let sweeps = 0;
async function sweep() {
  bench.clock.at += 5 * MINUTE;
  const ports = { ...portsOf(), plans: {}, executions: bench.ports.workflow };
  return reconcile(ports, { owner: `sweep-${(sweeps += 1)}`, deadline: bench.clock.now() + 5 * MINUTE });
}

/** Subscribes somebody as a person would do it, beside us. */
async function subscribeByHand(Endpoint: string, policy: object): Promise<void> {
  const Attributes = { FilterPolicy: JSON.stringify(policy) };
  await engine.sns.send(new SubscribeCommand({ TopicArn: TOPIC, Protocol: 'email', Endpoint, Attributes }));
  await engine.confirm(Endpoint);
}

/** The filter of each subscription, by its endpoint; undefined for a pending one. */
const filters = () => attributesOf('FilterPolicy');

/** The redrive policy of each subscription, by its endpoint; null where it has none, undefined for a pending one. */
const redrives = () => attributesOf('RedrivePolicy');

async function attributesOf(name: string): Promise<Record<string, unknown>> {
  const { Subscriptions: all = [] } = await engine.sns.send(
    new ListSubscriptionsByTopicCommand({ TopicArn: TOPIC }),
  );
  const read = all.map(async ({ SubscriptionArn, Endpoint = '' }) => {
    if (SubscriptionArn === 'PendingConfirmation') return [Endpoint, undefined] as const;
    const answer = await engine.sns.send(new GetSubscriptionAttributesCommand({ SubscriptionArn }));
    return [Endpoint, JSON.parse(answer.Attributes?.[name] ?? 'null')] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

describe('a subscription that a person made', () => {
  it.each([{ channel: ['press-team'] }, { channel: ['press-team', 'board'] }, { channel: ['board'] }])(
    'with the filter %o alone outlives every apply and sweep',
    async (policy) => {
      await apply(aChannel({ email: [PRESS] }));
      await engine.confirm(PRESS);
      await subscribeByHand(BOSS, policy);
      await apply(aChannel({ email: [PRESS] }));
      await apply();
      await sweep();
      expect(await filters()).toEqual({ [BOSS]: policy });
    },
  );

  it('of an address that the file names is left as it is', async () => {
    await subscribeByHand(BOSS, { channel: ['board'] });
    const named = aChannel({ email: [BOSS] });
    expect(await apply(named)).toEqual({ added: [], changed: [], removed: [] });
    await apply();
    expect(await filters()).toEqual({ [BOSS]: { channel: ['board'] } });
  });
});

describe('an address that was removed while it was pending', () => {
  it('is removed by the first sweep after somebody confirms it', async () => {
    await apply(aChannel({ email: [PRESS] }));
    expect(await apply()).toEqual({ added: [], changed: [], removed: [] });
    await sweep();
    expect(await filters()).toEqual({ [PRESS]: undefined });
    await engine.confirm(PRESS);
    expect(await sweep()).toMatchObject({ unsubscribed: 1 });
    expect(await filters()).toEqual({});
  });

  it('stays when the file names it again, and gets its new channels once it confirms', async () => {
    await apply(aChannel({ email: [PRESS] }));
    await apply();
    await apply(aChannel({ name: 'board', email: [PRESS] }));
    await engine.confirm(PRESS);
    await sweep();
    expect(await filters()).toEqual({ [PRESS]: { channel: ['board'] } });
  });

  it('is forgotten when its request to confirm has expired, so that a later subscription is not ours', async () => {
    await apply(aChannel({ email: [PRESS] }));
    await apply();
    engine.expire(PRESS);
    bench.clock.at += 4 * DAY;
    await sweep();
    await subscribeByHand(PRESS, { channel: ['press-team'] });
    await sweep();
    await apply();
    expect(await filters()).toEqual({ [PRESS]: { channel: ['press-team'] } });
  });
});

describe('what SNS cannot deliver to a subscriber', () => {
  const KEPT = { deadLetterTargetArn: DEAD_LETTERS };
  const everyProtocol = aChannel({ email: [PRESS], sms: ['+33600000000'], https: [HOOK], queue: [QUEUE] });

  it('is kept for https addresses and queues, from their first message on', async () => {
    await apply(everyProtocol);
    await engine.confirm(PRESS);
    await engine.confirm(HOOK);
    expect(await redrives()).toEqual({ [PRESS]: null, '+33600000000': null, [HOOK]: KEPT, [QUEUE]: KEPT });
    expect(await apply(everyProtocol)).toEqual({ added: [], changed: [], removed: [] });
  });

  it.each([['named another queue', JSON.stringify({ deadLetterTargetArn: arnOf('sqs', 'gone') })]])(
    'is kept again after somebody %s',
    async (_, AttributeValue) => {
      const named = aChannel({ email: [], queue: [QUEUE] });
      await apply(named);
      const [{ arn } = {}] = await portsOf().subscriptions.list();
      const AttributeName = 'RedrivePolicy';
      const change = { SubscriptionArn: arn, AttributeName, AttributeValue };
      await engine.sns.send(new SetSubscriptionAttributesCommand(change));
      expect(await redrives()).not.toEqual({ [QUEUE]: KEPT });
      expect(await apply(named)).toEqual({ added: [], changed: [], removed: [] });
      expect(await redrives()).toEqual({ [QUEUE]: KEPT });
    },
  );
});

it('an address that was removed while pending ends in the same way wherever apply and sweep died before', async () => {
  const deaths = await forEveryDeath(async (doom) => {
    const one = await workbench({ watches: [], channels: [] });
    const subscriptions = memorySubscriptions([PRESS]);
    const own = { schedules: memorySchedules(), reportSchedules: memoryReportSchedules(), subscriptions };
    const ports = { ...one.ports, ...own };
    const context = (owner: string) => ({ owner, deadline: one.clock.now() + 5 * MINUTE });
    const named = { watches: [], channels: [aChannel({ email: [PRESS] })] };
    await applyWatches(named, ports, context('first'));
    const work = async () => {
      const mortal = dying(ports, doom);
      await applyWatches({ watches: [], channels: [] }, mortal, context('second'));
      await subscriptions.confirm(PRESS);
      await endRemovedSubscriptions(mortal, context('sweep'));
    };
    if (await dies(work())) {
      one.clock.at += 10 * MINUTE;
      await applyWatches({ watches: [], channels: [] }, ports, context('third'));
      await subscriptions.confirm(PRESS);
      one.clock.at += 10 * MINUTE;
      await endRemovedSubscriptions(ports, context('sweep again'));
    }
    expect(await subscriptions.list()).toEqual([]);
    // A record whose subscription is gone stays for a day, because the list of SNS may lag.
    one.clock.at += 2 * DAY;
    await endRemovedSubscriptions(ports, context('last sweep'));
    expect(await ports.subscriptionRecords.all()).toEqual([]);
  });
  expect(deaths).toBeGreaterThan(5);
});
