import { idOf } from '../lib/hash.ts';
import { addressKey } from '../text/page-address.ts';
import { dayOf } from '../time/instant.ts';
import type { FeedItem } from './feed.ts';

/** An item with its identities. */
export interface KeyedItem {
  item: FeedItem;
  /** Of its page; where it has none of its own, of its id; else of its title and day. The same in all feeds. */
  key: string;
  /** Of its title alone: after a migration of the site all that is left. */
  titleKey: string;
}

/**
 * The items of a feed with their identities, each once. Where several items have the same link, such as that of the
 * home page, the link says nothing.
 */
export function keyedItems(url: string, items: readonly FeedItem[]): KeyedItem[] {
  const named = items.map((item) => ({
    item,
    title: plain(item.title),
    link: item.link === undefined ? undefined : addressKey(item.link),
  }));
  // The same item twice has the same title.
  const titlesOf = Map.groupBy(named, ({ link }) => link);
  const isShared = (link: string) => new Set(titlesOf.get(link)?.map(({ title }) => title)).size > 1;
  const idsOf = Map.groupBy(items, ({ id }) => id);
  const keyed = named.map(({ item, title, link }): KeyedItem => {
    const own = {
      url,
      title,
      link: link === undefined || isShared(link) ? undefined : link,
      id: idsOf.get(item.id)?.length === 1 ? item.id : undefined,
    };
    return { item, key: keyOf(item, own), titleKey: idOf('title', url, title) };
  });
  return [...new Map(keyed.map((one) => [one.key, one])).values()];
}

function keyOf(
  { publishedAt }: FeedItem,
  own: { url: string; title: string; link: string | undefined; id: string | undefined },
): string {
  const { url, title, link, id } = own;
  if (link !== undefined) return idOf('link', link);
  if (id !== undefined) return idOf('id', url, id);
  return idOf('text', url, title, publishedAt === undefined ? '' : dayOf(publishedAt));
}

function plain(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
