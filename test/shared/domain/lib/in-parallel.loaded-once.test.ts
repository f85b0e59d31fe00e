import { expect, it } from 'vitest';
import { loadedOnce } from '../../../../shared/domain/lib/in-parallel.ts';

it('loads at the first use, and once', () => {
  let loads = 0;
  const read = loadedOnce(() => [(loads += 1)]);
  expect(loads).toBe(0);
  expect([read(), read()]).toEqual([[1], [1]]);
});
