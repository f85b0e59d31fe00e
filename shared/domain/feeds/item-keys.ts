import { base62, idOf, sha256 } from '../lib/hash.ts';
import { addressKey } from '../text/clean-text.ts';
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

/** What the poller remembers of the items of a feed: short forms of their identities, the latest first. */
export interface SeenKeys {
  keys: readonly string[];
  titles: readonly string[];
}

/** Characters of a short form: of 2,000 items two are taken for one once in 10 million feeds. */
const SHORT = 8;
/** How many identities are kept beyond those that the feed shows: items come back after a reordering. */
const KEPT = 300;

interface Recognised {
  fresh: KeyedItem[];
  /** An item that was known is still shown, so that none came and went between the two polls. */
  isContinuous: boolean;
  seen: SeenKeys;
}

/**
 * The items of a feed that were not seen before. A feed of which no item is known, but most titles are, has moved to
 * other addresses: its items are known by their titles.
 */
export function recogniseItems(items: readonly KeyedItem[], before: SeenKeys | undefined): Recognised {
  const known = new Set(before?.keys);
  const titles = new Set(before?.titles);
  const byKey = items.filter(({ key }) => known.has(short(key)));
  const byTitle = items.filter(({ titleKey }) => titles.has(short(titleKey)));
  const hasMoved = byKey.length === 0 && byTitle.length * 2 > items.length;
  const old = new Set(hasMoved ? byTitle : byKey);
  return {
    fresh: items.filter((one) => !old.has(one)),
    isContinuous: old.size > 0,
    seen: {
      keys: latest(
        items.map(({ key }) => short(key)),
        before?.keys,
      ),
      titles: latest(
        items.map(({ titleKey }) => short(titleKey)),
        before?.titles,
      ),
    },
  };
}

/** A text that changes with the items that a feed shows, whatever their order. */
export function shownText(items: readonly KeyedItem[]): string {
  const keys = items.map(({ key }) => key).toSorted();
  return base62(sha256(keys.join(' ')), SHORT);
}

function latest(shown: readonly string[], before: readonly string[] = []): string[] {
  return [...new Set([...shown, ...before])].slice(0, shown.length + KEPT);
}

/** Identities are hashes already, so that their beginning is as good as another one. */
function short(key: string): string {
  return key.slice(0, SHORT);
}
