import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import {
  ChangeMessageVisibilityCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { arnOf, localCredentials } from '../../../../infra/local/aws/local-account.ts';
import { type QueueEngine, startQueueEngine } from '../../../../infra/local/aws/queue-engine.ts';

describe('queue engine', () => {
  let folder: string;
  let engine: QueueEngine;
  let sqs: SQSClient;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bellwether-queues-'));
    await start();
  });
  afterEach(async () => {
    await stop();
    await rm(folder, { recursive: true });
  });

  async function start(): Promise<void> {
    engine = await startQueueEngine(folder);
    engine.createQueue({ name: 'dead', arn: arnOf('sqs', 'dead'), attributes: {} });
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: arnOf('sqs', 'dead'), maxReceiveCount: 2 });
    engine.createQueue({
      name: 'runs',
      arn: arnOf('sqs', 'runs'),
      attributes: { VisibilityTimeout: '600', RedrivePolicy },
    });
    engine.createBucket('raw');
    sqs = new SQSClient({ ...localCredentials, endpoint: engine.url, maxAttempts: 1 });
  }

  async function stop(): Promise<void> {
    sqs.destroy();
    await engine.stop();
  }

  const send = (MessageBody: string, DelaySeconds = 0) =>
    sqs.send(new SendMessageCommand({ QueueUrl: engine.urlOf('runs'), MessageBody, DelaySeconds }));

  it('refuses requests that no AWS client has signed, and messages above 1 MiB', async () => {
    expect((await fetch(`${engine.url}/raw/key`)).status).toBe(403);
    await expect(send('x'.repeat(1024 * 1024 + 1))).rejects.toThrow(/must be shorter/);
  });

  it('keeps messages over a restart; what was in flight is visible at once, with the same id and its count', async () => {
    await send('first');
    await send('later', 600);
    const [before] = await engine.receive('runs', 1);
    expect(before?.attributes.ApproximateReceiveCount).toBe('1');
    await stop();
    await start();
    expect(engine.depth('runs')).toEqual({ ready: 0, delayed: 1, inFlight: 1 });
    engine.releaseAll();
    const [again] = await engine.receive('runs', 1);
    expect(again).toMatchObject({ messageId: before?.messageId, body: 'first' });
    expect(again?.attributes.ApproximateReceiveCount).toBe('2');
    engine.remove('runs', again?.receiptHandle ?? '');
    await stop();
    await start();
    expect(engine.depth('runs')).toEqual({ ready: 0, delayed: 1, inFlight: 0 });
  });

  it('does not lose a message that is made visible at once', async () => {
    await send('one');
    const QueueUrl = engine.urlOf('runs');
    const { Messages: [held] = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }));
    const ReceiptHandle = held?.ReceiptHandle;
    await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }));
    expect(engine.depth('runs').ready).toBe(1);
    await stop();
    await start();
    engine.releaseAll();
    expect(engine.depth('runs').ready).toBe(1);
  });

  it('keeps objects over a restart, and refuses a condition that it cannot keep', async () => {
    const s3 = new S3Client({ ...localCredentials, endpoint: engine.url, maxAttempts: 1 });
    await s3.send(new PutObjectCommand({ Bucket: 'raw', Key: 'a/b.json', Body: '{"a":1}' }));
    const conditional = new PutObjectCommand({ Bucket: 'raw', Key: 'a/b.json', Body: '2', IfNoneMatch: '*' });
    await expect(s3.send(conditional)).rejects.toMatchObject({ $metadata: { httpStatusCode: 501 } });
    await stop();
    await start();
    const again = new S3Client({ ...localCredentials, endpoint: engine.url });
    const { Body } = await again.send(new GetObjectCommand({ Bucket: 'raw', Key: 'a/b.json' }));
    expect(await Body?.transformToString()).toBe('{"a":1}');
    s3.destroy();
    again.destroy();
  });

  it('answers 403 to a missing object for a caller that may not list its bucket, and 404 to others', async () => {
    engine.createBucket('hidden', new Set(['pages']));
    const open = (sessionToken?: string) => {
      const credentials = {
        ...localCredentials.credentials,
        ...(sessionToken !== undefined && { sessionToken }),
      };
      const s3 = new S3Client({
        ...localCredentials,
        credentials,
        endpoint: engine.url,
        forcePathStyle: true,
      });
      onTestFinished(() => s3.destroy());
      return (Bucket: string, Key = 'reports/missing') => s3.send(new GetObjectCommand({ Bucket, Key }));
    };
    await expect(open('pages')('hidden')).rejects.toMatchObject({
      name: 'AccessDenied',
      $metadata: { httpStatusCode: 403 },
    });
    for (const caller of [undefined, 'process']) {
      await expect(open(caller)('hidden')).rejects.toMatchObject({ name: 'NoSuchKey' });
    }
    await expect(open('pages')('raw')).rejects.toMatchObject({ name: 'NoSuchKey' });
    await expect(open('pages')('nowhere')).rejects.toMatchObject({ name: 'NoSuchBucket' });
  });
});
