import { expect, it } from 'vitest';
import { apart, eachApart, loadedOnce } from '../../../../shared/domain/lib/in-parallel.ts';
import { UnstorableError } from '../../../../shared/domain/lib/errors.ts';

const work = (bad: readonly number[], calls: (readonly number[])[] = []) => {
  return async (items: readonly number[]) => {
    calls.push(items);
    if (items.some((item) => bad.includes(item))) throw new UnstorableError('odd');
    return items;
  };
};
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

it('works on all items at once where none fails, and not at all on none', async () => {
  const calls: (readonly number[])[] = [];
  expect(await apart(upTo(5), work([], calls))).toEqual({ results: [upTo(5)], failed: [] });
  expect(await apart([], work([], calls))).toEqual({ results: [], failed: [] });
  expect(calls).toHaveLength(1);
});

it('finds the items that fail alone in a few steps, and keeps the order of the others', async () => {
  const calls: (readonly number[])[] = [];
  const { results, failed } = await apart(upTo(100), work([17, 64], calls));
  expect(results.flat()).toEqual(upTo(100).filter((n) => n !== 17 && n !== 64));
  expect(failed.map(({ item }) => item)).toEqual([17, 64]);
  expect(calls.length).toBeLessThan(32);
});

it('works on items one by one, and leaves the others alone where one fails', () => {
  const half = (n: number) => {
    if (n === 3) throw new UnstorableError('odd');
    return n / 2;
  };
  const { results, failed } = eachApart([2, 3, 4], half);
  expect([results, failed.map(({ item, error }) => [item, error.message])]).toEqual([[1, 2], [[3, 'odd']]]);
  const gone = () => {
    throw new Error('the store is gone');
  };
  expect(() => eachApart([1], gone)).toThrow('the store is gone');
});

it('throws where all of many items fail, and every error that is not about an item', async () => {
  expect((await apart([1, 2], work([1, 2]))).failed).toHaveLength(2);
  await expect(apart(upTo(10), work(upTo(10)))).rejects.toThrow(UnstorableError);
  const busy = async () => {
    throw new Error('busy');
  };
  await expect(apart([1, 2], busy)).rejects.toThrow('busy');
});

it('loads at the first use, and once', () => {
  let loads = 0;
  const read = loadedOnce(() => [(loads += 1)]);
  expect(loads).toBe(0);
  expect([read(), read()]).toEqual([[1], [1]]);
});
