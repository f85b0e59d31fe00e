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

/** From so many items on, a fault that all of them have is none of theirs. */
const MANY = 10;

/**
 * What came of some items: the results of the groups in which they were worked on, and the items that failed alone.
 */
interface Apart<T, R> {
  results: R[];
  failed: { item: T; error: Error }[];
}

/**
 * Works on items one by one: one that makes it fail leaves the others alone. Throws what is not the fault of an item.
 */
export function eachApart<T, R>(items: readonly T[], work: (item: T) => R): Apart<T, R> {
  const done: Apart<T, R> = { results: [], failed: [] };
  for (const item of items) {
    try {
      done.results.push(work(item));
    } catch (error) {
      if (!isFaultOfItem(error)) throw error;
      done.failed.push({ item, error });
    }
  }
  return done;
}

/**
 * Works on items together. If one of them makes it fail, they are halved until that item is alone, so that it leaves
 * the others alone. The work is repeated, so it must be able to take an item twice. If all of many items fail, the
 * fault is in the program, and is thrown as it is.
 *
 * @throws any error that is not the fault of an item, such as that of a store that is busy.
 */
export async function apart<T, R>(
  items: readonly T[],
  work: (items: readonly T[]) => Promise<R>,
): Promise<Apart<T, R>> {
  const done: Apart<T, R> = { results: [], failed: [] };
  const open: (readonly T[])[] = items.length === 0 ? [] : [items];
  for (let part = open.pop(); part; part = open.pop()) {
    try {
      done.results.push(await work(part));
    } catch (error) {
      if (!isFaultOfItem(error)) throw error;
      const [item] = part;
      if (item === undefined) continue;
      const middle = Math.ceil(part.length / 2);
      if (part.length === 1) done.failed.push({ item, error });
      else open.push(part.slice(middle), part.slice(0, middle));
    }
  }
  const [first] = done.failed;
  if (first && done.results.length === 0 && items.length >= MANY) throw first.error;
  return done;
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
