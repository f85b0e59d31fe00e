import { settleLanguage } from '../../../shared/domain/feeds/take-answer.ts';
import { BadFeed } from '../../../shared/domain/feeds/feed.ts';
import { recogniseItems, shownText } from '../../../shared/domain/feeds/item-keys.ts';
import { publicationWithin } from '../../../shared/domain/feeds/read-date.ts';
import { openLanguageDetector } from '../../../shared/providers/feeds/detect-language.ts';
import { parseFeed } from '../../../shared/providers/feeds/parse-feed.ts';
import { readFeedList } from '../../../infra/watches-file/read-feed-list.ts';
import type { Parser } from '../parser.ts';

const NOW = Date.UTC(2026, 10, 23, 12);
const URL = 'https://news.example/feeds/rss.xml';

const FEEDS = [
  '<?xml version="1.0" encoding="utf-8"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>News &amp; more</title><link>https://news.example</link><ttl>60</ttl><skipDays><day>Sunday</day></skipDays><skipHours><hour>3</hour><hour>4</hour></skipHours><item><title><![CDATA[Acme <b>opens</b> a plant]]></title><link>/1?utm_source=rss</link><guid isPermaLink="false">a-1</guid><pubDate>Mon, 23 Nov 2026 10:00:00 +0100</pubDate><dc:creator>Jo Doe</dc:creator><description>&lt;p&gt;First &amp;hellip;&lt;/p&gt;</description></item><item><title>Two</title></item></channel></rss>',
  '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de-DE"><title>A</title><entry><title type="html">&lt;b&gt;Acme&lt;/b&gt;</title><link href="../2" xml:base="https://b.example/x/"/><id>tag:1</id><published>2026-11-22T08:00:00Z</published><summary>S</summary></entry></feed>',
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel><title>R</title></channel><item rdf:about="https://a.example/1"><title>One</title><link>https://a.example/1</link></item></rdf:RDF>',
  '{"version":"https://jsonfeed.org/version/1.1","title":"J","language":"en","items":[{"id":"1","url":"https://a.example/1","title":"One","content_html":"<p>Text</p>","date_published":"2026-11-23T10:00:00Z"}]}',
  '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"><url><loc>https://a.example/1</loc><news:news><news:publication><news:name>A</news:name><news:language>en</news:language></news:publication><news:publication_date>2026-11-23T10:00:00Z</news:publication_date><news:title>One</news:title></news:news></url></urlset>',
];

const DATES = [
  'Mon, 23 Nov 2026 10:00:00 +0100',
  'Mon, 23 Nov 2026 10:00:00 EST',
  '2026-11-23T10:00:00.123Z',
  '2026-11-23',
  '23 novembre 2026 10:00',
  'November 23, 2026 at 10:00 pm',
  '20261123T100000Z',
];

/** Reads a feed as the poller does, up to what is new in it. */
async function feed(text: string): Promise<void> {
  const { items } = parseFeed(text, { url: URL, now: NOW });
  const feed = { url: URL, items, now: NOW };
  const { seen } = recogniseItems(feed);
  const again = recogniseItems(feed, seen);
  if (again.fresh.length > 0) throw new Error(`An item is new twice: ${again.fresh[0]?.item.title}`);
  shownText(items);
  const detector = await openLanguageDetector();
  for (const item of items.slice(0, 3)) settleLanguage(item, detector);
}

/** Feeds and what is in them. */
export const feedParsers: readonly Parser[] = [
  {
    name: 'feeds',
    form: 'text',
    seeds: FEEDS,
    share: 5,
    read: feed,
    refuses: [BadFeed],
    timeless: 'the XML parser is not ours',
  },
  {
    name: 'feed-dates',
    form: 'text',
    seeds: DATES,
    read: (text) => {
      const { publishedAt } = publicationWithin([text], NOW);
      if (publishedAt !== undefined && !Number.isSafeInteger(publishedAt))
        throw new Error(`No instant: ${publishedAt}`);
    },
  },
  {
    name: 'feed-lists',
    form: 'text',
    seeds: [
      'https://a.example/rss.xml\n# a comment\nhttps://b.example/atom  # B\n',
      '<opml version="2.0"><body><outline text="News"><outline type="rss" text="A" xmlUrl="https://a.example/rss.xml?a=1&amp;b=2"/></outline></body></opml>',
    ],
    read: (text) => readFeedList(text, 'feeds.opml'),
    timeless: 'the XML parser is not ours',
  },
];
