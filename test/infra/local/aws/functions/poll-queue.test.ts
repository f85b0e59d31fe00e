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

it('leaves a message that is refused for another reason to its visibility time-out, and ends while it waits', async () => {
  await queues.send('work', 'large');
  const refused = poll('RequestTooLargeException', () => true);
  await vi.waitFor(() => expect(refused.tries()).toBe(1), 50_000);
  expect(queues.depth('work')).toEqual({ ready: 0, delayed: 0, inFlight: 1 });
  await poller.stop();
  await queues.send('work', 'other');
  const busy = poll('TooManyRequestsException', () => true);
  await vi.waitFor(() => expect(busy.tries()).toBeGreaterThan(0), 50_000);
  await poller.stop();
  expect(poller.busy()).toBe(0);
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

it('calls a function that is allowed to loop as often as messages come', async () => {
  const { calls } = await loop({ mayLoop: true });
  await vi.waitFor(() => expect(calls()).toBe(20), 50_000);
  await vi.waitFor(() => expect(queues.depth('work')).toEqual({ ready: 0, delayed: 0, inFlight: 0 }), 50_000);
});

it('a function that never answers holds up no other, however many messages wait for it', async () => {
  await writeFile(
    join(folder, 'two.mjs'),
    `export const slow = () => new Promise((resolve) => setTimeout(resolve, 60_000));
export const fast = ({ Records: [{ body }] }) => console.log(body);`,
  );
  queues.createQueue({ name: 'slow', arn: arnOf('sqs', 'slow'), attributes: { VisibilityTimeout: '600' } });
  const spec = {
    module: join(folder, 'two.mjs'),
    timeout: 60_000,
    loadTimeout: 30_000,
    memory: 128,
    environment: {},
    retries: 0,
    concurrency: 2,
  };
  const names = ['slow', 'fast'] as const;
  const lines: string[] = [];
  const functions = createFunctionEngine(
    names.map((name) => ({ ...spec, name, export: name, arn: arnOf('lambda', `function:${name}`) })),
    {
      clock: createClock(),
      skipWaits: false,
      sourceMaps: false,
      environment: environmentOf({ SQS: queues.url }),
      onLine: (_name, line) => lines.push(line),
    },
  );
  const feed = (queue: string, functionName: string) =>
    pollQueue(
      { queueArn: arnOf('sqs', queue), functionName, batchSize: 1, concurrency: 2, partialFailures: false },
      { queues, functions },
    );
  for (let n = 0; n < 10; n += 1) await queues.send('slow', `slow ${n}`);
  const slow = feed('slow', 'slow');
  poller = feed('work', 'fast');
  await vi.waitFor(() => expect(slow.busy()).toBe(2), 50_000);
  for (let n = 0; n < 3; n += 1) await queues.send('work', `run ${n}`);
  await vi.waitFor(() => expect(lines.toSorted()).toEqual(['run 0', 'run 1', 'run 2']), 50_000);
  expect([slow.busy(), queues.depth('slow')]).toEqual([2, { ready: 8, delayed: 0, inFlight: 2 }]);
  await functions.stop(0);
  await slow.stop();
});
