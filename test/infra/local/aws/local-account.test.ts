import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLambdaEndpoint } from '../../../../infra/local/aws/functions/function-engine.ts';
import { arnOf, localCredentials, REGION } from '../../../../infra/local/aws/local-account.ts';
import { startQueueEngine } from '../../../../infra/local/aws/queue-engine.ts';
import { openRecordStore } from '../../../../infra/local/aws/record-store.ts';
import { startSchedulerEngine } from '../../../../infra/local/aws/scheduler/scheduler-engine.ts';
import { startSecretEngine } from '../../../../infra/local/aws/secret-engine.ts';
import { createClock } from '../../../../infra/local/aws/shared-clock.ts';
import { startTableEngine } from '../../../../infra/local/aws/table/start-table-engine.ts';

const folder = mkdtempSync(join(tmpdir(), 'bellwether-account-'));
const store = openRecordStore(join(folder, 'records.db'));
const clock = createClock();
const KEY = arnOf('secretsmanager', 'secret:key');
let stops: (() => Promise<void>)[] = [];
let urls: Record<'table' | 'queues' | 'secrets' | 'scheduler' | 'lambda', string>;

beforeAll(async () => {
  const table = await startTableEngine({ folder: join(folder, 'table'), tables: [] });
  const queues = await startQueueEngine(join(folder, 'queues'));
  queues.createBucket('raw');
  const secrets = await startSecretEngine({
    secrets: [{ name: 'key', arn: KEY }],
    values: { [KEY]: 'the-real-key' },
    store,
    clock,
  });
  const scheduler = await startSchedulerEngine({
    groups: ['g'],
    store,
    clock,
    deliver: async () => undefined,
    onFailure: () => undefined,
  });
  const lambda = await startLambdaEndpoint({
    invoke: async (name) => ({ payload: JSON.stringify(name) }),
    invokeLater: () => undefined,
    loadAhead: () => undefined,
    running: () => 0,
    stop: async () => undefined,
  });
  const engines = { table, queues, secrets, scheduler, lambda };
  stops = Object.values(engines).map((engine) => () => engine.stop());
  urls = {
    table: table.url,
    queues: queues.url,
    secrets: secrets.url,
    scheduler: scheduler.url,
    lambda: lambda.url,
  };
});
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()));
  store.close();
  rmSync(folder, { recursive: true });
});

/** One call of each engine, with odd characters in path and query where it has them. */
const calls = (credentials: { accessKeyId: string; secretAccessKey: string }) => {
  const at = (endpoint: string) => ({ region: REGION, endpoint, credentials, maxAttempts: 1 });
  const s3 = new S3Client({ ...at(urls.queues), forcePathStyle: true });
  return {
    table: () => new DynamoDBClient(at(urls.table)).send(new ListTablesCommand({})),
    queues: () => new SQSClient(at(urls.queues)).send(new ListQueuesCommand({})),
    put: () => s3.send(new PutObjectCommand({ Bucket: 'raw', Key: "a b/ü+'(1)*!.json", Body: 'x' })),
    list: () => s3.send(new ListObjectsV2Command({ Bucket: 'raw', Prefix: "a b/ü+'&=" })),
    secrets: () =>
      new SecretsManagerClient(at(urls.secrets)).send(new GetSecretValueCommand({ SecretId: KEY })),
    lambda: () =>
      new LambdaClient(at(urls.lambda)).send(
        new InvokeCommand({ FunctionName: arnOf('lambda', 'function:f') }),
      ),
    scheduler: () =>
      new SchedulerClient(at(urls.scheduler))
        .send(new GetScheduleCommand({ GroupName: 'g', Name: 'none' }))
        .catch((cause) => {
          if (cause.name !== 'ResourceNotFoundException') throw cause;
        }),
  };
};
const NAMES = ['table', 'queues', 'put', 'list', 'secrets', 'lambda', 'scheduler'] as const;

describe.each(NAMES)('the engine behind %s', (name) => {
  it('takes what comes with the credentials of the stack', async () => {
    await expect(calls(localCredentials.credentials)[name]()).resolves.not.toThrow();
  });

  it('refuses the well-known key, and another id', async () => {
    const { secretAccessKey } = localCredentials.credentials;
    for (const credentials of [
      { accessKeyId: 'local', secretAccessKey: 'local' },
      { accessKeyId: 'OTHER', secretAccessKey },
    ]) {
      await expect(calls(credentials)[name]()).rejects.toMatchObject({
        $metadata: { httpStatusCode: name === 'table' ? 400 : 403 },
      });
    }
  });
});
