import { type AnyFeed, DetectError, MalformedError, parseFeed as parseWith } from 'feedsmith';
import { BadFeed, type FeedDocument, type FeedHints, type FeedItem } from '../../domain/feeds/feed.ts';
import { languageCode } from '../../domain/feeds/languages.ts';
import { publisherOf } from '../../domain/feeds/publisher.ts';
import { publicationWithin } from '../../domain/feeds/read-date.ts';
import { isFaultOfItem } from '../../domain/lib/errors.ts';
import { defined } from '../../domain/lib/fields.ts';
import { cleanLine, cleanLines } from '../../domain/text/clean-text.ts';
import { type Instant, MINUTE } from '../../domain/time/instant.ts';
import {
  isSitemap,
  type RawFeed,
  type RawItem,
  rawOfAtom,
  rawOfJson,
  rawOfRdf,
  rawOfRss,
  rawOfSitemap,
} from './raw-feed.ts';

/** More items than any page shows: of archives the newest are read. */
const MOST_ITEMS = 1_000;

/**
 * Reads a feed: RSS, Atom, RDF, JSON Feed, or a sitemap of news. Entities that a document declares are not read.
 *
 * @param url the address of the document, after redirects: relative links begin there.
 * @throws BadFeed for what is no feed, or cannot be read.
 */
export function parseFeed(text: string, at: { url: string; now: Instant }): FeedDocument {
  try {
    return read(text, at);
  } catch (cause) {
    if (!isFaultOfItem(cause)) throw cause;
    throw new BadFeed('The feed cannot be read: it has a form that this program cannot work on.', { cause });
  }
}

function read(text: string, { url, now }: { url: string; now: Instant }): FeedDocument {
  const plain = withoutDoctype(text.replace(/^[\s\ufeff]+/, ''));
  if (plain === '') throw new BadFeed('The answer is empty.');
  const { format, raw } = isSitemap(plain)
    ? { format: 'sitemap' as const, raw: rawOfSitemap(mendCutFeed(plain) ?? plain) }
    : rawOf(plain);
  return documentOf(raw, { format, url, now });
}

function rawOf(text: string): { format: FeedDocument['format']; raw: RawFeed } {
  const { format, feed } = parsed(text);
  switch (format) {
    case 'rss':
      return { format, raw: { ...rawOfRss(feed), ...skipsOf(text) } };
    case 'rdf':
      return { format, raw: rawOfRdf(feed) };
    case 'atom':
      return { format, raw: rawOfAtom(feed) };
    case 'json':
      return { format, raw: rawOfJson(feed) };
  }
}

/** A feed that is cut off is read up to its last whole item. */
function parsed(text: string, mended?: string): AnyFeed {
  try {
    return parseWith(mended ?? text);
  } catch (cause) {
    const next = mended === undefined && cause instanceof MalformedError ? mendCutFeed(text) : undefined;
    if (next !== undefined) return parsed(text, next);
    if (cause instanceof DetectError)
      throw new BadFeed(
        /<html|<!doctype html/i.test(text.slice(0, 1_000))
          ? 'The answer is a web page, not a feed.'
          : 'The answer is neither RSS nor Atom nor JSON Feed.',
        { cause },
      );
    // Whatever else the parser throws is about the text: one feed must not stop the others.
    throw new BadFeed('The feed cannot be read: it is cut off or malformed.', { cause });
  }
}

/**
 * A document without its declaration of a type. Such a declaration may define entities, which can grow without bound
 * or read files. Feeds need none: what is left of a name like `&nbsp;` is decoded as HTML.
 */
function withoutDoctype(text: string): string {
  const from = text.search(/<!doctype\s+(?!html)/i);
  const root = text.search(/<[a-z]/i);
  if (from < 0 || (root >= 0 && root < from)) return text;
  const inner = text.indexOf('[', from);
  const end = text.indexOf('>', from);
  const hasSubset = inner >= 0 && inner < end;
  const close = hasSubset ? /\]\s*>/g : />/g;
  close.lastIndex = hasSubset ? inner : from;
  const found = close.exec(text);
  return found ? text.slice(0, from) + text.slice(found.index + found[0].length) : text.slice(0, from);
}

/** How much of a text is kept, in characters: a snippet, not the article. */
const SNIPPET = 500;
const TITLE = 300;
/** The beginning of a text that replaces a missing title. */
const SHORT_TITLE = 100;
const MOST_AUTHORS = 5;
const ID = 1_000;
const LINK = 2_000;

/** Where a feed was read, and when. */
interface Reading {
  /** The address of the document, after redirects. */
  url: string;
  now: Instant;
}

/** A feed with clean texts, absolute links and dates that can be true. An item may have neither a title nor a text. */
function documentOf(
  raw: RawFeed,
  { format, ...reading }: Reading & { format: FeedDocument['format'] },
): FeedDocument {
  const base = resolveLink(raw.base, reading.url) ?? baseOf(raw, reading.url);
  const language = languageOf(raw.language);
  return defined<FeedDocument>({
    format,
    title: cleanLine(raw.title ?? '').slice(0, TITLE),
    site: resolveLink(raw.site, reading.url),
    language,
    hints: hintsOf(raw),
    items: newestOf(raw.items, reading.now).map((item) => itemOf(item, { base, now: reading.now, language })),
  });
}

/** The newest items where there are more than are read; of those without a date the first and the last ones. */
function newestOf(items: readonly RawItem[], now: Instant): readonly RawItem[] {
  if (items.length <= MOST_ITEMS) return items;
  const dated = items.map((item) => ({ item, at: publicationWithin(item.dates, now).publishedAt }));
  const newest = dated.filter(({ at }) => at !== undefined).toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0));
  const undated = dated.filter(({ at }) => at === undefined);
  const ends = undated.flatMap((one, n) => [one, undated.at(-1 - n) ?? one]).slice(0, undated.length);
  return [...newest, ...ends].slice(0, MOST_ITEMS).map(({ item }) => item);
}

/** Relative links begin at the document, or at its site where another host serves the feeds of many sites. */
function baseOf({ site }: RawFeed, url: string): string {
  const home = URL.parse(site ?? '');
  const isElsewhere = home && home.hostname.replace(/^www\./, '') !== hostOf(url).replace(/^www\./, '');
  return isElsewhere && /^https?:$/.test(home.protocol) ? home.href : url;
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? '';
}

function itemOf(
  raw: RawItem,
  { base, now, language }: { base: string; now: Instant; language: string | undefined },
): FeedItem {
  const own = resolveLink(raw.base, base) ?? base;
  const text = raw.texts.map((one) => cleanLines(one ?? '')).find((one) => one !== '') ?? '';
  const authors = raw.authors.map((author) => cleanLine(author ?? '').slice(0, TITLE));
  const link = raw.links.map((one) => resolveLink(one, own)).find((one) => one !== undefined);
  return defined<FeedItem>({
    id: raw.id?.trim().slice(0, ID) || undefined,
    ...publisherOf({ link, source: { url: raw.source?.url, name: cleanLine(raw.source?.name ?? '') } }),
    title: cleanLine(raw.title ?? '').slice(0, TITLE) || cutAtSentence(cleanLine(text), SHORT_TITLE),
    snippet: cutAtSentence(text, SNIPPET),
    authors: [...new Set(authors.filter((one) => one !== ''))].slice(0, MOST_AUTHORS),
    language: languageOf(raw.language) ?? language,
    ...publicationWithin(raw.dates, now),
  });
}

/** An absolute address of a page; undefined for text that is none, and for schemes that no browser should open. */
function resolveLink(link: string | undefined, base: string): string | undefined {
  const text = link?.replaceAll(/[\n\r\t]/g, '').trim() ?? '';
  if (text === '' || text.length > LINK) return undefined;
  const url = URL.parse(text.replaceAll('&amp;', '&'), base);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  url.username = '';
  url.password = '';
  return url.href;
}

/** ISO 639-1 of a language tag: `en-US` is `en`, `cmn-Hans` and `zho` are `zh`. */
function languageOf(tag: string | undefined): string | undefined {
  const code = languageCode(tag?.trim() ?? '');
  return code?.length === 2 ? code : undefined;
}

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

function hintsOf({ ttl, skipHours = [], skipDays = [] }: RawFeed): FeedHints {
  // 24 means midnight in old feeds.
  const hours = skipHours.map((hour) => hour % 24).filter((hour) => Number.isInteger(hour) && hour >= 0);
  const days = skipDays.map((day) => DAYS.indexOf(day.trim().toLowerCase())).filter((day) => day >= 0);
  return defined<FeedHints>({
    ttl: ttl !== undefined && ttl > 0 ? ttl * MINUTE : undefined,
    skipHours: hours.length > 0 ? [...new Set(hours)] : undefined,
    skipDays: days.length > 0 ? [...new Set(days)] : undefined,
  });
}

/** So much of a feed is in front of its items, in characters. */
const HEAD = 20_000;

/**
 * The hours and days of `skipHours` and `skipDays` as RSS writes them. The parser of feeds gives them from two on: a
 * list with a single entry is lost there.
 */
function skipsOf(document: string): { skipHours: number[]; skipDays: string[] } {
  const [head = ''] = document.slice(0, HEAD).split(/<item[\s>]/i, 1);
  return {
    skipHours: entriesOf(head, 'Hours', 'hour').map(Number).filter(Number.isFinite),
    skipDays: entriesOf(head, 'Days', 'day'),
  };
}

function entriesOf(head: string, list: 'Hours' | 'Days', entry: 'hour' | 'day'): string[] {
  const from = head.search(new RegExp(`<skip${list}[\\s>]`, 'i'));
  const to = head.search(new RegExp(`</skip${list}\\s*>`, 'i'));
  if (from < 0 || to < from) return [];
  const inner = head.slice(from, to);
  return Array.from(inner.matchAll(new RegExp(`<${entry}>([^<]{1,20})</${entry}`, 'gi')), ([, text = '']) =>
    text.trim(),
  );
}

/** The ends of items, and what closes the document of each root element. */
const ITEM_END = /<\/(?:[\w-]+:)?(?:item|entry|url)\s*>/gi;
const CLOSINGS: readonly (readonly [root: RegExp, closing: string])[] = [
  [/<rss\b/i, '</channel></rss>'],
  [/<feed\b/i, '</feed>'],
  [/<(?:[\w-]+:)?urlset\b/i, '</urlset>'],
];

/** A feed that was cut off, up to its last whole item and closed. Undefined where it has none. */
function mendCutFeed(text: string): string | undefined {
  const last = [...text.matchAll(ITEM_END)].at(-1);
  const closing = CLOSINGS.find(([root]) => root.test(text))?.[1];
  return last && closing !== undefined ? text.slice(0, last.index + last[0].length) + closing : undefined;
}

/** A sentence that ends within this part of what fits is a good place to cut. */
const LEAST_PART = 0.5;

/** A text of at most so many characters: whole, or cut after its last whole sentence or else word, with `…`. */
function cutAtSentence(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '');
  const sentences = [...start.matchAll(/[.!?。！？]["'”’)]*(?=\s|$)/gu)];
  const end = sentences.at(-1);
  const after = end ? end.index + end[0].length : 0;
  if (after >= most * LEAST_PART) return `${start.slice(0, after)} …`.slice(0, most);
  const word = start.search(/\s\S*$/);
  return `${word > most * LEAST_PART ? start.slice(0, word) : start}…`;
}
