import { XMLParser, XMLValidator } from 'fast-xml-parser';
import * as z from 'zod';
import { BadFeed } from '../../domain/feeds/feed.ts';
import type { RawFeed } from './raw-feed.ts';

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
  return /^<(?:[\w-]+:)?([a-z]+)[\s>]/i.exec(rest.slice(0, 100))?.[1]?.toLowerCase();
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
  isArray: (name) => name === 'url',
});

const text = z.string().optional().catch(undefined);

const sitemap = z.object({
  urlset: z.object({
    url: z
      .array(
        z.object({
          loc: text,
          lastmod: text,
          news: z
            .object({
              title: text,
              publication_date: text,
              publication: z.object({ name: text, language: text }).optional().catch(undefined),
            })
            .optional()
            .catch(undefined),
        }),
      )
      .default([]),
  }),
});

/**
 * The news of a sitemap: the entries that have a title (news sitemaps, `news:news`). Other entries are pages, not news.
 *
 * @throws BadFeed for an index of sitemaps and for what cannot be read.
 */
export function rawOfSitemap(document: string): RawFeed {
  if (rootOf(document) === 'sitemapindex')
    throw new BadFeed('The address is an index of sitemaps. Give the address of its sitemap of news.');
  const read = sitemap.safeParse(parsed(document));
  if (!read.success) throw new BadFeed('The sitemap cannot be read: it has no entries.');
  const entries = read.data.urlset.url.filter(({ news }) => news?.title !== undefined);
  return {
    title: entries[0]?.news?.publication?.name,
    items: entries.map(({ loc, lastmod, news }) => ({
      id: loc,
      links: [loc],
      title: news?.title,
      texts: [],
      dates: [news?.publication_date, lastmod],
      authors: [],
      language: news?.publication?.language,
    })),
  };
}

/** Whatever the parser throws is about the text: elements too deep, names that a program reserves. */
function parsed(document: string): unknown {
  try {
    if (XMLValidator.validate(document) === true) return parser.parse(document);
  } catch (cause) {
    throw new BadFeed('The sitemap cannot be read: it is malformed.', { cause });
  }
  throw new BadFeed('The sitemap cannot be read: it is cut off or malformed.');
}
