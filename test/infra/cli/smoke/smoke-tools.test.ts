import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateQueueCommand, ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type SmokeTools, smokeTools } from '../../../../infra/cli/smoke/smoke-tools.ts';
import { arnOf, localCredentials } from '../../../../infra/local/aws/local-account.ts';
import { type QueueEngine, startQueueEngine } from '../../../../infra/local/aws/queue-engine.ts';
import { HOUR } from '../../../../shared/domain/time/instant.ts';
import { NOON } from '../../../ports/examples.ts';

// The queues of smoke, on the local SQS.

const TOPIC = arnOf('sns', 'alerts');
const nameAt = (at: number) => `smoke-canary-${at.toString(36)}`;

let folder: string;
let queues: QueueEngine;
let sqs: SQSClient;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-smoke-'));
  queues = await startQueueEngine(folder);
  sqs = new SQSClient({ ...localCredentials, endpoint: queues.url, maxAttempts: 1 });
});
afterEach(async () => {
  sqs.destroy();
  await queues.stop();
  await rm(folder, { recursive: true });
});

const toolsOf = (topicArn: string): SmokeTools =>
  smokeTools({ sqs, dynamo: new DynamoDBClient({}), topicArn, table: 'watches' });
const names = async () =>
  new Set(((await sqs.send(new ListQueuesCommand({}))).QueueUrls ?? []).map((url) => url.split('/').at(-1)));

it('opens a queue that the topic may send to from the first moment on', async () => {
  const { arn, remove } = await toolsOf(TOPIC).openQueue(nameAt(NOON));
  expect(arn).toBe(arnOf('sqs', nameAt(NOON)));
  expect(queues.admits(arn, TOPIC)).toBe(true);
  expect(queues.admits(arn, arnOf('sns', 'other'))).toBe(false);
  await remove();
  expect(await names()).toEqual(new Set());
});

it('finds the queues that smoke tests of this stack left behind, and no others', async () => {
  const tools = toolsOf(TOPIC);
  const [old, older] = [nameAt(NOON - 2 * HOUR), nameAt(NOON - 900 * HOUR)];
  for (const name of [old, older, nameAt(NOON - HOUR / 2)]) await tools.openQueue(name);
  // Of another stack of the account, of a person, and one that is named like a time of long ago.
  await toolsOf(arnOf('sns', 'other')).openQueue(nameAt(NOON - 3 * HOUR));
  await tools.openQueue('smoke-canary-Notes');
  await tools.openQueue('smoke-canary-notes');
  await sqs.send(new CreateQueueCommand({ QueueName: nameAt(NOON - 4 * HOUR) }));
  await sqs.send(new CreateQueueCommand({ QueueName: 'smoke' }));
  const left = await tools.leftQueues(NOON - HOUR);
  expect(new Set(left.map(({ name }) => name))).toEqual(new Set([old, older]));
  const before = await names();
  for (const { remove } of left) await remove();
  const after = await names();
  expect(new Set([...before].filter((name) => !after.has(name)))).toEqual(new Set([old, older]));
  expect(await tools.leftQueues(NOON - HOUR)).toEqual([]);
});
