import { publicationWithin } from '../../domain/feeds/publication-within.ts';
import type { FeedDocument, FeedHints, FeedItem } from '../../domain/feeds/feed.ts';
import { defined } from '../../domain/lib/fields.ts';
import { cleanLine, cleanLines } from '../../domain/text/clean-text.ts';
import { cutAtSentence } from '../../domain/text/cut-at-sentence.ts';
import { MINUTE, type Instant } from '../../domain/time/instant.ts';
import type { RawFeed, RawItem } from './raw-feed.ts';

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
export function documentOf(
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
    items: raw.items.map((item) => itemOf(item, { base, now: reading.now, language })),
  });
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
  return defined<FeedItem>({
    id: raw.id?.trim().slice(0, ID) || undefined,
    link: raw.links.map((link) => resolveLink(link, own)).find((link) => link !== undefined),
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

/** ISO 639-1 of a language tag: `en-US` is `en`. */
function languageOf(tag: string | undefined): string | undefined {
  const [language = ''] = (tag ?? '').trim().toLowerCase().split(/[-_]/);
  return /^[a-z]{2}$/.test(language) ? language : undefined;
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
