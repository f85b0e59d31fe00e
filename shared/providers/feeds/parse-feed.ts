import { type AnyFeed, DetectError, MalformedError, parseFeed as parseWith } from 'feedsmith';
import { BadFeed, type FeedDocument } from '../../domain/feeds/feed.ts';
import { isFaultOfItem } from '../../domain/lib/errors.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { RawFeed } from './raw-feed.ts';
import { rawOfAtom, rawOfJson, rawOfRdf, rawOfRss } from './raw-of-format.ts';
import { isSitemap, rawOfSitemap } from './raw-of-sitemap.ts';
import { documentOf } from './to-items.ts';
import { mendCutFeed } from './mend-cut-feed.ts';
import { skipsOf } from './single-skips.ts';
import { withoutDoctype } from './without-doctype.ts';

/** More items than any page shows: archives are cut. */
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
    ? { format: 'sitemap' as const, raw: rawOfSitemap(plain) }
    : rawOf(plain);
  return documentOf({ ...raw, items: raw.items.slice(0, MOST_ITEMS) }, { format, url, now });
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
    return parseWith(mended ?? text, { maxItems: MOST_ITEMS });
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
