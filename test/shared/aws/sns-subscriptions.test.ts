import {
  GetSubscriptionAttributesCommand,
  ListSubscriptionsByTopicCommand,
  SubscribeCommand,
} from '@aws-sdk/client-sns';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { arnOf } from '../../../infra/local/aws/local-account.ts';
import { filterPolicyOf, readFilterPolicy, snsSubscriptions } from '../../../shared/aws/sns-subscriptions.ts';
import { snsTopic } from '../../../shared/aws/sns-topic.ts';
import { type Channel } from '../../../shared/domain/channels/channel.ts';
import { SEVERITIES, type Severity } from '../../../shared/domain/watches/watch.ts';
import type { SubscriptionRecords } from '../../../shared/store/channels/recipients.ts';
import { applySubscriptions } from '../../../shared/use-cases/apply/apply-subscriptions.ts';
import { aChannel, aMessage, NOON } from '../../ports/examples.ts';
import { heldClock } from '../../ports/memory-services.ts';
import { openTopicEngine, snsError, TOPIC } from '../../ports/topic-on-engine.ts';
import { memoryStore } from '../../store/memory-store.ts';
import type { Subscriptions } from '../../../shared/use-cases/ports/ports.ts';

describe('sns subscriptions', () => {
  let engine: Awaited<ReturnType<typeof openTopicEngine>>;
  let subscriptions: Subscriptions;
  beforeEach(async () => {
    engine = await openTopicEngine();
    subscriptions = snsSubscriptions(engine.sns, TOPIC);
    subscriptionRecords = memoryStore().subscriptionRecords;
  });
  afterEach(() => engine.close());

  /** Subscribes somebody as a person would do it, beside us. */
  async function subscribeByHand(Endpoint: string, policy?: object): Promise<void> {
    const Attributes = policy && { FilterPolicy: JSON.stringify(policy) };
    await engine.sns.send(
      new SubscribeCommand({
        TopicArn: TOPIC,
        Protocol: 'email',
        Endpoint,
        ...(Attributes && { Attributes }),
      }),
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

  it('does not stumble over one that goes away between listing and reading, and reports other faults', async () => {
    await apply(aChannel());
    let incident = snsError(404, 'NotFound', 'Subscription does not exist');
    engine.proxy.trouble = ({ action }) => (action === 'GetSubscriptionAttributes' ? incident : undefined);
    expect(await subscriptions.list()).toEqual([]);
    incident = snsError(403, 'AuthorizationError', 'Not authorized');
    await expect(subscriptions.list()).rejects.toThrow('Not authorized');
  });
});

describe('subscription filter', () => {
  let engine: Awaited<ReturnType<typeof openTopicEngine>>;
  beforeEach(async () => {
    engine = await openTopicEngine();
  });
  afterEach(() => engine.close());

  const HOOK = 'https://hooks.acme.example/a';
  const press = aChannel({
    email: ['a@acme.example'],
    https: [HOOK],
    protocolSeverity: { email: 'warning' },
  });
  const duty = aChannel({ name: 'duty', email: ['a@acme.example'], protocolSeverity: { email: 'critical' } });
  const board = aChannel({ name: 'board', email: ['a@acme.example'] });

  const records = () => memoryStore().subscriptionRecords;
  const apply = (channels: Channel[], subscriptionRecords = records()) =>
    applySubscriptions(channels, {
      subscriptions: snsSubscriptions(engine.sns, TOPIC, { deadLetters: arnOf('sqs', 'dead') }),
      subscriptionRecords,
      clock: heldClock(NOON),
    });
  /** Who gets a message of each severity of a channel. */
  async function receivers(channel: Channel, changes: Parameters<typeof aMessage>[1] = {}) {
    const topic = snsTopic(engine.sns, TOPIC);
    const found: Record<string, string[]> = {};
    for (const severity of SEVERITIES) {
      engine.captured.length = 0;
      await topic.publish(aMessage(1, { channel: channel.name, severity, ...changes }), channel);
      found[severity] = engine.captured
        .flatMap(({ recipients }) => recipients.map(({ endpoint }) => endpoint))
        .toSorted();
    }
    return found;
  }

  describe('the severity of an address on a channel', () => {
    it('is filtered by SNS, for each channel of the address by itself', async () => {
      await apply([press, duty, board]);
      const mail = 'a@acme.example';
      expect(await receivers(press)).toEqual({ info: [HOOK], warning: [mail, HOOK], critical: [mail, HOOK] });
      expect(await receivers(duty)).toEqual({ info: [], warning: [], critical: [mail] });
      expect(await receivers(board)).toEqual({ info: [mail], warning: [mail], critical: [mail] });
    });

    it('does not hold back reports and heartbeats', async () => {
      await apply([duty]);
      const all = ['a@acme.example'];
      expect(await receivers(duty, { isOrdered: true })).toEqual({ info: all, warning: all, critical: all });
      const [ordered] = engine.captured;
      expect(ordered?.attributes['severity']).toBeUndefined();
      await receivers(board, { isOrdered: true });
      expect(engine.captured[0]?.attributes['severity']).toMatchObject({ value: 'critical' });
    });
  });

  it('a policy is read as it was written, and has at most 5 keys', () => {
    const cases: (Record<string, Severity> | undefined)[] = [
      undefined,
      { a: 'warning' },
      { a: 'warning', b: 'critical' },
      { a: 'critical', b: 'critical', c: 'critical' },
    ];
    for (const severities of cases) {
      const filter = { channels: ['a', 'b', 'c'], ...(severities && { severities }) };
      const policy = filterPolicyOf('email', filter);
      expect(readFilterPolicy(policy)).toEqual(filter);
      expect(policy.match(/"(?:channel|severity)":/g)!.length).toBeLessThanOrEqual(5);
    }
    expect(filterPolicyOf('email', { channels: ['a'] })).toBe('{"channel":["a"]}');
    expect(filterPolicyOf('sms', { channels: ['a'], severities: { a: 'critical' } })).toBe(
      '{"channel":["a"],"sms":["yes"]}',
    );
  });
});
