import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ConfirmSubscriptionCommand,
  CreateTopicCommand,
  GetSubscriptionAttributesCommand,
  ListSubscriptionsByTopicCommand,
  PublishCommand,
  type PublishCommandInput,
  SetSubscriptionAttributesCommand,
  SNSClient,
  SubscribeCommand,
  UnsubscribeCommand,
} from '@aws-sdk/client-sns';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { arnOf, localCredentials } from '../../../../../infra/local/aws/local-account.ts';
import { openRecordStore, type RecordStore } from '../../../../../infra/local/aws/record-store.ts';
import { createClock } from '../../../../../infra/local/aws/shared-clock.ts';
import { textFor } from '../../../../../infra/local/aws/topic/sns-wire.ts';
import {
  type CapturedMessage,
  openOutbox,
  startTopicEngine,
  type TopicEngine,
} from '../../../../../infra/local/aws/topic/topic-engine.ts';

const TopicArn = arnOf('sns', 'alerts');
const NOW = Date.parse('2026-11-21T08:00:00Z');

let folder: string;
let store: RecordStore;
let engine: TopicEngine;
let sns: SNSClient;
let captured: CapturedMessage[];
const tokens = new Map<string, string>();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-topic-'));
  await start();
});
afterEach(async () => {
  await stop();
  await rm(folder, { recursive: true });
});

async function start({ mustConfirm = false } = {}): Promise<void> {
  captured = [];
  store = openRecordStore(join(folder, 'records.db'));
  engine = await startTopicEngine({
    topics: [TopicArn],
    store,
    clock: createClock(NOW),
    capture: openOutbox(join(folder, 'outbox.ndjson'), (message) => captured.push(message)),
    sendToQueue: async () => true,
    ...(mustConfirm && { askToConfirm: ({ endpoint, token }) => void tokens.set(endpoint, token) }),
  });
  sns = new SNSClient({ ...localCredentials, endpoint: engine.url, maxAttempts: 1 });
}

async function stop(): Promise<void> {
  sns.destroy();
  await engine.stop();
  store.close();
}

const publish = (input: Partial<PublishCommandInput> = {}) =>
  sns.send(new PublishCommand({ TopicArn, Message: 'hello', ...input }));
const subscribe = (Protocol: string, Endpoint: string, policy?: object) =>
  sns.send(
    new SubscribeCommand({
      TopicArn,
      Protocol,
      Endpoint,
      ...(policy && { Attributes: { FilterPolicy: JSON.stringify(policy) } }),
    }),
  );
const attributesOf = async (SubscriptionArn: string | undefined) =>
  (await sns.send(new GetSubscriptionAttributesCommand({ SubscriptionArn }))).Attributes;
const word = (StringValue: string) => ({ DataType: 'String', StringValue });

describe('publishing', () => {
  it('keeps a message with a text per protocol, and everyone whose filter it passes', async () => {
    await subscribe('email', 'press@acme.example', { channel: ['press'] });
    await subscribe('sms', '+33600000000', { channel: ['press'], sms: ['yes'] });
    await subscribe('email', 'legal@acme.example', { channel: ['legal'] });
    const { MessageId } = await publish({
      Subject: 'Acme über alles',
      MessageStructure: 'json',
      Message: JSON.stringify({ default: 'd', email: 'a <long> & "quoted" text', sms: 's' }),
      MessageAttributes: { channel: word('press'), sms: word('yes') },
    });
    const [message] = captured;
    expect(message).toMatchObject({
      id: MessageId,
      topicArn: TopicArn,
      subject: 'Acme über alles',
      attributes: { channel: { type: 'String', value: 'press' } },
    });
    expect(message?.recipients.map(({ endpoint }) => endpoint).toSorted()).toEqual([
      '+33600000000',
      'press@acme.example',
    ]);
    expect(message?.at).toMatch(/^2026-11-21T08:00:0/);
    expect(['email', 'sms', 'https'].map((protocol) => textFor(message!, protocol))).toEqual([
      'a <long> & "quoted" text',
      's',
      'd',
    ]);
    const lines = (await readFile(join(folder, 'outbox.ndjson'), 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).id)).toEqual([MessageId]);
  });

  it.each<[string, Partial<PublishCommandInput>, string]>([
    ['a subject of 100 characters', { Subject: 'x'.repeat(100) }, 'InvalidParameter'],
    ['a subject with a line break', { Subject: 'a\nb' }, 'InvalidParameter'],
    ['an empty subject', { Subject: '' }, 'InvalidParameter'],
    ['no text', { Message: '' }, 'InvalidParameter'],
    ['a message above 256 KB', { Message: 'x'.repeat(262_145) }, 'InvalidParameter'],
    ['a structure that is no JSON', { MessageStructure: 'json', Message: 'x' }, 'InvalidParameter'],
    [
      'a structure without default',
      { MessageStructure: 'json', Message: '{"email":"x"}' },
      'InvalidParameter',
    ],
    ['another structure', { MessageStructure: 'xml' }, 'InvalidParameter'],
    ['an empty attribute', { MessageAttributes: { channel: word('') } }, 'InvalidParameterValue'],
    [
      'an attribute of no type',
      { MessageAttributes: { a: { DataType: 'Date', StringValue: 'x' } } },
      'InvalidParameterValue',
    ],
    ['a topic that is not there', { TopicArn: arnOf('sns', 'other') }, 'NotFound'],
    ['a phone number', { TopicArn: undefined, PhoneNumber: '+33600000000' }, 'InvalidParameter'],
    ['an address of an app', { TopicArn: undefined, TargetArn: 'arn:aws:sns:x' }, 'InvalidParameter'],
  ])('refuses %s, and keeps nothing', async (_name, input, code) => {
    const error: any = await publish(input).catch((cause: unknown) => cause);
    expect(error.Code ?? error.name).toMatch(code);
    expect(error.$metadata.httpStatusCode).toBe(code === 'NotFound' ? 404 : 400);
    expect(captured).toEqual([]);
  });
});

describe('subscriptions', () => {
  it('counts a subscription as confirmed, and gives the same one for the same address', async () => {
    const first = await subscribe('email', 'press@acme.example', { channel: ['press'] });
    const again = await subscribe('email', 'press@acme.example', { channel: ['press'] });
    expect(again.SubscriptionArn).toBe(first.SubscriptionArn);
    expect(await attributesOf(first.SubscriptionArn)).toMatchObject({
      Protocol: 'email',
      Endpoint: 'press@acme.example',
      PendingConfirmation: 'false',
      FilterPolicy: '{"channel":["press"]}',
    });
    await expect(subscribe('email', 'press@acme.example', { channel: ['legal'] })).rejects.toThrow(
      /different/,
    );
  });

  it('changes a filter, and forgets what is unsubscribed', async () => {
    const { SubscriptionArn } = await subscribe('email', 'press@acme.example', { channel: ['press'] });
    const set = (AttributeName: string, AttributeValue: string) =>
      sns.send(new SetSubscriptionAttributesCommand({ SubscriptionArn, AttributeName, AttributeValue }));
    await set('FilterPolicy', '{"channel":["legal","press"]}');
    expect((await attributesOf(SubscriptionArn))?.['FilterPolicy']).toBe('{"channel":["legal","press"]}');
    await expect(set('DeliveryPolicy', '{}')).rejects.toThrow(/not known on this machine/);
    await sns.send(new UnsubscribeCommand({ SubscriptionArn }));
    await expect(attributesOf(SubscriptionArn)).rejects.toMatchObject({ name: /NotFound/ });
  });

  it.each<[string, string, string]>([
    ['no JSON', 'dead', 'expected object'],
    [
      'the policy of a queue',
      JSON.stringify({ deadLetterTargetArn: arnOf('sqs', 'dead'), maxReceiveCount: 5 }),
      'maxReceiveCount',
    ],
    ['no queue', '{}', 'deadLetterTargetArn'],
    ['a topic', JSON.stringify({ deadLetterTargetArn: arnOf('sns', 'dead') }), 'invalid arn'],
    [
      'a queue of another region',
      JSON.stringify({ deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:dead' }),
      'the region of the subscription',
    ],
    [
      'a queue of another account',
      JSON.stringify({ deadLetterTargetArn: 'arn:aws:sqs:eu-west-1:111122223333:dead' }),
      'in the account',
    ],
    ['a FIFO queue', JSON.stringify({ deadLetterTargetArn: arnOf('sqs', 'dead.fifo') }), 'invalid arn'],
  ])('refuses as a redrive policy %s', async (_, RedrivePolicy, reason) => {
    const wanted = { TopicArn, Protocol: 'https', Endpoint: 'https://hooks.acme.example/alerts' };
    await expect(
      sns.send(new SubscribeCommand({ ...wanted, Attributes: { RedrivePolicy } })),
    ).rejects.toThrow(reason);
    const { SubscriptionArn } = await sns.send(new SubscribeCommand(wanted));
    const change = { SubscriptionArn, AttributeName: 'RedrivePolicy', AttributeValue: RedrivePolicy };
    await expect(sns.send(new SetSubscriptionAttributesCommand(change))).rejects.toThrow(
      /^Invalid parameter: RedrivePolicy/,
    );
    expect(await attributesOf(SubscriptionArn)).not.toHaveProperty('RedrivePolicy');
  });

  it('lists a hundred at a time', async () => {
    for (let n = 0; n < 101; n += 1) await subscribe('email', `reader-${n}@acme.example`);
    const first = await sns.send(new ListSubscriptionsByTopicCommand({ TopicArn }));
    const { NextToken } = first;
    const second = await sns.send(new ListSubscriptionsByTopicCommand({ TopicArn, NextToken }));
    expect([first.Subscriptions?.length, second.Subscriptions?.length]).toEqual([100, 1]);
    expect(second.NextToken).toBeUndefined();
  });

  it.each<[string, string, string, object | undefined]>([
    ['an address that is none', 'email', 'nobody', undefined],
    ['a protocol that is not known', 'lambda', 'arn:aws:lambda:x', undefined],
    [
      'more than five keys',
      'email',
      'a@b.example',
      { a: ['1'], b: ['1'], c: ['1'], d: ['1'], e: ['1'], f: ['1'] },
    ],
    ['a value that is no list', 'email', 'a@b.example', { a: '1' }],
    ['too many combinations', 'email', 'a@b.example', { a: Array.from({ length: 151 }, String) }],
  ])('refuses %s', async (_name, protocol, endpoint, policy) => {
    await expect(subscribe(protocol, endpoint, policy)).rejects.toThrow(/Invalid parameter/);
  });
});

it('refuses every other action, and requests that no AWS client has signed', async () => {
  await expect(sns.send(new CreateTopicCommand({ Name: 'x' }))).rejects.toThrow(/not known on this machine/);
  const body = new URLSearchParams({ Action: 'Publish', TopicArn, Message: 'forged' });
  expect((await fetch(engine.url, { method: 'POST', body })).status).toBe(403);
  expect(captured).toEqual([]);
});

describe('a subscription that must be confirmed', () => {
  beforeEach(async () => {
    await stop();
    await start({ mustConfirm: true });
  });

  it('is listed without its ARN, receives nothing, and cannot be ended or read under the listed words', async () => {
    expect((await subscribe('email', 'press@acme.example')).SubscriptionArn).toBe('pending confirmation');
    const { Subscriptions = [] } = await sns.send(new ListSubscriptionsByTopicCommand({ TopicArn }));
    expect(Subscriptions.map((one) => one.SubscriptionArn)).toEqual(['PendingConfirmation']);
    const SubscriptionArn = 'PendingConfirmation';
    await expect(sns.send(new UnsubscribeCommand({ SubscriptionArn }))).rejects.toThrow(
      'pending confirmation',
    );
    await expect(sns.send(new GetSubscriptionAttributesCommand({ SubscriptionArn }))).rejects.toThrow(
      'at least 6 elements',
    );
    await publish();
    expect(captured[0]?.recipients).toEqual([]);
  });

  it('is like every other once somebody confirms it with the token', async () => {
    await subscribe('https', 'https://hooks.acme.example/alerts');
    const Token = tokens.get('https://hooks.acme.example/alerts');
    await expect(sns.send(new ConfirmSubscriptionCommand({ TopicArn, Token: 'another' }))).rejects.toThrow(
      'Token',
    );
    const { SubscriptionArn } = await sns.send(new ConfirmSubscriptionCommand({ TopicArn, Token }));
    await publish();
    expect(captured[0]?.recipients).toHaveLength(1);
    await sns.send(new UnsubscribeCommand({ SubscriptionArn }));
    const { Subscriptions } = await sns.send(new ListSubscriptionsByTopicCommand({ TopicArn }));
    expect(Subscriptions).toEqual([]);
  });
});
