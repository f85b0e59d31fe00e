import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectStack } from '../../../../infra/cli/stack/connect-stack.ts';
import type { FoundStack } from '../../../../infra/cli/stack/find-stack.ts';
import { arnOf, localCredentials, REGION } from '../../../../infra/local/aws/local-account.ts';
import { type QueueEngine, startQueueEngine } from '../../../../infra/local/aws/queue-engine.ts';
import { OUTPUT_NAMES } from '../../../../infra/stack-outputs.ts';
import { NOON } from '../../../ports/examples.ts';
import { heldClock } from '../../../ports/memory-services.ts';

let folder: string;
let queues: QueueEngine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-connect-'));
  queues = await startQueueEngine(folder);
  queues.createQueue({ name: 'dead', arn: arnOf('sqs', 'dead'), attributes: {} });
  for (const body of ['one', 'two']) await queues.send('dead', body);
});
afterAll(async () => {
  await queues.stop();
  await rm(folder, { recursive: true });
});

const connect = (changes: Partial<FoundStack>, outputs: FoundStack['outputs'] = {}) => {
  const found: FoundStack = {
    name: 'bellwether-test',
    isLocal: false,
    outputs: { ...Object.fromEntries(OUTPUT_NAMES.map((name) => [name, 'x'])), ...outputs },
    urls: {},
    jobsPrefix: undefined,
    clockShift: 0,
    region: REGION,
    endpoints: { SQS: queues.url },
    credentials: localCredentials.credentials,
    ...changes,
  };
  return connectStack(found, heldClock(NOON));
};

describe('the messages that SNS could not deliver', () => {
  const undelivered = (...given: Parameters<typeof connect>) => connect(...given).undelivered();

  it('are those in the dead-letter queue of the subscribers', async () => {
    expect(await undelivered({}, { SubscriberDeadLettersUrl: queues.urlOf('dead') })).toBe(2);
  });

  it('are none on this machine, which reaches no programs of others', async () => {
    const outputs = { SubscriberDeadLettersUrl: queues.urlOf('dead') };
    expect(await undelivered({ isLocal: true }, outputs)).toBe(0);
  });
});
