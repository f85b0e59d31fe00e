import { defined } from '../lib/fields.ts';
import type { Instant } from '../time/instant.ts';
import { bareHost } from '../text/page-address.ts';
import type { FeedItem } from './feed.ts';

/** An item with what we add: where and when it was first seen. */
export interface SeenItem extends FeedItem {
  /** Its identity among all feeds. */
  key: string;
  /** The address of its feed. */
  feed: string;
  feedTitle: string;
  /** When the poller first saw it, by our clock. */
  seenAt: Instant;
}

/** The host of the page of an item, or else of its feed. */
export function hostOf({ link, feed }: Pick<SeenItem, 'link' | 'feed'>): string {
  return bareHost(URL.parse(link ?? feed)?.hostname ?? '');
}

export function seenItemOf(
  { item, key }: { item: FeedItem; key: string },
  { url, title, at }: { url: string; title: string; at: Instant },
): SeenItem {
  return defined<SeenItem>({ ...item, key, feed: url, feedTitle: title, seenAt: at });
}
