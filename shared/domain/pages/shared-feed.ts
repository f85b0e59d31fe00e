import { idOf } from '../lib/hash.ts';
import type { Instant } from '../time/instant.ts';
import { linkOf, type PageLinks } from './signed-link.ts';

/** What a feed is of. */
export const FEED_SUBJECTS = ['channel', 'brand', 'watch'] as const;
type FeedSubject = (typeof FEED_SUBJECTS)[number];

/** What the entries of a feed are. The words are stored. */
export const FEED_ENTRIES = ['stories', 'articles'] as const;

/** A feed for readers of feeds: what a channel was alerted of, or what a brand or a watch found. */
export interface FeedOrder {
  of: FeedSubject;
  name: string;
  entries: (typeof FEED_ENTRIES)[number];
}

/** A feed that has an address. A revoked one stays, so that its address is answered with 410. */
export interface SharedFeed extends FeedOrder {
  id: string;
  madeAt: Instant;
  revokedAt?: Instant;
}

/** A feed that is shared now. What is shared again after it was revoked has another address. */
export function sharedFeedOf(order: FeedOrder, now: Instant): SharedFeed {
  return {
    ...order,
    id: idOf('feed', order.of, order.name, order.entries, String(now)).slice(0, 10),
    madeAt: now,
  };
}

/** Its address as Atom; with `/json` behind it, it is a JSON Feed. It stays the same until the key changes. */
export function feedLink({ id }: Pick<SharedFeed, 'id'>, links: PageLinks): string {
  return linkOf('f', { ...links, id });
}

/** An entry of a feed. Its texts are from the news. */
export interface FeedEntry {
  /** The same in each answer. */
  id: string;
  title: string;
  text: string;
  link?: string | undefined;
  outlet?: string | undefined;
  publishedAt: Instant;
  updatedAt: Instant;
}

/** What an answer shows. */
export interface FeedView {
  feed: Pick<SharedFeed, 'id' | keyof FeedOrder>;
  form: 'atom' | 'json';
  /** The address that was asked. */
  self: string;
  /** The latest first. */
  entries: readonly FeedEntry[];
  /** Where there is no entry. */
  madeAt: Instant;
  /** What the reader has already, from its request. */
  known: { etag?: string | undefined; since?: string | undefined };
}
