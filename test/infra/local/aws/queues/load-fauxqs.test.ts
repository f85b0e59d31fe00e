import { mkdtemp, rm } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadFauxqsStores } from '../../../../../infra/local/aws/queues/load-fauxqs.ts';

it('a message is in the write-ahead log when it is sent, and no commit waits for the disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-fauxqs-'));
  const { stores, close } = await loadFauxqsStores(folder);
  const { db } = stores.sqsStore.persistence as unknown as { db: DatabaseSync };
  expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  // 1 is NORMAL: the log is synced when it is merged into the file.
  expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 1 });
  close();
  await rm(folder, { recursive: true });
});
