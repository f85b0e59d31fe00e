import { XMLParser } from 'fast-xml-parser';
import type { AtomFeed, AtomNs, DcNs, JsonFeed, RdfFeed, RssFeed } from 'feedsmith';
import * as z from 'zod';
import { BadFeed } from '../../domain/feeds/feed.ts';

/** What all formats of feeds say of an item, as the feed wrote it. */
export interface RawItem {
  id?: string | undefined;
  /** The addresses that may be its page, the best first; relative ones too. */
  links: readonly (string | undefined)[];
  title?: string | undefined;
  /** Its texts, the shortest form first; with markup. */
  texts: readonly (string | undefined)[];
  /** Its dates, that of publication first. */
  dates: readonly (string | undefined)[];
  authors: readonly (string | undefined)[];
  language?: string | undefined;
  /** Whom the feed names as the publisher: an address of it, and its name. */
  source?: { url?: string | undefined; name?: string | undefined } | undefined;
  /** What relative addresses in it begin at, itself perhaps relative (XML Base). */
  base?: string | undefined;
}

/** What all formats say of a feed. */
export interface RawFeed {
  title?: string | undefined;
  site?: string | undefined;
  language?: string | undefined;
  base?: string | undefined;
  /** Minutes. */
  ttl?: number | undefined;
  skipHours?: readonly number[] | undefined;
  /** English names. */
  skipDays?: readonly string[] | undefined;
  items: readonly RawItem[];
}

/** RSS 0.9x and 2.0. */
export function rawOfRss(feed: RssFeed.Feed<string>): RawFeed {
  const { title, ttl, skipHours, skipDays, items = [] } = feed;
  return {
    title: title ?? feed.dc?.titles?.[0],
    site: feed.link,
    language: feed.language ?? languageOf(feed.dc),
    base: feed.xml?.base,
    ttl: ttl ?? minutesOf(feed.sy),
    skipHours,
    skipDays,
    items: items.map(rawOfRssItem),
  };
}

function rawOfRssItem(item: RssFeed.Item<string>): RawItem {
  const { guid, link, title, description, authors = [], pubDate, dc, dcterms, atom } = item;
  const permanent = guid?.isPermaLink === false ? undefined : guid?.value;
  return {
    id: guid?.value,
    links: [link, atom && pageLink(atom.links), absolute(permanent)],
    title: title ?? dc?.titles?.[0] ?? item.itunes?.title ?? item.media?.title?.value,
    texts: [
      description,
      item.content?.encoded,
      atom?.summary?.value,
      dc?.descriptions?.[0],
      item.itunes?.summary,
    ],
    dates: [
      pubDate,
      dc?.dates?.[0],
      dcterms?.issued?.[0],
      dcterms?.created?.[0],
      atom?.published,
      atom?.updated,
      dcterms?.modified?.[0],
    ],
    authors: [...authors.map(({ name, email }) => name ?? email), ...(dc?.creators ?? [])],
    source: item.source && { url: item.source.url, name: item.source.title },
    language: languageOf(dc) ?? item.xml?.lang,
    base: item.xml?.base,
  };
}

/** RSS 0.90 and 1.0. */
export function rawOfRdf(feed: RdfFeed.Feed<string>): RawFeed {
  const { title, link, dc, sy, items = [] } = feed;
  return {
    title,
    site: link,
    language: languageOf(dc),
    base: feed.xml?.base,
    ttl: minutesOf(sy),
    items: items.map((item) => ({
      id: item.rdf?.about,
      links: [item.link, absolute(item.rdf?.about)],
      title: item.title ?? item.dc?.titles?.[0],
      texts: [item.description, item.content?.encoded, item.dc?.descriptions?.[0]],
      dates: [
        item.dc?.dates?.[0],
        item.dcterms?.issued?.[0],
        item.dcterms?.created?.[0],
        item.dcterms?.modified?.[0],
      ],
      authors: item.dc?.creators ?? [],
      language: languageOf(item.dc) ?? item.xml?.lang,
      base: item.xml?.base,
    })),
  };
}

/** Atom 0.3 and 1.0. */
export function rawOfAtom(feed: AtomFeed.Feed<string>): RawFeed {
  const { title, links, entries = [] } = feed;
  return {
    title: title?.value,
    site: pageLink(links),
    language: feed.xml?.lang ?? languageOf(feed.dc),
    base: feed.xml?.base,
    ttl: minutesOf(feed.sy),
    items: entries.map((entry) => ({
      id: entry.id,
      links: [pageLink(entry.links), entry.content?.src, absolute(entry.id)],
      title: entry.title?.value,
      texts: [entry.summary?.value, entry.content?.value, entry.media?.description?.value],
      dates: [entry.published, entry.updated, entry.dc?.dates?.[0], entry.dcterms?.issued?.[0]],
      authors: [
        ...(entry.authors ?? feed.authors ?? []).map(({ name }) => name),
        ...(entry.dc?.creators ?? []),
      ],
      source: entry.source && { url: pageLink(entry.source.links), name: entry.source.title?.value },
      language: entry.xml?.lang ?? languageOf(entry.dc),
      base: entry.xml?.base,
    })),
  };
}

/** JSON Feed 1.0 and 1.1. */
export function rawOfJson(feed: JsonFeed.Feed<string>): RawFeed {
  return {
    title: feed.title,
    site: feed.home_page_url,
    language: feed.language,
    items: (feed.items ?? []).map((item) => ({
      id: item.id,
      links: [item.url, item.external_url, absolute(item.id)],
      title: item.title,
      texts: [item.summary, item.content_text, item.content_html],
      dates: [item.date_published, item.date_modified],
      authors: (item.authors ?? feed.authors ?? []).map(({ name }) => name),
      language: item.language,
    })),
  };
}

/** The page of a feed or an entry: its link without a relation, or its alternate one (RFC 4287, 4.2.7). */
function pageLink(links: AtomNs.Entry<string>['links']): string | undefined {
  const pages = (links ?? []).filter(({ rel = 'alternate' }) => rel === 'alternate');
  const html = pages.find(({ type = 'text/html' }) => type.includes('html'));
  return (html ?? pages[0])?.href;
}

/** An id that is an address is that of a page; any other id is no address, not even a relative one. */
function absolute(id: string | undefined): string | undefined {
  return id !== undefined && /^https?:\/\//i.test(id) ? id : undefined;
}

function languageOf(dc: DcNs.ItemOrFeed<string> | undefined): string | undefined {
  return dc?.languages?.[0];
}

const PERIODS: Readonly<Record<string, number>> = { hourly: 60, daily: 1_440, weekly: 10_080 };

/** How often a feed says that it changes, in minutes (syndication module). Months and years are no rhythm of news. */
function minutesOf(sy: { updatePeriod?: string; updateFrequency?: number } | undefined): number | undefined {
  const period = PERIODS[sy?.updatePeriod ?? ''];
  return period === undefined ? undefined : period / Math.max(1, sy?.updateFrequency ?? 1);
}

/** What is before the first element, by its beginning and its end. */
const PROLOGUE = [
  ['<!--', '-->'],
  ['<?', '?>'],
] as const;

/** The name of the first element of a document, without a prefix, in small letters. Comments may be of any length. */
function rootOf(document: string): string | undefined {
  let rest = document.trimStart();
  for (;;) {
    const before = PROLOGUE.find(([start]) => rest.startsWith(start));
    if (!before) break;
    const end = rest.indexOf(before[1]);
    if (end < 0) return undefined;
    rest = rest.slice(end + before[1].length).trimStart();
  }
  return /^<(?:[\w-]+:)?([a-z]+)[\s/>]/i.exec(rest.slice(0, 100))?.[1]?.toLowerCase();
}

/** Whether a document is a sitemap, by its first element. */
export function isSitemap(document: string): boolean {
  return ['urlset', 'sitemapindex'].includes(rootOf(document) ?? '');
}

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: true,
  parseTagValue: false,
  processEntities: false,
  isArray: (name) => name === 'url' || name === 'news',
});

const text = z.string().optional().catch(undefined);

const news = z.object({
  title: text,
  publication_date: text,
  publication: z.object({ name: text, language: text }).optional().catch(undefined),
});

const entry = z.object({ loc: text, lastmod: text, news: z.array(news).catch([]) });

const sitemap = z.object({
  urlset: z.union([z.string(), z.object({ url: z.array(entry).default([]) })]),
});

/** An `&` that begins no reference. */
const BARE = /&(?!#?\w{1,10};)/g;

/**
 * The news of a sitemap: the entries that have a title (news sitemaps, `news:news`). Other entries are pages, not
 * news; at night there may be none. An entry with several titles is one item: the others are its text.
 *
 * @throws BadFeed for an index of sitemaps and for what cannot be read.
 */
export function rawOfSitemap(document: string): RawFeed {
  if (rootOf(document) === 'sitemapindex')
    throw new BadFeed('The address is an index of sitemaps. Give the address of its sitemap of news.');
  const read = sitemap.safeParse(parsed(document.replaceAll(BARE, '&amp;')));
  if (!read.success) throw new BadFeed('The sitemap cannot be read: it has no entries.');
  const { urlset } = read.data;
  const entries = typeof urlset === 'string' ? [] : urlset.url;
  const items = entries.flatMap(({ loc, lastmod, news: all }): RawItem[] => {
    const [first, ...others] = all.filter(({ title }) => title !== undefined);
    if (!first) return [];
    return [
      {
        id: loc,
        links: [loc],
        title: first.title,
        texts: [others.map(({ title }) => title).join('\n')],
        dates: [first.publication_date, lastmod],
        authors: [],
        language: first.publication?.language,
      },
    ];
  });
  const publication = entries.flatMap((one) => one.news).find((one) => one.title !== undefined)?.publication;
  return { title: publication?.name, items };
}

/** Whatever the parser throws is about the text: elements too deep, names that a program reserves. */
function parsed(document: string): unknown {
  try {
    return parser.parse(document);
  } catch (cause) {
    throw new BadFeed('The sitemap cannot be read: it is malformed.', { cause });
  }
}
