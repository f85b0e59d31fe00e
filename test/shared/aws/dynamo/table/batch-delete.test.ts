import { expect, it } from 'vitest';
import { tableOver } from './table-over.ts';

const KEYS = Array.from({ length: 60 }, (_, n) => ({ pk: `p${n}`, sk: 's' }));

/** A table whose server deletes `takes` items of each request, the last number for all further requests. */
async function busyTable(takes: readonly number[]) {
  const sizes: number[] = [];
  const deleted: string[] = [];
  const { table, waits } = await tableOver(({ RequestItems }) => {
    const requests: any[] = RequestItems.table;
    const taken = takes[Math.min(sizes.length, takes.length - 1)] ?? 0;
    sizes.push(requests.length);
    deleted.push(...requests.slice(0, taken).map(({ DeleteRequest }) => DeleteRequest.Key.pk.S));
    const left = requests.slice(taken);
    return { UnprocessedItems: left.length > 0 ? { table: left } : {} };
  });
  return { remove: () => table.removeMany(KEYS), sizes, waits, deleted };
}

it('deletes 25 items a request without a wait while all are processed', async () => {
  const { remove, sizes, waits, deleted } = await busyTable([25]);
  await remove();
  expect([sizes, waits]).toEqual([[25, 25, 10], []]);
  expect(deleted).toEqual(KEYS.map(({ pk }) => pk));
});

it('sends the rest again after waits that double as long as nothing is processed', async () => {
  const { remove, sizes, waits, deleted } = await busyTable([0, 0, 10, 25]);
  await remove();
  expect(sizes).toEqual([25, 25, 25, 25, 25]);
  expect(waits).toEqual([100, 200, 50]);
  expect(deleted.toSorted()).toEqual(KEYS.map(({ pk }) => pk).toSorted());
});

it('ends with an error when the table processes nothing', async () => {
  const { remove, sizes } = await busyTable([0]);
  await expect(remove()).rejects.toThrow('The table table deleted none of 25 items in 10 tries.');
  expect(sizes).toHaveLength(10);
});
