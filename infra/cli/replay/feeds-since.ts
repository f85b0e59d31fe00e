import type { Desired } from '../../../shared/domain/config/desired-state.ts';
import type { Instant } from '../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import type { FeedFinds } from '../../../shared/store/feeds.ts';

/** The addresses of the feeds that a watch of kind `feeds` reads. */
export function feedsOf({ query }: Pick<Watch, 'query'>, { feeds = [] }: Pick<Desired, 'feeds'>): string[] {
  const names: readonly unknown[] = Array.isArray(query['feeds']) ? query['feeds'] : [];
  return feeds.filter(({ name }) => names.includes(name)).flatMap(({ urls }) => urls);
}

/**
 * When the poller first saw an item of some feeds, as far as its finds are known: before that nobody knows what they showed, and a
 * watch that reads them could not run. Undefined where it saw none.
 */
export function feedsSince(finds: readonly FeedFinds[], urls: readonly string[]): Instant | undefined {
  const wanted = new Set(urls);
  const times = finds.flatMap(({ items }) =>
    items.filter(({ feed }) => wanted.has(feed)).map(({ seenAt }) => seenAt),
  );
  return times.length === 0 ? undefined : times.reduce((first, at) => Math.min(first, at));
}
