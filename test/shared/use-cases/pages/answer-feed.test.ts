import { XMLValidator } from 'fast-xml-parser';
import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { feedLink, type FeedOrder } from '../../../../shared/domain/pages/shared-feed.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { parseFeed } from '../../../../shared/providers/feeds/parse-feed.ts';
import { revokeFeed, shareFeed } from '../../../../shared/use-cases/pages/answer-feed.ts';
import { aFinding, aStoredFinding, aStoryAlert, aWatch, NOON } from '../../../ports/examples.ts';
import { storeFindings } from '../../../store/store-findings.ts';
import { openPages } from './open-pages.ts';

const HOSTILE = 'Acme <b>&amp;</b> ]]> "recalls" \u0007pumps';

/** Two watches of a brand that found the same article, and one more of the same story. */
async function open(order: FeedOrder) {
  const pages = await openPages();
  const { ports, links } = pages;
  const found = (watchId: string, n: number, title = HOSTILE) =>
    aStoredFinding(n, {
      watchId,
      foundAt: NOON + n * MINUTE,
      story: 'story-1',
      verdict: { silent: 'same-story' },
      finding: aFinding(n, { title, link: `https://news.example/${n}?a=1&b=2` }),
    });
  for (const id of ['acme-news', 'acme-fr']) await ports.definitions.putWatch(aWatch({ id, brand: 'acme' }));
  await storeFindings(ports, [found('acme-news', 1), found('acme-news', 2, 'Acme apologises')]);
  await storeFindings(ports, [found('acme-fr', 1)]);
  const feed = await shareFeed(order, ports);
  return { ...pages, feed, link: feedLink(feed, links) };
}

/** What the specification of JSON Feed 1.1 requires. */
const jsonFeedSchema = z.object({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string().min(1),
  feed_url: z.url(),
  items: z.array(
    z.object({
      id: z.string().min(1),
      url: z.url().optional(),
      title: z.string().min(1),
      content_text: z.string().min(1),
      date_published: z.iso.datetime(),
      date_modified: z.iso.datetime(),
    }),
  ),
});

/** What RFC 4287 requires: ids, titles and times, content where an entry has no link, an author, no id twice. */
function atomFaults(text: string): string[] {
  const { entries = [], ...feed } = parseAtomFeed(text);
  const ids = entries.map(({ id }) => id);
  return [
    ...(feed.id && feed.title && feed.updated && feed.authors?.length && feed.links?.[0]?.rel === 'self'
      ? []
      : ['feed']),
    ...entries.flatMap(({ id, title, updated, content }) =>
      id && title?.value && updated && content?.value ? [] : [`${id}`],
    ),
    ...(new Set(ids).size === ids.length ? [] : ['an id twice']),
  ];
}

describe.each([
  ['watch', 'acme-news', 'articles', 2],
  ['brand', 'acme', 'stories', 1],
  ['channel', 'press-team', 'stories', 1],
] as const)('the feed of a %s, %s, with %3$s', (of, name, entries, count) => {
  it('is valid as Atom and as JSON Feed, for each parser, with each article once', async () => {
    const { ask, link } = await open({ of, name, entries });
    const atom = await ask(link);
    expect([atom.status, atom.headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    expect(XMLValidator.validate(atom.body)).toBe(true);
    expect(atomFaults(atom.body)).toEqual([]);
    expect(parseFeed(atom.body, { url: link, now: NOON }).items).toHaveLength(count);
    const json = await ask(`${link}/json`);
    expect(json.headers['content-type']).toContain('application/feed+json');
    expect(jsonFeedSchema.parse(JSON.parse(json.body)).items).toHaveLength(count);
    expect(parseJsonFeed(json.body).items).toHaveLength(count);
  });
});

describe('a feed', () => {
  const order = { of: 'watch', name: 'acme-news', entries: 'articles' } as const;

  it('shows texts of the news as they are, whatever is in them', async () => {
    const { ask, link } = await open(order);
    const { entries = [] } = parseAtomFeed((await ask(link)).body);
    expect(entries.map(({ title }) => title?.value)).toContain('Acme <b>&amp;</b> ]]> "recalls" pumps');
    expect(entries[1]?.links?.[0]?.href).toBe('https://news.example/1?a=1&b=2');
  });

  it('answers 304 to who has it, by its tag or its time, until something is new', async () => {
    const { ask, link, ports } = await open(order);
    const { headers } = await ask(link);
    const known = { 'if-none-match': `W/${headers['etag']}` };
    expect(await ask(link, { headers: known })).toMatchObject({ status: 304, body: '' });
    const since = { 'if-modified-since': headers['last-modified'] ?? '' };
    expect((await ask(link, { headers: since })).status).toBe(304);
    ports.clock.now = () => NOON + 3 * HOUR;
    await storeFindings(ports, [
      aStoredFinding(9, { foundAt: NOON + 2 * HOUR, verdict: { silent: 'same-story' } }),
    ]);
    expect((await ask(link, { headers: known })).status).toBe(200);
    expect((await ask(link, { headers: since })).status).toBe(200);
    expect(headers['cache-control']).toBe('private, no-cache');
  });

  it('has one address until it is revoked, which is answered with 410 at once', async () => {
    const { ask, feed, link, ports, links } = await open(order);
    expect(await shareFeed(order, ports)).toEqual(feed);
    await revokeFeed(feed.id, ports);
    expect((await ask(link)).status).toBe(410);
    expect((await ask(`${link}/json`)).status).toBe(410);
    expect(await revokeFeed(feed.id, ports)).toBeUndefined();
    ports.clock.now = () => NOON + DAY;
    expect(feedLink(await shareFeed(order, ports), links)).not.toBe(link);
  });

  it('of a channel leaves out what was muted', async () => {
    const { ask, link, ports } = await open({ of: 'channel', name: 'press-team', entries: 'stories' });
    const muted = aStoryAlert(7, {}, { createdAt: NOON + MINUTE });
    await ports.alerts.put(muted, { dueAt: NOON });
    expect(parseAtomFeed((await ask(link)).body).entries).toHaveLength(2);
    await ports.alerts.settle(muted, { state: 'silenced', silenceId: 's', reason: 'r' });
    expect(parseAtomFeed((await ask(link)).body).entries).toHaveLength(1);
  });
});

it('credits the archive beside its articles', async () => {
  const { ask, link, ports } = await open({ of: 'watch', name: 'acme-news', entries: 'articles' });
  const finding = aFinding(9, { title: 'Acme opens a plant', snippet: '', archive: true });
  await storeFindings(ports, [aStoredFinding(9, { watchId: 'acme-news', foundAt: NOON + HOUR, finding })]);
  const { body } = await ask(link);
  expect(body.match(/Found with The GDELT Project: https:\/\/www\.gdeltproject\.org\//g)).toHaveLength(1);
});
