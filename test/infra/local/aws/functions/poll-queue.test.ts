import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import {
  createFunctionEngine,
  type FunctionEngine,
} from '../../../../../infra/local/aws/functions/function-engine.ts';
import { type FunctionSpec, InvokeRefused } from '../../../../../infra/local/aws/functions/function-spec.ts';
import { pollQueue, type QueuePoller } from '../../../../../infra/local/aws/functions/poll-queue.ts';
import { environmentOf } from '../../../../../infra/local/aws/start-machine.ts';
import { arnOf } from '../../../../../infra/local/aws/local-account.ts';
import { type QueueEngine, startQueueEngine } from '../../../../../infra/local/aws/queue-engine.ts';
import { createClock } from '../../../../../infra/local/aws/shared-clock.ts';

let folder: string;
let queues: QueueEngine;
let poller: QueuePoller;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-poll-'));
  queues = await startQueueEngine(folder);
  queues.createQueue({ name: 'dead', arn: arnOf('sqs', 'dead'), attributes: {} });
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: arnOf('sqs', 'dead'), maxReceiveCount: 2 });
  queues.createQueue({
    name: 'work',
    arn: arnOf('sqs', 'work'),
    attributes: { VisibilityTimeout: '600', RedrivePolicy },
  });
});
afterEach(async () => {
  await poller.stop();
  await queues.stop();
  await rm(folder, { recursive: true });
});

/** A function that refuses calls with this code for as long as `refuses` says, then takes them. */
function poll(code: InvokeRefused['code'], refuses: (tries: number) => boolean) {
  const counts: string[] = [];
  let tries = 0;
  const functions: FunctionEngine = {
    invoke: async (_name, event) => {
      tries += 1;
      if (refuses(tries)) throw new InvokeRefused(code, 'refused');
      counts.push(JSON.parse(event).Records[0].attributes.ApproximateReceiveCount);
      return { payload: 'null' };
    },
    invokeLater: () => undefined,
    loadAhead: () => undefined,
    running: () => 0,
    stop: async () => undefined,
  };
  const source = {
    queueArn: arnOf('sqs', 'work'),
    functionName: 'work',
    batchSize: 1,
    concurrency: 1,
    partialFailures: false,
  };
  poller = pollQueue(source, { queues, functions });
  return { counts, tries: () => tries };
}

it('repeats a throttled call with the same receive, so that no message comes closer to the dead letters', async () => {
  for (const body of ['a', 'b', 'c']) await queues.send('work', body);
  const { counts } = poll('TooManyRequestsException', (tries) => tries < 4);
  await vi.waitFor(() => expect(counts).toEqual(['1', '1', '1']), 50_000);
  expect(queues.depth('work')).toEqual({ ready: 0, delayed: 0, inFlight: 0 });
});

it('lets a message go whose visibility time-out has ended: it comes again, as another receive', async () => {
  await queues.send('work', 'a');
  let isBusy = true;
  const { counts, tries } = poll('TooManyRequestsException', () => isBusy);
  await vi.waitFor(() => expect(tries()).toBeGreaterThan(1), 50_000);
  queues.skip(600_000);
  isBusy = false;
  await vi.waitFor(() => expect(counts).toEqual(['2']), 50_000);
  expect(queues.depth('dead').ready).toBe(0);
});

/** Sends what it receives to its own queue, until the count in the message has ended. */
const LOOP = `
import { SQSClient, SendMessageCommand } from '${import.meta.resolve('@aws-sdk/client-sqs')}';
const client = new SQSClient();
export const handler = async ({ Records: [{ body }] }) => {
  const { left, url } = JSON.parse(body);
  console.log('taken');
  if (left > 1) await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: JSON.stringify({ left: left - 1, url }) }));
};`;

/**
 * Feeds the function from its queue with a message that it would send to itself 19 times; gives back how often it was
 * called.
 */
async function loop(spec: Pick<FunctionSpec, 'mayLoop'>): Promise<{ calls: () => number }> {
  await writeFile(join(folder, 'loop.mjs'), LOOP);
  let calls = 0;
  const functions = createFunctionEngine(
    [
      {
        name: 'loop',
        arn: arnOf('lambda', 'function:loop'),
        module: join(folder, 'loop.mjs'),
        export: 'handler',
        timeout: 5_000,
        loadTimeout: 10_000,
        memory: 128,
        environment: {},
        retries: 0,
        ...spec,
      },
    ],
    {
      clock: createClock(),
      skipWaits: false,
      sourceMaps: false,
      environment: environmentOf({ SQS: queues.url }),
      onLine: () => (calls += 1),
    },
  );
  onTestFinished(() => functions.stop(0));
  poller = pollQueue(
    {
      queueArn: arnOf('sqs', 'work'),
      functionName: 'loop',
      batchSize: 1,
      concurrency: 1,
      partialFailures: false,
    },
    { queues, functions },
  );
  await queues.send('work', JSON.stringify({ left: 20, url: queues.urlOf('work') }));
  return { calls: () => calls };
}

it('stops the 17th call of a function by messages that it sends to itself: the message goes to the dead letters', async () => {
  const { calls } = await loop({});
  // The last call has ended, and its own message is gone: what is in flight is the one that was stopped.
  const stopped = { calls: 16, busy: 0, depth: { ready: 0, delayed: 0, inFlight: 1 } };
  await vi.waitFor(
    () => expect({ calls: calls(), busy: poller.busy(), depth: queues.depth('work') }).toEqual(stopped),
    50_000,
  );
  // It is received once more, and stopped once more. The queue allows two receives.
  await vi.waitFor(() => {
    queues.skip(600_000);
    expect(queues.depth('dead').ready).toBe(1);
  }, 50_000);
  expect(calls()).toBe(16);
});
