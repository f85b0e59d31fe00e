import { XMLParser, XMLValidator } from 'fast-xml-parser';
import * as z from 'zod';
import { BadFeed } from '../../domain/feeds/feed.ts';
import type { RawFeed } from './raw-feed.ts';

const ROOT = /^(?:<\?[^>]*>\s*|<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:[\w-]+:)?(urlset|sitemapindex)[\s>]/i;

/** Whether a document is a sitemap, by its first element. */
export function isSitemap(text: string): boolean {
  return ROOT.test(text);
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
  if (ROOT.exec(document)?.[1]?.toLowerCase() === 'sitemapindex')
    throw new BadFeed('The address is an index of sitemaps. Give the address of its sitemap of news.');
  if (XMLValidator.validate(document) !== true)
    throw new BadFeed('The sitemap cannot be read: it is cut off or malformed.');
  const read = sitemap.safeParse(parser.parse(document));
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
