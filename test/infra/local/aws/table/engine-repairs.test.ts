import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AbstractLevel, AbstractValueIterator } from 'abstract-level';
import { create } from 'dynalite/db/index.js';
import { expect, it } from 'vitest';
import { readAhead } from '../../../../../infra/local/aws/table/engine-repairs.ts';

it('values are read many at once, in their order, and no more than were asked for', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-ahead-'));
  const before = [AbstractLevel, AbstractValueIterator].map(({ prototype }) => ({
    prototype,
    own: Object.getOwnPropertyDescriptors(prototype),
  }));
  let reads = 0;
  const prototype: { nextv: (size: number) => Promise<unknown[]> } = AbstractValueIterator.prototype;
  const { nextv } = prototype;
  Object.defineProperty(AbstractValueIterator.prototype, 'nextv', {
    configurable: true,
    value(this: object, size: number) {
      reads += 1;
      return nextv.call(this, size);
    },
  });
  readAhead();
  const { db } = create({ path: folder });
  try {
    const text = 'x'.repeat(1_000);
    const keys = Array.from({ length: 150 }, (_, n) => String(1_000 + n));
    await db.batch(keys.map((key) => ({ type: 'put', key, value: { key: { S: `${key} ${text}` } } })));
    const all = await valuesOf(db.createValueStream({ gte: '1' }));
    expect(all.map((one) => JSON.stringify(one).slice(13, 17))).toEqual(keys);
    // 150 KB are one read, and a second one that finds nothing more.
    expect(reads).toBe(2);
    expect(await valuesOf(db.createValueStream({ gte: '1', limit: 3 }))).toEqual(all.slice(0, 3));
    expect(await valuesOf(db.createValueStream({ gte: '2' }))).toEqual([]);
  } finally {
    await db.close();
    for (const { prototype, own } of before) Object.defineProperties(prototype, own);
    await rm(folder, { recursive: true });
  }
});

async function valuesOf(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const value of stream) values.push(value);
  return values;
}
