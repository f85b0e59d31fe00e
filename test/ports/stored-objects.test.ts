import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { startQueueEngine } from '../../infra/local/aws/queue-engine.ts';
import { s3StoredObjects } from '../../shared/aws/s3/s3-stored-objects.ts';
import type { StoredObjects } from '../../shared/use-cases/ports/ports.ts';
import { memoryObjects } from './memory-services.ts';

interface Opened {
  objects: StoredObjects;
  put(key: string): Promise<void>;
  close(): Promise<void>;
}

/** What every store of objects promises. */
function describeObjects(name: string, open: () => Promise<Opened>): void {
  describe(`stored objects: ${name}`, () => {
    let opened: Opened;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    it('are counted and removed below a folder, and not below one whose name begins so', async () => {
      const { objects } = opened;
      for (const key of ['raw/news/w/1.json', 'raw/news/w/2026/2 é.json', 'raw/news/w-2/1.json', 'raw/new'])
        await opened.put(key);
      expect(await objects.count('raw/news/w/')).toBe(2);
      expect(await objects.remove('raw/news/w/')).toBe(2);
      expect(await objects.remove('raw/news/w/')).toBe(0);
      expect([await objects.count('raw/news/w/'), await objects.count('raw/news/w-2/')]).toEqual([0, 1]);
      expect(await objects.count('raw/')).toBe(2);
    });
  });
}

describeObjects('in memory', async () => {
  const raw = new Map<string, string>();
  const put = async (key: string) => void raw.set(key, '{}');
  return { objects: memoryObjects({ objects: raw }), put, close: async () => {} };
});

describeObjects('S3, on the embedded engine', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-objects-'));
  const engine = await startQueueEngine(folder);
  engine.createBucket('objects');
  const client = new S3Client({ ...localCredentials, endpoint: engine.url, forcePathStyle: true });
  return {
    objects: s3StoredObjects(client, 'objects'),
    put: async (Key) => {
      await client.send(new PutObjectCommand({ Bucket: 'objects', Key, Body: '{}' }));
    },
    close: async () => {
      client.destroy();
      await engine.stop();
      await rm(folder, { recursive: true });
    },
  };
});
