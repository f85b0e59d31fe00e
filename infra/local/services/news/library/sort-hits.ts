import type { Hit } from './find-hits.ts';

/** The orders of `sort_by` (news service, parameters). */
export type SortOrder = 'relevancy' | 'date' | 'rank';

type Compare = (a: Hit, b: Hit) => number;

const best: Compare = (a, b) => b.score - a.score;
const newest: Compare = (a, b) => b.entry.publishedAt - a.entry.publishedAt;
const bestRanked: Compare = (a, b) => a.entry.rank - b.entry.rank;
/** Rows never change, so that pages of one search do not shift against each other. */
const lastRow: Compare = (a, b) => b.entry.row - a.entry.row;

const ORDERS: Readonly<Record<SortOrder, readonly Compare[]>> = {
  relevancy: [best, newest, lastRow],
  date: [newest, lastRow],
  rank: [bestRanked, newest, lastRow],
};

export function sortHits(hits: readonly Hit[], order: SortOrder): Hit[] {
  const compares = ORDERS[order];
  return hits.toSorted((a, b) => {
    for (const compare of compares) {
      const difference = compare(a, b);
      if (difference !== 0) return difference;
    }
    return 0;
  });
}

/** The order that a value of `sort_by` names. */
export function sortOrderOf(value: string | undefined): SortOrder {
  return value === 'date' || value === 'rank' ? value : 'relevancy';
}
