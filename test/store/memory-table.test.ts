import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { UnstorableError } from '../../shared/domain/lib/errors.ts';
import { memoryTable } from '../../shared/store/memory-table.ts';

const KEY = { pk: 'p', sk: 's', workPk: 'w', workSk: 's' };
const nSchema = z.object({ n: z.number() });

/** What a table shows of an item: itself, by a read that may lag, and in the index. */
async function shown(table: ReturnType<typeof memoryTable>) {
  const [own, lagging, index] = [
    await table.get(KEY, nSchema),
    await table.getMany([KEY], nSchema, { lag: true }),
    await table.query({ index: 'work', partition: 'w' }, nSchema),
  ];
  return [own?.n, lagging[0]?.n, index[0]?.n];
}

describe('a table in memory whose indexes lag', () => {
  it('shows a write there after so many later ones, or when it catches up', async () => {
    const table = memoryTable({ lag: 2 });
    await table.put({ ...KEY, n: 1 });
    expect(await shown(table)).toEqual([1, undefined, undefined]);
    await table.put({ ...KEY, n: 2 });
    await table.put({ pk: 'other', sk: 's' });
    expect(await shown(table)).toEqual([2, 1, 1]);
    table.catchUp();
    expect(await shown(table)).toEqual([2, 2, 2]);
    await table.remove(KEY);
    expect(await shown(table)).toEqual([undefined, 2, 2]);
    table.catchUp();
    expect(await shown(table)).toEqual([undefined, undefined, undefined]);
  });
});

describe('a table in memory', () => {
  it('refuses half a character, and values that lie in each other too deep', async () => {
    const table = memoryTable();
    const deep = (levels: number): unknown => (levels === 0 ? 'x' : [deep(levels - 1)]);
    await table.put({ ...KEY, n: deep(31) });
    for (const n of ['a\ud83d', deep(33)])
      await expect(table.put({ ...KEY, n })).rejects.toBeInstanceOf(UnstorableError);
  });

  it('keeps each partition in order through any puts and removals', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ sk: text, workSk: text, isGone: fc.boolean() })),
        async (steps) => {
          const table = memoryTable();
          const kept = new Map<string, string>();
          for (const { sk, workSk, isGone } of steps) {
            if (isGone) await table.remove({ pk: 'p', sk });
            else await table.put({ pk: 'p', sk, workPk: 'w', workSk });
            if (isGone) kept.delete(sk);
            else kept.set(sk, workSk);
          }
          const inBytes = (keys: Iterable<string>) =>
            [...keys].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
          const all = await table.query({ partition: 'p' }, z.object({ sk: z.string() }));
          const work = await table.query({ index: 'work', partition: 'w' }, z.object({ workSk: z.string() }));
          expect(all.map(({ sk }) => sk)).toEqual(inBytes(kept.keys()));
          expect(work.map(({ workSk }) => workSk)).toEqual(inBytes(kept.values()));
        },
      ),
    );
  });
});
