import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { s3RawStore, s3ReportWriter } from '../../shared/aws/s3-objects.ts';
import { s3ReportReader } from '../../shared/aws/s3-report-reader.ts';
import { s3StoredObjects } from '../../shared/aws/s3-stored-objects.ts';
import type { StoredObjects } from '../../shared/use-cases/ports/ports.ts';
import { memoryObjects, memoryRaw } from './memory-services.ts';
import { openQueueEngine } from './queue-engine.ts';

const Bucket = 'objects';
let opened: Awaited<ReturnType<typeof openQueueEngine>>;
let client: S3Client;
beforeAll(async () => {
  opened = await openQueueEngine();
  opened.engine.createBucket(Bucket);
  client = new S3Client({ ...localCredentials, endpoint: opened.engine.url, forcePathStyle: true });
});
afterAll(async () => {
  client.destroy();
  await opened.close();
});
const read = async (Key: string) => client.send(new GetObjectCommand({ Bucket, Key }));

it('raw findings of any script and size are kept as they are; the last text of a key is kept', async () => {
  const raw = s3RawStore(Bucket, client);
  const body = JSON.stringify({
    title: 'Société “Acme” 東京 🚀',
    line: 'a\r\nb\u2028c',
    more: 'é'.repeat(2e6),
  });
  for (const text of ['{"n":1}', body]) await raw.put('raw/news/acme/1.json', text);
  expect((await (await read('raw/news/acme/1.json')).Body?.transformToString()) === body).toBe(true);
});

it('forms of reports are kept below their folder with their type, replaced, and read back', async () => {
  const files = { ...s3ReportWriter(Bucket, client), ...s3ReportReader(Bucket, client) };
  const key = 'acme-weekly/2026-11-16_2026-11-22.html';
  const type = 'text/html; charset=utf-8';
  for (const body of ['<p>é 日本', '<p>é 日本語']) await files.put(key, { body, type });
  expect(await files.get(key)).toBe('<p>é 日本語');
  expect(await files.get('acme-weekly/none.html')).toBeUndefined();
  expect((await read(`reports/${key}`)).ContentType).toBe(type);
});

it('objects are counted and removed below a folder, and not below one whose name begins so', async () => {
  const twin = memoryRaw();
  const stores: [StoredObjects, ReturnType<typeof s3RawStore>][] = [
    [memoryObjects(twin), twin],
    [s3StoredObjects(Bucket, client), s3RawStore(Bucket, client)],
  ];
  for (const [objects, raw] of stores) {
    for (const key of ['old/news/w/1.json', 'old/news/w/2026/2 é.json', 'old/news/w-2/1.json', 'old/new'])
      await raw.put(key, '{}');
    expect(await objects.count('old/news/w/')).toBe(2);
    expect([await objects.remove('old/news/w/'), await objects.remove('old/news/w/')]).toEqual([2, 0]);
    expect([await objects.count('old/news/w-2/'), await objects.count('old/')]).toEqual([1, 2]);
  }
});
