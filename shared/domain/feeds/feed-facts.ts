import type { Instant } from '../time/instant.ts';
import type { FeedDocument } from './feed.ts';

/** What the items of a feed say about it. Spans are in milliseconds. */
export interface FeedFacts {
  items: number;
  newest?: Instant;
  /** The middle span from one item to the next. */
  rhythm?: number;
  /** From its oldest to its newest item: about how long an item stays. */
  visible?: number;
}

export function feedFactsOf({ items }: FeedDocument): FeedFacts {
  const dates = items.flatMap(({ publishedAt }) => publishedAt ?? []).toSorted((a, b) => b - a);
  const [newest, oldest] = [dates[0], dates.at(-1)];
  if (newest === undefined || oldest === undefined) return { items: items.length };
  const gaps = dates.slice(1).map((at, n) => (dates[n] ?? at) - at);
  const rhythm = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)];
  return {
    items: items.length,
    newest,
    ...(rhythm !== undefined && { rhythm, visible: newest - oldest }),
  };
}
