import { expect, it } from 'vitest';
import * as z from 'zod';
import { tableOver } from './table-over.ts';

const KEYS = Array.from({ length: 150 }, (_, n) => ({ pk: `p${n}`, sk: 's' }));

/**
 * A table whose server processes `takes` keys of each request, the last number for all further requests. The waits are kept;
 * `random` is their share of the span.
 */
async function busyTable(takes: readonly number[], random = 1) {
  const sizes: number[] = [];
  const { table, waits } = await tableOver(({ RequestItems }) => {
    const { Keys, ...rest } = RequestItems.table;
    const taken = takes[Math.min(sizes.length, takes.length - 1)];
    sizes.push(Keys.length);
    const left = Keys.slice(taken);
    return {
      Responses: { table: Keys.slice(0, taken) },
      UnprocessedKeys: left.length > 0 ? { table: { Keys: left, ...rest } } : {},
    };
  }, random);
  const read = () => table.getMany(KEYS, z.object({ pk: z.string() }));
  return { read, sizes, waits };
}

it('reads 100 keys a request without a wait while all are processed', async () => {
  const { read, sizes, waits } = await busyTable([100]);
  expect((await read()).map(({ pk }) => pk)).toEqual(KEYS.map(({ pk }) => pk));
  expect([sizes, waits]).toEqual([[100, 50], []]);
});

it('asks for the rest after waits that double as long as nothing is processed, and start over when something is', async () => {
  const { read, sizes, waits } = await busyTable([0, 0, 0, 40, 0, 100]);
  expect(new Set((await read()).map(({ pk }) => pk)).size).toBe(150);
  expect(sizes).toEqual([100, 100, 100, 100, 100, 100, 10]);
  expect(waits).toEqual([100, 200, 400, 50, 100]);
});

it('waits a random part of each span, so that many readers do not ask at once', async () => {
  const { read, waits } = await busyTable([0, 0, 100], 0.25);
  await read();
  expect(waits).toEqual([25, 50]);
});

it('gives up after 10 answers without an item, and never waits longer than 2 seconds', async () => {
  const { read, sizes, waits } = await busyTable([0]);
  await expect(read()).rejects.toThrow('processed none of 100 keys in 10 tries');
  expect(sizes).toHaveLength(10);
  expect(waits).toEqual([100, 200, 400, 800, 1_600, 2_000, 2_000, 2_000, 2_000]);
});
