import { generateAtomFeed, generateJsonFeed } from 'feedsmith';
import { idOf } from '../../domain/lib/hash.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { FeedEntry, FeedView } from '../../domain/pages/shared-feed.ts';
import { SECOND } from '../../domain/time/instant.ts';
import { oneLine, safeLink, shortLine } from '../text/plain-text.ts';
import { HEADERS } from './page-answer.ts';

const TYPES = { atom: 'application/atom+xml', json: 'application/feed+json' } as const;
const LONGEST_TITLE = 300;
const LONGEST_TEXT = 1_500;

/**
 * A feed as Atom 1.0 or JSON Feed 1.1. It is asked each time, so that a revoked address ends at once; who has the same
 * already gets 304.
 */
export function feedPage(view: FeedView): HttpAnswer {
  const { form, madeAt, entries, known } = view;
  const changedAt = entries.reduce((latest, { updatedAt }) => Math.max(latest, updatedAt), madeAt);
  const body = form === 'atom' ? atomOf(view, changedAt) : jsonOf(view);
  const etag = `"${idOf('etag', body)}"`;
  const headers = {
    ...HEADERS,
    'content-type': `${TYPES[form]}; charset=utf-8`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-cache',
    etag,
    'last-modified': new Date(changedAt).toUTCString(),
  };
  const isKnown =
    known.etag === undefined
      ? Date.parse(known.since ?? '') >= Math.floor(changedAt / SECOND) * SECOND
      : known.etag.split(/, */).some((one) => one === '*' || one.replace(/^W\//, '') === etag);
  return isKnown ? { status: 304, headers, body: '' } : { status: 200, headers, body };
}

function titleOf({ feed: { of, name, entries } }: FeedView): string {
  return `Bellwether: ${entries} of ${of} ${name}`;
}

function shown({ title, text, link, ...entry }: FeedEntry) {
  const line = shortLine(title, LONGEST_TITLE) || 'Without a title';
  return {
    ...entry,
    id: `urn:bellwether:${entry.id}`,
    title: line,
    text: shortLine(text, LONGEST_TEXT) || line,
    link: safeLink(link),
  };
}

function atomOf(view: FeedView, changedAt: number): string {
  const { feed, self, entries } = view;
  return generateAtomFeed({
    id: `urn:bellwether:feed:${feed.id}`,
    title: { value: titleOf(view) },
    updated: new Date(changedAt),
    authors: [{ name: 'Bellwether' }],
    links: [{ href: self, rel: 'self', type: TYPES.atom }],
    entries: entries.map(shown).map(({ id, title, text, link, outlet, publishedAt, updatedAt }) => ({
      id,
      title: { value: title },
      updated: new Date(updatedAt),
      published: new Date(publishedAt),
      content: { value: text, type: 'text' },
      ...(outlet !== undefined && { authors: [{ name: oneLine(outlet) }] }),
      ...(link !== undefined && { links: [{ href: link, rel: 'alternate' }] }),
    })),
  });
}

function jsonOf(view: FeedView): string {
  const { self, entries } = view;
  const document = generateJsonFeed({
    title: titleOf(view),
    feed_url: self,
    items: entries.map(shown).map(({ id, title, text, link, outlet, publishedAt, updatedAt }) => ({
      id,
      title,
      content_text: text,
      date_published: new Date(publishedAt),
      date_modified: new Date(updatedAt),
      ...(outlet !== undefined && { authors: [{ name: oneLine(outlet) }] }),
      ...(link !== undefined && { url: link }),
    })),
  });
  return JSON.stringify(document);
}
