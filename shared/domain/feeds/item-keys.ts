import { base62, idOf, sha256 } from '../lib/hash.ts';
import { addressKey } from '../text/clean-text.ts';
import { DAY, dayOf, type Instant, MINUTE } from '../time/instant.ts';
import { type FeedItem, hostOf } from './feed.ts';

/** An item with its identity. */
export interface KeyedItem {
  item: FeedItem;
  /** Where the page, the title and the day are the same, the same in all feeds. A revision keeps it. */
  key: string;
}

/** What the poller remembers of an item: short forms of what it is recognised by. */
export interface KnownItem {
  /** Absent: it was old when the feed was first read, and was never given out. */
  key?: string;
  /** Of the id that the feed gives it. */
  id?: string;
  /** Of its page or outlet, its title, its date and its text. */
  whole: string;
  /** The same without the date. */
  undated: string;
  /** Of its title and date: after a move of the site all that is left. */
  title: string;
  /** Of its title and text as they are written: with others it is a revision. */
  content: string;
}

/** Characters of a short form: of 2,000 items two are taken for one once in 10 million feeds. */
const SHORT = 8;
/** How many items are remembered beyond those that the feed shows: they come back after a reordering. */
const KEPT = 300;

interface NamedItem extends Omit<KnownItem, 'key'> {
  item: FeedItem;
}

/** What an item is recognised by. An aggregator changes links and ids: it has the outlet in place of the page. */
function nameItem(item: FeedItem): NamedItem {
  const { id, outlet, snippet, title, publishedAt } = item;
  const date = publishedAt === undefined ? '' : String(publishedAt);
  const words = plain(title);
  const place = outlet ? [outlet.domain, words] : [pageOf(item), words, snippet];
  return {
    item,
    ...(id !== undefined && !isHome(id) && { id: short('id', id) }),
    whole: short('whole', ...place, date),
    undated: short('undated', ...place),
    title: short('title', words, date),
    content: short('content', title, snippet),
  };
}

function pageOf({ link }: FeedItem): string {
  return link === undefined ? '' : addressKey(link);
}

/** An id that is the address of a home page says which site it is, and not which item. */
function isHome(id: string): boolean {
  const url = URL.parse(id);
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname + url.search + url.hash === '/';
}

/** Dates so near to a poll may have been made for it. */
const MADE_NOW = 5 * MINUTE;

/** Whether the dates say when the feed was made, and nothing of its items: all have the same one. */
function areOfFeed(items: readonly FeedItem[], now: Instant): boolean {
  const dates = new Set(items.map(({ publishedAt }) => publishedAt));
  const [date] = dates;
  return dates.size === 1 && date !== undefined && (items.length > 1 || Math.abs(now - date) < MADE_NOW);
}

/** A text that changes with the items that a feed shows, whatever their order. */
export function shownText(items: readonly FeedItem[]): string {
  const named = items.map(nameItem).map(({ id = '', whole, content }) => id + whole + content);
  return short(...named.toSorted());
}

interface Recognised {
  /** Items that are new, and revisions of known ones, which keep their key. */
  fresh: KeyedItem[];
  /** How many items were not known. */
  added: number;
  /** An item that was known is still shown, so that none came and went between the two polls. */
  isContinuous: boolean;
  /** The latest first. */
  seen: KnownItem[];
}

/** At the first poll of a feed, items count as new that it dates within this. What it showed before is known. */
export const NEWS_OF_FIRST_POLL = DAY;

/**
 * Compares the items of a feed with what is remembered of it. An item is known by its id; else by its page, title,
 * date and text, or at an aggregator by its outlet, title and date. An id that several items have says nothing, and
 * neither does the date that all have. A feed of which nothing is known, but most titles with their dates are, has
 * moved to other addresses.
 *
 * @param before absent at the first poll: then only what is dated within a day is new, and later only such a revision
 * of an item that was not.
 */
export function recogniseItems(
  { url, items, now }: { url: string; items: readonly FeedItem[]; now: Instant },
  before?: readonly KnownItem[],
): Recognised {
  const named = items.map(nameItem);
  const known = matchKnown(named, before ?? [], areOfFeed(items, now) ? 'undated' : 'whole');
  const keys = new Set(before?.flatMap(({ key }) => key ?? []));
  const shown = new Map<string, KnownItem>();
  const fresh: KeyedItem[] = [];
  for (const { item, ...names } of named) {
    // The same item may stand there twice.
    if (shown.has(names.whole)) continue;
    const old = known.get(names.whole);
    const isOld = item.publishedAt !== undefined && item.publishedAt <= now - NEWS_OF_FIRST_POLL;
    const isRevised = old?.content !== names.content && (old?.key !== undefined || !isOld);
    const isNew = before !== undefined || (item.publishedAt !== undefined && !isOld);
    const isNews = old ? isRevised : isNew;
    const key = old?.key ?? (isNews || !isOld ? newKey(url, { item, keys }) : undefined);
    shown.set(names.whole, { ...names, ...(key !== undefined && { key }) });
    if (isNews && key !== undefined) fresh.push({ item, key });
  }
  const replaced = new Set(known.values());
  const others = (before ?? []).filter((one) => !replaced.has(one));
  return {
    fresh,
    added: shown.size - replaced.size,
    isContinuous: known.size > 0,
    seen: [...shown.values(), ...others].slice(0, shown.size + KEPT),
  };
}

/** What is remembered of each shown item, by its `whole`. */
function matchKnown(
  named: readonly NamedItem[],
  before: readonly KnownItem[],
  by: 'whole' | 'undated',
): Map<string, KnownItem> {
  const wholes = new Map(before.map((one) => [one[by], one]));
  const exact = named.flatMap((one) => {
    const old = wholes.get(one[by]);
    return old ? [[one.whole, old] as const] : [];
  });
  const known = new Map(exact);
  const taken = new Set(known.values());
  const shownIds = Map.groupBy(named, ({ id }) => id);
  const knownIds = Map.groupBy(before, ({ id }) => id);
  for (const { id, whole } of named) {
    const [one, ...more] = knownIds.get(id) ?? [];
    const isTelling = id !== undefined && more.length === 0 && shownIds.get(id)?.length === 1;
    if (isTelling && one && !taken.has(one) && !known.has(whole)) known.set(whole, one);
  }
  if (known.size > 0) return known;
  const titles = new Map(before.map((one) => [one.title, one]));
  const moved = named.flatMap(({ whole, title }) => {
    const one = titles.get(title);
    return one ? [[whole, one] as const] : [];
  });
  return new Map(moved.length * 2 > named.length ? moved : []);
}

/** The key of an item that is new; another one where an item with its page, title and day has been given it. */
function newKey(url: string, { item, keys }: { item: FeedItem; keys: Set<string> }): string {
  const { id = '', link, outlet, publishedAt, snippet, title } = item;
  const place = outlet && outlet.domain !== hostOf(link) ? outlet.domain : pageOf(item);
  const day = publishedAt === undefined ? '' : dayOf(publishedAt);
  const shared = idOf(...(place === '' ? ['item', url, id] : ['item', place]), plain(title), day);
  const own = keys.has(shared) ? idOf(shared, url, id, String(publishedAt), snippet) : shared;
  keys.add(own);
  return own;
}

function plain(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function short(...parts: readonly string[]): string {
  return base62(sha256(JSON.stringify(parts)), SHORT);
}
