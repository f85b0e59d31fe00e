import * as z from 'zod';
import { type FeedList, MOST_FEEDS } from '../../../domain/feeds/feed.ts';
import { NEWS_PARAMETERS } from '../../../domain/services/news-rules.ts';
import { COVERED_TIME, setByRun, unique, withExpectation } from './values.ts';
import { parameterSchema } from './query-schema.ts';

const LONGEST_ADDRESS = 1_000;

/** Whether a text is the address of a feed: http or https, without a name and a password. */
export function isFeedAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username + url.password === '' &&
    text.length <= LONGEST_ADDRESS
  );
}

const address = withExpectation(
  z.string().refine(isFeedAddress, { error: ({ input }) => `Invalid address "${String(input)}".` }),
  {
    noun: 'address',
    expected: 'an address of a feed, such as https://news.example/rss.xml, without a password in it',
  },
);

/** A list of feeds. A file is read before, and its addresses are among `urls`. */
export const feedListSchema = z
  .strictObject({
    urls: withExpectation(z.array(address).min(1).max(MOST_FEEDS), {
      expected: 'a list of addresses, such as [https://news.example/rss.xml]',
    }).describe('The addresses of the feeds: RSS, Atom, JSON Feed, or a news sitemap.'),
    file: withExpectation(z.string().regex(/^\w[\w -]*(?:[\w .-]*\.(?:opml|xml|txt))?$/i), {
      noun: 'file name',
      expected:
        'the name of an OPML file, or of a text file with an address on each line, in the same folder: feeds.opml',
    }).describe('An OPML file in the same folder, or a text file with an address on each line.'),
  })
  .partial();

const list = z.union([z.array(z.string()).min(1).max(50), z.string()]);

/** The `query` of a watch of kind `feeds`. */
export const feedQuerySchema = withExpectation(
  z.strictObject({
    q: parameterSchema('q', NEWS_PARAMETERS.q).describe(
      'The words to find in titles and snippets, in the query language of search. "*" finds every item.',
    ),
    feeds: withExpectation(list, {
      expected: 'a list of names of the section feeds, such as [industry]',
    }).describe('The lists of feeds to read, by their names in the section feeds.'),
    lang: parameterSchema('lang', NEWS_PARAMETERS.lang)
      .optional()
      .describe('Languages. An item whose language is unknown counts as well.'),
  }),
  {
    expected: 'q and feeds, such as { q: Acme, feeds: [industry] }',
    ofKey: (key) => setByRun(key, { from_: COVERED_TIME, to_: COVERED_TIME }),
  },
);

export function feedListOf(name: string, { urls = [] }: z.output<typeof feedListSchema>): FeedList {
  return { name, urls: unique(urls) };
}

/** The names of the lists that a query of kind `feeds` reads. */
export function listsIn(feeds: unknown): string[] {
  if (typeof feeds === 'string') return feeds.split(',').map((name) => name.trim());
  return Array.isArray(feeds) ? feeds.map(String) : [];
}
