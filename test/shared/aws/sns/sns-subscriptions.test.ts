import {
  GetSubscriptionAttributesCommand,
  ListSubscriptionsByTopicCommand,
  SubscribeCommand,
} from '@aws-sdk/client-sns';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { snsSubscriptions } from '../../../../shared/aws/sns/sns-subscriptions.ts';
import { applySubscriptions } from '../../../../shared/use-cases/apply/apply-subscriptions.ts';
import type { Channel } from '../../../../shared/domain/channels/channel.ts';
import type { SubscriptionRecords, Subscriptions } from '../../../../shared/use-cases/ports/subscriptions.ts';
import { aChannel, NOON } from '../../../ports/examples.ts';
import { memorySubscriptionRecords } from '../../../../infra/memory/alerts/memory-subscription-records.ts';
import { heldClock } from '../../../ports/memory-services.ts';
import { openTopicEngine, snsError, TOPIC } from '../../../ports/topic-on-engine.ts';

let engine: Awaited<ReturnType<typeof openTopicEngine>>;
let subscriptions: Subscriptions;
beforeEach(async () => {
  engine = await openTopicEngine();
  subscriptions = snsSubscriptions(engine.sns, TOPIC);
  subscriptionRecords = memorySubscriptionRecords();
});
afterEach(() => engine.close());

/** Subscribes somebody as a person would do it, beside us. */
async function subscribeByHand(Endpoint: string, policy?: object): Promise<void> {
  const Attributes = policy && { FilterPolicy: JSON.stringify(policy) };
  await engine.sns.send(
    new SubscribeCommand({ TopicArn: TOPIC, Protocol: 'email', Endpoint, ...(Attributes && { Attributes }) }),
  );
}

/** Everybody behind the topic, with the filter that SNS keeps. */
async function filters(): Promise<Record<string, unknown>> {
  const { Subscriptions: all = [] } = await engine.sns.send(
    new ListSubscriptionsByTopicCommand({ TopicArn: TOPIC }),
  );
  const read = all.map(async ({ SubscriptionArn, Endpoint = '' }) => {
    const answer = await engine.sns.send(new GetSubscriptionAttributesCommand({ SubscriptionArn }));
    return [Endpoint, JSON.parse(answer.Attributes?.['FilterPolicy'] ?? 'null')] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

let subscriptionRecords: SubscriptionRecords;
const apply = (...channels: Channel[]) =>
  applySubscriptions(channels, { subscriptions, subscriptionRecords, clock: heldClock(NOON) });

it('filters by channel; by SMS only what carries a text for it', async () => {
  await apply(aChannel({ sms: ['+33600000000'] }));
  expect(await filters()).toEqual({
    'press@acme.example': { channel: ['press-team'] },
    '+33600000000': { channel: ['press-team'], sms: ['yes'] },
  });
});

it('keeps one subscription for an address in two channels, and moves it with the channels', async () => {
  const operators = aChannel({ name: 'operators' });
  expect(await apply(aChannel(), operators)).toMatchObject({ added: ['press@acme.example'] });
  expect(await filters()).toEqual({ 'press@acme.example': { channel: ['operators', 'press-team'] } });
  expect(await apply(aChannel(), operators)).toEqual({ added: [], changed: [], removed: [] });
  expect(await apply(operators)).toMatchObject({ changed: ['press@acme.example'] });
  expect(await filters()).toEqual({ 'press@acme.example': { channel: ['operators'] } });
  expect(await apply()).toMatchObject({ removed: ['press@acme.example'] });
  expect(await filters()).toEqual({});
});

describe('a subscription that a person made', () => {
  it.each([
    ['without a filter', undefined],
    ['that filters by severity', { severity: ['critical'] }],
    ['that filters by channel and by something else', { channel: ['press-team'], severity: ['critical'] }],
    ['that filters by the beginning of a channel', { channel: [{ prefix: 'press' }] }],
  ])('%s is not listed, and outlives every change of ours', async (_name, policy) => {
    await subscribeByHand('boss@acme.example', policy);
    expect(await subscriptions.list()).toEqual([]);
    await apply(aChannel());
    await apply();
    expect(await filters()).toEqual({ 'boss@acme.example': policy ?? null });
  });

  it('by a protocol that we do not serve is left alone', async () => {
    await engine.sns.send(
      new SubscribeCommand({ TopicArn: TOPIC, Protocol: 'email-json', Endpoint: 'bot@acme.example' }),
    );
    expect(await subscriptions.list()).toEqual([]);
  });
});

it('lists all of them, however many pages that takes', async () => {
  const email = Array.from({ length: 130 }, (_, n) => `reader-${n}@acme.example`);
  await Promise.all(
    email.map((endpoint) =>
      subscriptions.subscribe({ protocol: 'email', endpoint, channels: ['press-team'] }),
    ),
  );
  expect((await subscriptions.list()).map(({ endpoint }) => endpoint).toSorted()).toEqual(email.toSorted());
});

it('takes who has unsubscribed for gone, so that a renewed wish subscribes again', async () => {
  await apply(aChannel());
  engine.proxy.rewrite = ({ action }, body) =>
    action === 'ListSubscriptionsByTopic' ? body.replace(/(<SubscriptionArn>)[^<]*/, '$1Deleted') : body;
  expect(await apply(aChannel())).toMatchObject({ added: ['press@acme.example'] });
});

it('does not stumble over one that goes away between listing and reading, and tells other faults', async () => {
  await apply(aChannel());
  let incident = snsError(404, 'NotFound', 'Subscription does not exist');
  engine.proxy.trouble = ({ action }) => (action === 'GetSubscriptionAttributes' ? incident : undefined);
  expect(await subscriptions.list()).toEqual([]);
  incident = snsError(403, 'AuthorizationError', 'Not authorized');
  await expect(subscriptions.list()).rejects.toThrow('Not authorized');
});
