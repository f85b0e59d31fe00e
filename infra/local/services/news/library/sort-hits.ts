import type { Hit } from './find-hits.ts';
import { nthLeast } from './nth-least.ts';

/** The orders of `sort_by` (news service, parameters). */
export type SortOrder = 'relevancy' | 'date' | 'rank';

/** What an order looks at, the most important first; a smaller number comes before a greater one. */
type Key = (hit: Hit) => number;

const best: Key = ({ score }) => -score;
const newest: Key = ({ entry }) => -entry.publishedAt;
const bestRanked: Key = ({ entry }) => entry.rank;
/** Rows never change, so that pages of one search do not shift against each other. */
const lastRow: Key = ({ entry }) => -entry.row;

const ORDERS: Readonly<Record<SortOrder, readonly [Key, ...Key[]]>> = {
  relevancy: [best, newest, lastRow],
  date: [newest, lastRow],
  rank: [bestRanked, newest, lastRow],
};

/** Sorts hits. With `most`, only so many of the first are needed, and no more than they and their equals are sorted. */
export function sortHits(
  hits: readonly Hit[],
  { order, most = hits.length }: { order: SortOrder; most?: number },
): Hit[] {
  const [first, ...others] = ORDERS[order];
  const needed = most < hits.length ? firstOnes(hits, { key: first, most }) : hits;
  return needed.toSorted((a, b) => {
    const difference = first(a) - first(b);
    if (difference !== 0) return difference;
    for (const key of others) {
      const next = key(a) - key(b);
      if (next !== 0) return next;
    }
    return 0;
  });
}

/** The hits up to the key of the one that would be last. */
function firstOnes(hits: readonly Hit[], { key, most }: { key: Key; most: number }): Hit[] {
  const keys = new Float64Array(hits.length);
  for (const [at, hit] of hits.entries()) keys[at] = key(hit);
  const last = nthLeast(keys, most - 1) ?? Infinity;
  return hits.filter((hit) => key(hit) <= last);
}

/** The order that a value of `sort_by` names. */
export function sortOrderOf(value: string | undefined): SortOrder {
  return value === 'date' || value === 'rank' ? value : 'relevancy';
}
