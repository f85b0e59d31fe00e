import { SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arnOf, localCredentials } from '../../infra/local/aws/local-account.ts';
import { sqsDecideQueue, sqsRunQueue } from '../../shared/aws/sqs-queues.ts';
import { decideOrderSchema, watchOrderSchema } from '../../shared/contracts/orders.ts';
import { parseJson } from '../../shared/contracts/parse-as.ts';
import { DAY, MINUTE, SECOND } from '../../shared/domain/time/instant.ts';
import type { RunQueue } from '../../shared/use-cases/ports/ports.ts';
import { NOON } from './examples.ts';
import { memoryQueue } from './memory-services.ts';
import { openQueueEngine } from './queue-engine.ts';

/** Queues of the services `news` and `events`. */
interface OpenedQueues {
  queue: RunQueue;
  /** Takes the orders of a service that are visible by now; they do not come again. */
  take(service: 'news' | 'events'): Promise<unknown[]>;
  skip(milliseconds: number): void;
  close(): Promise<void>;
}

async function inMemory(): Promise<OpenedQueues> {
  const queue = memoryQueue(['news', 'events']);
  return {
    queue,
    take: async (service) => {
      const taken = queue.sent.filter((one) => one.service === service && one.delay <= 0);
      for (const one of taken) queue.sent.splice(queue.sent.indexOf(one), 1);
      return taken.map(({ order }) => order);
    },
    skip: (milliseconds) => queue.sent.forEach((one) => (one.delay -= milliseconds)),
    close: async () => {},
  };
}

async function openSqs() {
  const { engine, close } = await openQueueEngine();
  for (const name of ['runs-news', 'runs-events', 'decide'])
    engine.createQueue({ name, arn: arnOf('sqs', name), attributes: { VisibilityTimeout: '600' } });
  const client = new SQSClient({ ...localCredentials, endpoint: engine.url });
  return {
    client,
    engine,
    take: async (name: string) => {
      if (engine.depth(name).ready === 0) return [];
      const records = await engine.receive(name, 10);
      for (const { receiptHandle } of records) engine.remove(name, receiptHandle);
      return records.map(({ body }) => parseJson(body));
    },
    close: async () => {
      client.destroy();
      await close();
    },
  };
}

async function onEngine(): Promise<OpenedQueues> {
  const { client, engine, take, close } = await openSqs();
  return {
    queue: sqsRunQueue(client, { news: engine.urlOf('runs-news'), events: engine.urlOf('runs-events') }),
    take: async (service) => (await take(`runs-${service}`)).map((order) => watchOrderSchema.parse(order)),
    skip: (milliseconds) => engine.skip(milliseconds),
    close,
  };
}

describe.each([
  ['in memory', inMemory],
  ['SQS, on the embedded engine', onEngine],
])('the run queue: %s', (_, open) => {
  let opened: OpenedQueues;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());
  const anOrder = { watchId: 'acme-news', scheduledFor: NOON, track: 'live', continuation: 0 } as const;

  it('hands on each order whole, to the queue of its service alone', async () => {
    const backfill = { ...anOrder, track: 'backfill', window: { from: NOON - DAY, to: NOON } } as const;
    for (const order of [{ ...anOrder, continuation: 3 }, backfill]) {
      await opened.queue.send('events', order);
      expect(await opened.take('news')).toEqual([]);
      expect(await opened.take('events')).toEqual([order]);
    }
  });

  it.each([90.5 * SECOND, 15 * MINUTE])('holds an order back for %d ms, and not shorter', async (delay) => {
    await opened.queue.send('news', anOrder, delay);
    opened.skip(delay - 500);
    expect(await opened.take('news')).toEqual([]);
    opened.skip(SECOND);
    expect(await opened.take('news')).toEqual([anOrder]);
  });

  it('refuses a service that the stack has no queue for', async () => {
    await expect(opened.queue.send('extraction', anOrder)).rejects.toThrow(
      'This stack has no runs queue for the extraction service.',
    );
  });
});

it('the queue of the function that decides hands on an order whole, and not before its delay', async () => {
  const { client, engine, take, close } = await openSqs();
  const order = { space: 'brand.acme.normal', waits: 3 };
  await sqsDecideQueue(client, engine.urlOf('decide')).send(order, 90.5 * SECOND);
  engine.skip(90 * SECOND);
  expect(await take('decide')).toEqual([]);
  engine.skip(SECOND);
  expect((await take('decide')).map((one) => decideOrderSchema.parse(one))).toEqual([order]);
  await close();
});
