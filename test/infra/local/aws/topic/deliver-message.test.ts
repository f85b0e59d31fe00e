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
import { type Line, scriptedServer } from '../../../../shared/providers/scripted-server.ts';

// The local topic and real queues. Web addresses are a real server on a free port; waits are captured.

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
let waits: number[];
let server: Awaited<ReturnType<typeof scriptedServer>>;
let script: Line[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-dead-'));
  queues = await startQueueEngine(join(folder, 'queues'));
  store = openRecordStore(join(folder, 'records.db'));
  waits = [];
  script = [{ status: 200 }];
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
    web: {
      post: async (url, { headers, body, signal }) => {
        const { pathname } = new URL(url);
        return (await fetch(`${server.url}${pathname}`, { method: 'POST', headers, body, signal })).status;
      },
      wait: async (milliseconds) => void waits.push(milliseconds),
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
  server = await scriptedServer(...script);
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: arnOf('sqs', 'dead') });
  const Attributes = { RedrivePolicy, ...more };
  const { SubscriptionArn } = await sns.send(
    new SubscribeCommand({ TopicArn, Protocol, Endpoint, Attributes }),
  );
  const Message = JSON.stringify({ default: 'short', https: 'for the web', sqs: 'for the queue' });
  const { MessageId } = await sns.send(
    new PublishCommand({ TopicArn, Subject: 'News', MessageStructure: 'json', Message }),
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
  it('that keeps failing is tried 4 times, 20 seconds apart; then its message is in the dead-letter queue', async () => {
    addQueue('dead', OPEN);
    script = [{ status: 503 }];
    const { SubscriptionArn, MessageId } = await publishTo('https', HOOK);
    expect(server.arrivals).toHaveLength(4);
    expect(waits).toEqual([20_000, 20_000, 20_000]);
    const [{ body, headers } = { body: '', headers: {} }] = server.arrivals;
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
      UnsubscribeURL: expect.stringMatching(new RegExp(`SubscriptionArn=${SubscriptionArn}$`)),
    });
  });

  it.each<[string, Line[], number, number]>([
    ['answers', [{ status: 200 }], 1, 0],
    ['answers at the third try', [{ status: 500 }, { status: 429 }, { status: 204 }], 3, 0],
    ['asks for fewer requests each time', [{ status: 429 }], 4, 1],
    ['is gone', [{ status: 410 }], 1, 1],
    ['forbids', [{ status: 403 }], 1, 1],
    ['leads elsewhere', [{ status: 304 }], 1, 1],
    ['ends the connection', [(_, response) => void response.destroy()], 4, 1],
  ])('that %s gets so many tries, and so many dead letters: %o', async (_, lines, tries, dead) => {
    addQueue('dead', OPEN);
    script = lines;
    await publishTo('https', HOOK);
    expect(server.arrivals).toHaveLength(tries);
    expect(await bodiesIn('dead')).toHaveLength(dead);
  });

  it('keeps nobody waiting: the message is accepted before it is delivered', async () => {
    addQueue('dead', OPEN);
    const { promise: release, resolve } = Promise.withResolvers<void>();
    script = [async (_, response) => release.then(() => void response.writeHead(500).end()), { status: 200 }];
    server = await scriptedServer(...script);
    await sns.send(new SubscribeCommand({ TopicArn, Protocol: 'https', Endpoint: HOOK }));
    await sns.send(new PublishCommand({ TopicArn, Message: 'hello' }));
    resolve();
    await engine.delivered();
    expect(server.arrivals).toHaveLength(2);
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

  it('that admits the topic gets it, and the dead-letter queue does not', async () => {
    addQueue('dead', OPEN);
    addQueue('theirs', OPEN);
    await publishTo('sqs', arnOf('sqs', 'theirs'), { RawMessageDelivery: 'true' });
    expect(await bodiesIn('theirs')).toEqual(['for the queue']);
    expect(await bodiesIn('dead')).toEqual([]);
  });
});

it('a dead-letter queue that does not admit the topic keeps nothing, and Publish is still accepted', async () => {
  addQueue('dead', OF_ANOTHER_TOPIC);
  await publishTo('sqs', arnOf('sqs', 'gone'));
  expect(await bodiesIn('dead')).toEqual([]);
});
