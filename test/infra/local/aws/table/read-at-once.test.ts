import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AbstractLevel } from 'abstract-level';
import { create } from 'dynalite/db/index.js';
import { expect, it } from 'vitest';
import { readAtOnce } from '../../../../../infra/local/aws/table/read-at-once.ts';

it('what is read from the store comes without another thread, and what is not there is undefined', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-reads-'));
  const { prototype } = AbstractLevel;
  const before = Object.getOwnPropertyDescriptor(prototype, 'get') ?? {};
  readAtOnce();
  const { db } = create({ path: folder });
  try {
    // Asked while the store still opens, a read waits.
    expect(await db.get('item')).toBeUndefined();
    await db.batch([{ type: 'put', key: 'item', value: { pk: { S: 'a' } } }]);
    Object.assign(db, { _get: () => Promise.reject(new Error('read by another thread')) });
    expect(await db.get('item')).toEqual({ pk: { S: 'a' } });
    expect(await db.get('other')).toBeUndefined();
  } finally {
    await db.close();
    Object.defineProperty(prototype, 'get', before);
    await rm(folder, { recursive: true });
  }
});
