import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PublishCommand, SNSClient, SubscribeCommand } from '@aws-sdk/client-sns';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { arnOf, localCredentials } from '../../../../../infra/local/aws/local-account.ts';
import { type QueueEngine, startQueueEngine } from '../../../../../infra/local/aws/queue-engine.ts';
import { openRecordStore, type RecordStore } from '../../../../../infra/local/aws/record-store.ts';
import { createClock } from '../../../../../infra/local/aws/shared-clock.ts';
import { startTopicEngine, type TopicEngine } from '../../../../../infra/local/aws/topic/topic-engine.ts';
import type { WebRequest } from '../../../../../infra/local/aws/topic/deliver-message.ts';

// The local topic and real queues. What is sent to web addresses is captured.

const TopicArn = arnOf('sns', 'alerts');
const HOOK = 'https://hooks.acme.example/alerts';
const admitting = (topic: string) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { Service: 'sns.amazonaws.com' },
        Action: 'sqs:SendMessage',
        Resource: '*',
        Condition: { ArnEquals: { 'aws:SourceArn': topic } },
      },
    ],
  });
const OPEN = { Policy: admitting(TopicArn) };
const OF_ANOTHER_TOPIC = { Policy: admitting(arnOf('sns', 'other')) };

let folder: string;
let queues: QueueEngine;
let store: RecordStore;
let engine: TopicEngine;
let sns: SNSClient;
let posted: (WebRequest & { url: string })[];
/** Whether a web address takes what it is sent. */
let answer: (url: string) => Promise<boolean>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-dead-'));
  queues = await startQueueEngine(join(folder, 'queues'));
  store = openRecordStore(join(folder, 'records.db'));
  posted = [];
  answer = async () => true;
  engine = await startTopicEngine({
    topics: [TopicArn],
    store,
    clock: createClock(),
    capture: () => undefined,
    sendToQueue: async (arn, body, topicArn) => {
      if (!queues.admits(arn, topicArn)) return false;
      await queues.send(arn, body);
      return true;
    },
    deliverToWeb: async (url, request) => {
      posted.push({ url, ...request });
      return answer(url);
    },
  });
  sns = new SNSClient({ ...localCredentials, endpoint: engine.url, maxAttempts: 1 });
});
afterEach(async () => {
  sns.destroy();
  await engine.stop();
  await queues.stop();
  store.close();
  await rm(folder, { recursive: true });
});

const addQueue = (name: string, attributes: Record<string, string>) =>
  queues.createQueue({ name, arn: arnOf('sqs', name), attributes });

/** Subscribes with a dead-letter queue, publishes one message, and waits until its fate is decided. */
async function publishTo(Protocol: 'https' | 'sqs', Endpoint: string, more: Record<string, string> = {}) {
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: arnOf('sqs', 'dead') });
  const Attributes = { RedrivePolicy, ...more };
  const { SubscriptionArn } = await sns.send(
    new SubscribeCommand({ TopicArn, Protocol, Endpoint, Attributes }),
  );
  const Message = JSON.stringify({ default: 'short', https: 'for the web', sqs: 'for the queue' });
  const { MessageId } = await sns.send(
    new PublishCommand({
      TopicArn,
      Subject: 'News',
      MessageStructure: 'json',
      Message,
      MessageAttributes: { channel: { DataType: 'String', StringValue: 'press' } },
    }),
  );
  await engine.delivered();
  return { SubscriptionArn, MessageId };
}

/** What lies in a queue. */
async function bodiesIn(queue: string): Promise<string[]> {
  if (queues.depth(queue).ready === 0) return [];
  return (await queues.receive(queue, 10)).map(({ body }) => body);
}

describe('an https address', () => {
  it('that does not take its message leaves it in the dead-letter queue', async () => {
    addQueue('dead', OPEN);
    answer = async () => false;
    const { SubscriptionArn, MessageId } = await publishTo('https', HOOK);
    const [{ url, body, headers } = { url: '', body: '', headers: {} }] = posted;
    expect([url, posted.length]).toEqual([HOOK, 1]);
    expect(headers).toMatchObject({
      'x-amz-sns-message-type': 'Notification',
      'x-amz-sns-subscription-arn': SubscriptionArn,
      'content-type': 'text/plain; charset=UTF-8',
    });
    expect(await bodiesIn('dead')).toEqual([body]);
    expect(JSON.parse(body)).toMatchObject({
      Type: 'Notification',
      MessageId,
      TopicArn,
      Subject: 'News',
      Message: 'for the web',
      MessageAttributes: { channel: { Type: 'String', Value: 'press' } },
      UnsubscribeURL: expect.stringMatching(new RegExp(`SubscriptionArn=${SubscriptionArn}$`)),
    });
  });
});

describe('a queue', () => {
  it.each([
    ['that is gone', undefined],
    ['that admits another topic', OF_ANOTHER_TOPIC],
    ['without a policy', {}],
  ])('%s does not get its message: it is in the dead-letter queue at once', async (_, attributes) => {
    addQueue('dead', OPEN);
    if (attributes) addQueue('theirs', attributes);
    await publishTo('sqs', arnOf('sqs', 'theirs'));
    expect((await bodiesIn('dead')).map((body) => JSON.parse(body).Message)).toEqual(['for the queue']);
    addQueue('theirs', {});
    expect(await bodiesIn('theirs')).toEqual([]);
  });
});

it('a dead-letter queue that does not admit the topic keeps nothing, and Publish is still accepted', async () => {
  addQueue('dead', OF_ANOTHER_TOPIC);
  await publishTo('sqs', arnOf('sqs', 'gone'));
  expect(await bodiesIn('dead')).toEqual([]);
});
