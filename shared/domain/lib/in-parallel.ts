import pMap, { pMapSkip } from 'p-map';

/** How many requests of one run are in flight at once: what one table serves well, and few enough to stop quickly. */
const REQUESTS_AT_ONCE = 16;

/**
 * Runs `work` over all items, at most `REQUESTS_AT_ONCE` at a time, and returns the results in the order of the items. After
 * the first failure no further work starts; the failure is thrown when all work in flight has ended, so that nothing is
 * written after the caller has returned.
 */
export async function inParallel<T, R>(items: Iterable<T>, work: (item: T) => Promise<R>): Promise<R[]> {
  const failures: unknown[] = [];
  const results = await pMap(
    items,
    async (item) => {
      if (failures.length > 0) return pMapSkip;
      try {
        return await work(item);
      } catch (error) {
        failures.push(error);
        return pMapSkip;
      }
    },
    { concurrency: REQUESTS_AT_ONCE },
  );
  if (failures.length > 0) throw failures[0];
  return results;
}

/** A list in parts of at most `size` items, in its order. */
export function partsOf<T>(items: readonly T[], size: number): T[][] {
  const parts = Math.ceil(items.length / size);
  return Array.from({ length: parts }, (_, n) => items.slice(n * size, (n + 1) * size));
}
