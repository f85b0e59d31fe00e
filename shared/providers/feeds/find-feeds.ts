import type { FeedDocument } from '../../domain/feeds/feed.ts';
import { decodeEntities } from '../../domain/text/clean-text.ts';
import { type FeedPolling, fetchFeed, fetchText } from './fetch-feed.ts';

/** A feed of a site, and how it was found. */
interface FoundFeed {
  url: string;
  by: 'address' | 'link' | 'path' | 'sitemap';
  document: FeedDocument;
}

/** Where programs put feeds that no page names. */
const USUAL_PATHS = ['/feed', '/rss', '/rss.xml', '/feed.xml', '/atom.xml', '/index.xml', '/feed.json'];
/** Sites of video, forums and microblogs: where the feed of a channel, a group, a person or a tag is. */
const SITE_FEEDS: readonly (readonly [page: RegExp, feed: string])[] = [
  [
    /^https?:\/\/(?:www\.|m\.)?youtube\.com\/channel\/([\w-]+).*$/,
    'https://www.youtube.com/feeds/videos.xml?channel_id=$1',
  ],
  [/^https?:\/\/(?:www\.|old\.)?reddit\.com\/r\/(\w+)\/?$/, 'https://www.reddit.com/r/$1/.rss'],
  [/^https?:\/\/bsky\.app\/profile\/([\w.:-]+)\/?$/, 'https://bsky.app/profile/$1/rss'],
  // Mastodon and its kin, on any host.
  [/^(https?:\/\/[^/]+\/(?:@\w+|tags\/\w+))\/?$/, '$1.rss'],
];

const MOST_LINKS = 20;
const MOST_SITEMAPS = 5;
const TYPES = /^application\/(?:rss\+xml|atom\+xml|feed\+json|rdf\+xml|json)$/i;

/**
 * The feeds of a site: the address itself if it is a feed; that of a channel, a forum, a person or a tag; else those that its page names, or, where it names none,
 * those at usual paths; and the news sitemaps of robots.txt. Each was read. One request at a time.
 *
 * @param site an absolute address.
 */
export async function findFeeds(site: string, polling: FeedPolling): Promise<FoundFeed[]> {
  const own = await read(site, { by: 'address', polling });
  if (own) return [own];
  const known = await readAll(feedsOfSite(site), { by: 'path', polling });
  if (known.length > 0) return known;
  const page = await fetchText(site, polling);
  const base = page?.url ?? site;
  const linked = await readAll(page ? feedLinksIn(page.text, base) : [], { by: 'link', polling });
  const usual = USUAL_PATHS.map((path) => new URL(path, base).href);
  const guessed = linked.length > 0 ? [] : await readAll(usual, { by: 'path', polling });
  const robots = await fetchText(new URL('/robots.txt', base).href, polling);
  const sitemaps = await readAll(robots ? sitemapsIn(robots.text, base) : [], { by: 'sitemap', polling });
  const found = [...linked, ...guessed, ...sitemaps];
  return [...new Map(found.map((one) => [one.url, one])).values()];
}

/** The feed of a channel, a forum, a person or a tag, where its site is known by its address. */
export function feedsOfSite(site: string): string[] {
  return SITE_FEEDS.filter(([page]) => page.test(site))
    .slice(0, 1)
    .map(([page, feed]) => site.replace(page, feed));
}

async function readAll(
  urls: readonly string[],
  how: { by: FoundFeed['by']; polling: FeedPolling },
): Promise<FoundFeed[]> {
  const found: FoundFeed[] = [];
  for (const url of urls) {
    const feed = await read(url, how);
    // Several usual paths may lead to one feed.
    if (feed && !found.some((one) => how.by === 'path' && isSameFeed(one, feed))) found.push(feed);
  }
  return found;
}

async function read(
  url: string,
  { by, polling }: { by: FoundFeed['by']; polling: FeedPolling },
): Promise<FoundFeed | undefined> {
  const answer = await fetchFeed(url, polling);
  return answer.status === 'read' ? { url: answer.movedTo ?? url, by, document: answer.document } : undefined;
}

function isSameFeed({ document: one }: FoundFeed, { document: other }: FoundFeed): boolean {
  return one.title === other.title && one.items[0]?.link === other.items[0]?.link;
}

/** The feeds that a page names in its links (HTML, link type alternate). */
function feedLinksIn(html: string, base: string): string[] {
  const tags = html.match(/<link\b[^>]*>/gi) ?? [];
  const urls = tags.flatMap((tag) => {
    const of = attributesOf(tag);
    const isFeed = /(?:^|\s)alternate(?:\s|$)/i.test(of('rel')) && TYPES.test(of('type').trim());
    const url = isFeed && of('href') !== '' ? URL.parse(of('href'), base) : null;
    return url && /^https?:$/.test(url.protocol) ? [url.href] : [];
  });
  return [...new Set(urls)].slice(0, MOST_LINKS);
}

function attributesOf(tag: string): (name: string) => string {
  return (name) => {
    const found = new RegExp(String.raw`\s${name}\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`, 'i').exec(tag);
    return decodeEntities(found?.[1] ?? found?.[2] ?? found?.[3] ?? '');
  };
}

function sitemapsIn(robots: string, base: string): string[] {
  const named = [...robots.matchAll(/^\s*sitemap\s*:\s*(\S+)/gim)].map(([, address = '']) => address);
  const urls = named.flatMap((address) => URL.parse(address, base)?.href ?? []);
  // Others list all pages of a site.
  return urls.filter((url) => /news/i.test(url)).slice(0, MOST_SITEMAPS);
}
