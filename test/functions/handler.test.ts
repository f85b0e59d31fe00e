import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type * as Handler from '../../functions/handler.ts';
import type { Call } from '../../functions/handler.ts';
import { runOrderBody, runOrderSchema, scheduledOrderBody } from '../../shared/contracts/orders.ts';
import type { RunOrder } from '../../shared/domain/watches/watch.ts';
import { NOON } from '../ports/examples.ts';
import { captureLines, context, stubPowertools } from './invocation.ts';

// The logger and the metrics take their settings from the environment when the module is loaded.
let functions: typeof Handler;
beforeAll(async () => {
  stubPowertools();
  functions = await import('../../functions/handler.ts');
});

const lines = captureLines();

const record = (messageId: string, body: string): SQSRecord => ({
  messageId,
  body,
  receiptHandle: 'r',
  attributes: {
    ApproximateReceiveCount: '1',
    SentTimestamp: '0',
    SenderId: 's',
    ApproximateFirstReceiveTimestamp: '0',
  },
  messageAttributes: {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: 'arn:aws:sqs:eu-west-1:000000000000:runs-news',
  awsRegion: 'eu-west-1',
});
const batch = (...bodies: string[]): SQSEvent => ({
  Records: bodies.map((body, n) => record(`message-${n + 1}`, body)),
});
/**
 * What was counted as a caught failure of the function, as CloudWatch reads it. As much is counted for all functions
 * together.
 */
const caught = () => {
  const counted = lines().filter((line) => 'FailedMessages' in line);
  const [ofAll = [], ofOne = []] = [false, true].map((isOne) =>
    counted.filter((line) => 'FunctionName' in line === isOne),
  );
  expect(ofAll).toHaveLength(ofOne.length);
  for (const { service, _aws, FailedMessages } of ofAll) {
    expect({ service, FailedMessages }).toEqual({ service: 'bellwether-test', FailedMessages: 1 });
    expect(_aws.CloudWatchMetrics).toMatchObject([{ Namespace: 'Bellwether', Dimensions: [['service']] }]);
  }
  return ofOne.map(({ FunctionName, service, _aws, FailedMessages }) => {
    expect({ FunctionName, service }).toEqual({ FunctionName: 'run-watch', service: 'bellwether-test' });
    expect(_aws.CloudWatchMetrics).toMatchObject([
      { Namespace: 'Bellwether', Dimensions: [['service', 'FunctionName']] },
    ]);
    return FailedMessages;
  });
};
const orderFor = (watchId: string): RunOrder => ({
  watchId,
  scheduledFor: NOON,
  track: 'live',
  continuation: 0,
});

describe('a queue handler', () => {
  it('works on each message separately, and returns only those that failed', async () => {
    const worked: string[] = [];
    const handler = functions.queueHandler(runOrderSchema, async ({ watchId }) => {
      worked.push(watchId);
      if (watchId === 'b') throw new Error('The table is away.');
    });
    const event = batch(...['a', 'b', 'c'].map((id) => runOrderBody(orderFor(id))));
    expect(await handler(event, context())).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-2' }] });
    expect(worked).toEqual(['a', 'b', 'c']);
    expect(lines().filter(({ level }) => level === 'ERROR')).toMatchObject([
      { messageId: 'message-2', error: { message: 'The table is away.' }, service: 'bellwether-test' },
    ]);
  });

  it.each([
    ['no JSON', 'hello'],
    ['an empty body', ''],
    ['no object', '[]'],
    ['another version', JSON.stringify({ v: 2, watchId: 'a', scheduledFor: '2026-11-20T12:00:00Z' })],
    ['no watch', JSON.stringify({ v: 1, watchId: '', scheduledFor: '2026-11-20T12:00:00Z' })],
    ['a slot that the scheduler did not fill in', scheduledOrderBody('a')],
  ])('returns %s without working on it, and works on the others', async (_name, body) => {
    const worked: RunOrder[] = [];
    const handler = functions.queueHandler(runOrderSchema, async (order) => void worked.push(order));
    const answer = await handler(batch(body, runOrderBody(orderFor('b'))), context());
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] });
    expect(worked).toEqual([orderFor('b')]);
    expect(lines().filter(({ level }) => level)).toMatchObject([{ level: 'ERROR', messageId: 'message-1' }]);
    expect(caught()).toEqual([1]);
  });

  it('gives its work an owner that no repeat of the message has, and the deadline of its function', async () => {
    const calls: Call[] = [];
    const handler = functions.queueHandler(runOrderSchema, async (_order, call) => void calls.push(call));
    const before = Date.now();
    await handler(batch(runOrderBody(orderFor('a')), runOrderBody(orderFor('b'))), context(30_000));
    await handler(batch(runOrderBody(orderFor('a'))), context(30_000));
    expect(new Set(calls.map(({ owner }) => owner)).size).toBe(3);
    for (const { owner } of calls) expect(owner).toContain('request-1');
    for (const { deadline } of calls) {
      expect(deadline).toBeGreaterThanOrEqual(before + 30_000);
      expect(deadline).toBeLessThanOrEqual(Date.now() + 30_000);
    }
  });

  it('takes the orders of a schedule as the scheduler fills them in', async () => {
    const orders: RunOrder[] = [];
    const handler = functions.queueHandler(runOrderSchema, async (order) => void orders.push(order));
    const body = scheduledOrderBody('a').replace('<aws.scheduler.scheduled-time>', '2026-11-20T12:00:00Z');
    expect(await handler(batch(body), context())).toEqual({ batchItemFailures: [] });
    expect(orders).toEqual([orderFor('a')]);
  });
});

describe('a handler for a queue whose messages are worked on together', () => {
  const bodies = (...ids: string[]) => ids.map((id) => runOrderBody(orderFor(id)));

  it('gives back those that failed, and those that it cannot read', async () => {
    const handler = functions.queueBatchHandler(runOrderSchema, async ([first, second]) => {
      expect([first?.watchId, second?.watchId]).toEqual(['a', 'b']);
      return new Map([[second!, new Error('The table is away.')]]);
    });
    const answer = await handler(batch('hello', ...bodies('a', 'b')), context());
    expect(answer).toEqual({
      batchItemFailures: [{ itemIdentifier: 'message-1' }, { itemIdentifier: 'message-3' }],
    });
    expect(caught()).toEqual([1, 1]);
  });
});

describe('a handler that is invoked', () => {
  const payload = z.looseObject({ redrive: z.string().optional() });

  it('refuses a payload that its schema does not know, before any work', async () => {
    let worked = 0;
    const handler = functions.invokeHandler(payload, async () => (worked += 1));
    await expect(handler({ redrive: 7 }, context())).rejects.toThrow(z.ZodError);
    await expect(handler('all', context())).rejects.toThrow(z.ZodError);
    expect(worked).toBe(0);
  });
});

describe('an HTTP handler', () => {
  it('answers 500 when its work throws, and counts it', async () => {
    const handler = functions.httpHandler(() => Promise.reject(new Error('The table is away.')));
    expect(await handler({ rawPath: '/' }, context())).toMatchObject({ statusCode: 500 });
    expect(caught()).toEqual([1]);
  });
});

describe('log and metrics', () => {
  const invoke = (work: () => void) =>
    functions.invokeHandler(z.unknown(), async () => work())({}, context());

  it('go out once at the end of each call, with what was counted in it', async () => {
    await invoke(() => {
      functions.countMetric('Runs', 1);
      functions.countMetric('Runs', 2);
      functions.countMetric('FailedRuns', 0);
    });
    await invoke(() => {});
    const [metrics, ...others] = lines();
    expect(others).toEqual([]);
    expect(metrics).toMatchObject({ service: 'bellwether-test', Runs: [1, 2] });
    expect(metrics).not.toHaveProperty('FailedRuns');
    expect(metrics['_aws'].CloudWatchMetrics).toMatchObject([
      { Namespace: 'Bellwether', Dimensions: [['service']] },
    ]);
  });
});

describe('the settings of a service', () => {
  it('have a prefix only where the stack sets one, and an empty one is one', () => {
    const secrets = new SecretsManagerClient();
    const news = functions.settingsOf({ url: 'https://news.example.com', keySecret: 'key' }, secrets);
    expect(news).toEqual({
      baseUrl: 'https://news.example.com',
      key: expect.any(Function),
      clock: functions.clock,
    });
    const jobs = functions.settingsOf(
      { url: 'https://jobs.example.com', keySecret: 'key', prefix: '' },
      secrets,
    );
    expect(jobs).toMatchObject({ baseUrl: 'https://jobs.example.com', prefix: '' });
  });
});
