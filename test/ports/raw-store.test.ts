import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { startQueueEngine } from '../../infra/local/aws/queue-engine.ts';
import { s3RawStore } from '../../shared/aws/s3/s3-raw-store.ts';
import { memoryRaw } from './memory-services.ts';
import { describeRawStore } from './raw-store-suite.ts';

describeRawStore('in memory', async () => {
  const raw = memoryRaw();
  return { raw, read: async (key) => raw.objects.get(key), close: async () => {} };
});

describeRawStore('S3, on the embedded engine', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-raw-port-'));
  const engine = await startQueueEngine(folder);
  engine.createBucket('raw-findings');
  const client = new S3Client({ ...localCredentials, endpoint: engine.url, forcePathStyle: true });
  return {
    raw: s3RawStore(client, 'raw-findings'),
    read: async (key) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: 'raw-findings', Key: key }));
      return Body?.transformToString();
    },
    close: async () => {
      client.destroy();
      await engine.stop();
      await rm(folder, { recursive: true });
    },
  };
});
