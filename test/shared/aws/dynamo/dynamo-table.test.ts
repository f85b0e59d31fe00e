import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { UnstorableError } from '../../../../shared/domain/lib/errors.ts';
import { tableOver } from './table-over.ts';

describe('reading', () => {
  const READ = Array.from({ length: 150 }, (_, n) => ({ pk: `p${n}`, sk: 's' }));

  /**
   * A table whose server processes `takes` keys of each request, the last number for all further requests. The waits
   * are kept; `random` is their share of the span.
   */
  async function busyReads(takes: readonly number[], random = 1) {
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
    const read = () => table.getMany(READ, z.object({ pk: z.string() }));
    return { read, sizes, waits };
  }

  it('asks for the rest after waits that double as long as nothing is processed, and start over when something is', async () => {
    const { read, sizes, waits } = await busyReads([0, 0, 0, 40, 0, 100]);
    expect(new Set((await read()).map(({ pk }) => pk)).size).toBe(150);
    expect(sizes).toEqual([100, 100, 100, 100, 100, 100, 10]);
    expect(waits).toEqual([100, 200, 400, 50, 100]);
  });

  it('gives up after 10 answers without an item, and never waits longer than 2 seconds', async () => {
    const { read, sizes, waits } = await busyReads([0]);
    await expect(read()).rejects.toThrow('read none of 100 items in 10 tries');
    expect(sizes).toHaveLength(10);
    expect(waits).toEqual([100, 200, 400, 800, 1_600, 2_000, 2_000, 2_000, 2_000]);
  });
});

describe('putting', () => {
  const ITEMS = Array.from({ length: 130 }, (_, n) => ({ pk: `p${n}`, sk: 's', text: `item ${n}` }));

  /** A table whose server puts as many items of each request as `takes` says of its place in the order. */
  async function puttingTable(takes: (request: number) => number) {
    const put = new Map<string, string>();
    const sizes: number[] = [];
    const { table, waits } = await tableOver(({ RequestItems }) => {
      const requests: any[] = RequestItems.table;
      const taken = takes(sizes.length);
      sizes.push(requests.length);
      for (const { PutRequest } of requests.slice(0, taken))
        put.set(PutRequest.Item.pk.S, PutRequest.Item.text.S);
      const left = requests.slice(taken);
      return { UnprocessedItems: left.length > 0 ? { table: left } : {} };
    });
    return { table, sizes, waits, put };
  }
  const all = new Map(ITEMS.map(({ pk, text }) => [pk, text]));

  it('sends again what was not processed, after a wait', async () => {
    const { table, sizes, waits, put } = await puttingTable((request) => (request < 5 ? request : 25));
    await table.putMany(ITEMS);
    expect(put).toEqual(all);
    // All but 10 of the first 125, and the last 5, go in later requests.
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(ITEMS.length);
    expect(waits).toHaveLength(5);
  });

  it('refuses what no item can hold, before anything is sent', async () => {
    const { table, sizes } = await puttingTable(() => 25);
    const odd = { pk: 'p', sk: 's', count: Number.MAX_SAFE_INTEGER * 4 };
    await expect(table.putMany([...ITEMS, odd])).rejects.toThrow(UnstorableError);
    expect(sizes).toEqual([]);
  });
});
