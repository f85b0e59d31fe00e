import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { startQueueEngine } from '../../infra/local/aws/queue-engine.ts';
import { s3ReportReader } from '../../shared/aws/s3/s3-report-reader.ts';
import { s3ReportWriter } from '../../shared/aws/s3/s3-report-writer.ts';

it('forms of reports are kept below their folder with their type, replaced, and read back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-report-files-'));
  const engine = await startQueueEngine(folder);
  engine.createBucket('objects');
  const client = new S3Client({ ...localCredentials, endpoint: engine.url, forcePathStyle: true });
  const files = { ...s3ReportWriter(client, 'objects'), ...s3ReportReader(client, 'objects') };
  const key = 'acme-weekly/2026-11-16_2026-11-22.html';
  await files.put(key, { body: '<p>é 日本', type: 'text/html; charset=utf-8' });
  await files.put(key, { body: '<p>é 日本語', type: 'text/html; charset=utf-8' });
  expect(await files.get(key)).toBe('<p>é 日本語');
  expect(await files.get('acme-weekly/none.html')).toBeUndefined();
  const { ContentType } = await client.send(
    new GetObjectCommand({ Bucket: 'objects', Key: `reports/${key}` }),
  );
  expect(ContentType).toBe('text/html; charset=utf-8');
  client.destroy();
  await engine.stop();
  await rm(folder, { recursive: true });
});
