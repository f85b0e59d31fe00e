import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type QueuePoller, pollQueue } from '../../../../infra/local/aws/functions/poll-queue.ts';
import { arnOf } from '../../../../infra/local/aws/local-account.ts';
import { type QueueEngine, startQueueEngine } from '../../../../infra/local/aws/queues/queue-engine.ts';
import { createClock } from '../../../../infra/local/aws/shared-clock.ts';
import type { WorkflowEngine } from '../../../../infra/local/aws/workflow/workflow-engine.ts';
import { endRuns } from '../../../../infra/local/once/end-runs.ts';

let folder: string;
let queues: QueueEngine;
let poller: QueuePoller;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-end-'));
  queues = await startQueueEngine(folder);
  queues.createQueue({ name: 'dead', arn: arnOf('sqs', 'dead'), attributes: {} });
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: arnOf('sqs', 'dead'), maxReceiveCount: 3 });
  const attributes = { VisibilityTimeout: '1800', RedrivePolicy };
  queues.createQueue({ name: 'runs', arn: arnOf('sqs', 'runs'), attributes });
});
afterEach(async () => {
  await poller.stop();
  await queues.stop();
  await rm(folder, { recursive: true });
});

it.each([true, false])(
  'ends when an order fails each time: after its receives it is a dead letter (waits are skipped: %s)',
  async (skipWaits) => {
    const bodies: string[] = [];
    const functions = {
      invoke: async (_name: string, event: string) => {
        const { body } = JSON.parse(event).Records[0];
        bodies.push(body);
        return body === 'bad' ? { error: { errorType: 'Error', errorMessage: 'no' } } : { payload: 'null' };
      },
      invokeLater: () => undefined,
      loadAhead: () => undefined,
      running: () => 0,
      stop: async () => undefined,
    };
    const source = { queueArn: arnOf('sqs', 'runs'), functionName: 'run', batchSize: 1, concurrency: 1 };
    poller = pollQueue({ ...source, partialFailures: false }, { queues, functions });
    await queues.send('runs', 'bad');
    await queues.send('runs', 'good');
    const workflow = { untilNext: () => undefined, wake: () => undefined } as unknown as WorkflowEngine;
    const machine = { queues, workflow, isIdle: () => poller.busy() === 0 };
    const access = { runQueues: ['runs'] };
    await endRuns({ machine, access, clock: createClock(), skipWaits, retryAfter: 50 });
    expect(bodies.toSorted()).toEqual(['bad', 'bad', 'bad', 'good']);
    expect(queues.depth('dead').ready).toBe(1);
  },
  30_000,
);
