import pMap, { pMapSkip } from 'p-map';
import { type Instant, SECOND } from '../time/instant.ts';
import { isFaultOfItem } from './errors.ts';

/** How many requests of one run are in flight at once: what one table serves well, and few enough to stop quickly. */
const REQUESTS_AT_ONCE = 16;

/**
 * Runs `work` over all items, at most `REQUESTS_AT_ONCE` at a time, and returns the results in the order of the
 * items. After the first failure no further work starts; the failure is thrown when all work in flight has ended, so
 * that nothing is written after the caller has returned.
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

/**
 * Works on items one by one: one that makes it fail leaves the others alone. Throws what is not the fault of an item.
 */
export function eachApart<T, R>(items: readonly T[], work: (item: T) => R) {
  const results: R[] = [];
  const failed: { item: T; error: Error }[] = [];
  for (const item of items) {
    try {
      results.push(work(item));
    } catch (error) {
      if (!isFaultOfItem(error)) throw error;
      failed.push({ item, error });
    }
  }
  return { results, failed };
}

/**
 * `load`, called at the first use only. Later uses get the same value. For what takes milliseconds to make, such as
 * the formats of `Intl`: made when its file is loaded, it would delay each cold start, also of functions that never
 * use it.
 */
export function loadedOnce<Loaded>(load: () => Loaded): () => Loaded {
  let loaded: Loaded | undefined;
  return () => (loaded ??= load());
}

/** A lease: who holds it and until when. The same owner may enter again after a crash. */
export interface Lease {
  owner: string;
  until: Instant;
}

/** A lease outlives its function by this: what the function has sent last has arrived when another one enters. */
const LEASE_MARGIN = 15 * SECOND;

/** The lease of a call that writes until its end. */
export function callLease({ owner, deadline }: { owner: string; deadline: Instant }): Lease {
  return { owner, until: deadline + LEASE_MARGIN };
}
