import type { Context, SQSEvent, SQSRecord } from 'aws-lambda';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type * as Edge from '../../functions/edge.ts';
import type { Call } from '../../functions/edge.ts';
import { emptyExtractionOutcome } from '../../shared/domain/extraction/extraction-outcome.ts';
import { runOrderBody, runOrderSchema, scheduledOrderBody } from '../../shared/contracts/orders/run-order.ts';
import type { RunOrder } from '../../shared/domain/watches/watch.ts';
import { NOON } from '../ports/examples.ts';

// The edge makes its logger and its metrics when it is loaded, from the environment of its process.
let edge: typeof Edge;
beforeAll(async () => {
  // Writes through the console that a test can read, and metrics all the same.
  vi.stubEnv('POWERTOOLS_DEV', 'true');
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
  vi.stubEnv('POWERTOOLS_SERVICE_NAME', 'bellwether-test');
  edge = await import('../../functions/edge.ts');
});

let written: string[];
beforeEach(() => {
  written = [];
  for (const level of ['log', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((line) => void written.push(String(line)));
});
afterEach(() => void vi.restoreAllMocks());

/** What stands in the log of the function, a JSON document each. */
const lines = () => written.map((line): any => JSON.parse(line));

const context = (remaining = 90_000): Context => ({
  callbackWaitsForEmptyEventLoop: false,
  functionName: 'run-watch',
  functionVersion: '1',
  invokedFunctionArn: 'arn:aws:lambda:eu-west-1:000000000000:function:run-watch',
  memoryLimitInMB: '256',
  awsRequestId: 'request-1',
  logGroupName: 'run-watch',
  logStreamName: '1',
  getRemainingTimeInMillis: () => remaining,
  done: () => {},
  fail: () => {},
  succeed: () => {},
});
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
const orderFor = (watchId: string): RunOrder => ({
  watchId,
  scheduledFor: NOON,
  track: 'live',
  continuation: 0,
});

describe('a queue handler', () => {
  it('works on every message by itself, and gives back those that failed, alone', async () => {
    const worked: string[] = [];
    const handler = edge.queueHandler(runOrderSchema, async ({ watchId }) => {
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
  ])('gives back %s without working on it, and does the others', async (_name, body) => {
    const worked: RunOrder[] = [];
    const handler = edge.queueHandler(runOrderSchema, async (order) => void worked.push(order));
    const answer = await handler(batch(body, runOrderBody(orderFor('b'))), context());
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] });
    expect(worked).toEqual([orderFor('b')]);
    expect(lines()).toMatchObject([{ level: 'ERROR', messageId: 'message-1' }]);
  });

  it('tells its work who it is, and until when its function lives', async () => {
    const calls: Call[] = [];
    const handler = edge.queueHandler(runOrderSchema, async (_order, call) => void calls.push(call));
    const before = Date.now();
    await handler(batch(runOrderBody(orderFor('a')), runOrderBody(orderFor('b'))), context(30_000));
    expect(calls.map(({ owner }) => owner)).toEqual(['message-1', 'message-2']);
    for (const { deadline } of calls) {
      expect(deadline).toBeGreaterThanOrEqual(before + 30_000);
      expect(deadline).toBeLessThanOrEqual(Date.now() + 30_000);
    }
  });

  it('takes the orders of a schedule as the scheduler fills them in', async () => {
    const orders: RunOrder[] = [];
    const handler = edge.queueHandler(runOrderSchema, async (order) => void orders.push(order));
    const body = scheduledOrderBody('a').replace('<aws.scheduler.scheduled-time>', '2026-11-20T12:00:00Z');
    expect(await handler(batch(body), context())).toEqual({ batchItemFailures: [] });
    expect(orders).toEqual([orderFor('a')]);
  });

  it('answers an empty batch', async () => {
    const handler = edge.queueHandler(runOrderSchema, async () => {});
    expect(await handler(batch(), context())).toEqual({ batchItemFailures: [] });
  });
});

describe('a handler that is invoked', () => {
  const payload = z.looseObject({ redrive: z.string().optional() });

  it('answers with the outcome, and is known by the id of its request', async () => {
    const handler = edge.invokeHandler(payload, async ({ redrive }, { owner }) => ({ redrive, owner }));
    expect(await handler({ redrive: 'all', more: 1 }, context())).toEqual({
      redrive: 'all',
      owner: 'request-1',
    });
  });

  it('refuses a payload that its schema does not know, before any work', async () => {
    let worked = 0;
    const handler = edge.invokeHandler(payload, async () => (worked += 1));
    await expect(handler({ redrive: 7 }, context())).rejects.toThrow(z.ZodError);
    await expect(handler('all', context())).rejects.toThrow(z.ZodError);
    expect(worked).toBe(0);
  });

  it('throws what its work throws, so that the function fails', async () => {
    const handler = edge.invokeHandler(payload, () => Promise.reject(new Error('The table is away.')));
    await expect(handler({}, context())).rejects.toThrow('The table is away.');
  });
});

describe('log and metrics', () => {
  const invoke = (work: () => void) => edge.invokeHandler(z.unknown(), async () => work())({}, context());

  it('name the stack and the request', async () => {
    await invoke(() => edge.logger.info('run-ended', { outcome: { status: 'done' } }));
    expect(lines()).toMatchObject([
      {
        service: 'bellwether-test',
        function_request_id: 'request-1',
        message: 'run-ended',
        outcome: { status: 'done' },
      },
    ]);
  });

  it('go out once at the end of each call, with what was counted in it', async () => {
    await invoke(() => {
      edge.countMetric('Runs', 1);
      edge.countMetric('Runs', 2);
      edge.countMetric('FailedRuns', 0);
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

  it('go out when the call fails, too', async () => {
    const failing = invoke(() => {
      edge.countMetric('Runs', 1);
      throw new Error('The table is away.');
    });
    await expect(failing).rejects.toThrow('The table is away.');
    expect(lines()).toMatchObject([{ Runs: 1 }]);
  });

  it('count messages as they ended', async () => {
    const message = { id: 'm', channel: 'c', alertIds: ['a'] };
    const states = ['accepted', 'accepted', 'failed', 'dead'] as const;
    await invoke(() =>
      edge.reportDelivery({ messages: states.map((state) => ({ ...message, state })), held: 0, silenced: 0 }),
    );
    expect(lines().at(-1)).toMatchObject({ MessagesAccepted: 2, MessagesDead: 1 });
  });

  it('count what a step of an extraction did, which is logged whole, and leave the workflow what it has to know', async () => {
    const empty = emptyExtractionOutcome('job-1', 'sector-cuts');
    const next = { next: 'poll', waitSeconds: 45 } as const;
    let answer: unknown;
    await invoke(() => {
      answer = edge.reportExtraction({ ...empty, ...next, calls: 2, new: 3, state: 'working' });
    });
    expect(answer).toEqual({ jobId: 'job-1', ...next });
    expect(lines()).toMatchObject([
      { event: 'extraction-stepped', outcome: { jobId: 'job-1', kind: 'extraction', state: 'working' } },
      { NewFindings: 3, UpstreamCalls: 2 },
    ]);
  });
});

it('the clock of the functions shows the time and waits', async () => {
  const before = Date.now();
  await edge.clock.sleep(20);
  expect(edge.clock.now()).toBeGreaterThanOrEqual(before + 15);
});
