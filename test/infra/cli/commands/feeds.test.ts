import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryStack, NOW, openWorld } from '../open-world.ts';

const rss = (title: string) =>
  `<rss version="2.0"><channel><title>${title}</title>${[1, 2, 3]
    .map(
      (n) =>
        `<item><title>${n}</title><link>/${n}</link><pubDate>${new Date(NOW - n * 3_600_000).toUTCString()}</pubDate></item>`,
    )
    .join('')}</channel></rss>`;
/** Answers of a site: a text, or a status and a header. */
const PAGES: Record<string, string | [number, Record<string, string>]> = {
  '/': '<html><head><link rel="alternate" type="application/rss+xml" href="/news?a=1&amp;b=2"><link rel=alternate type="application/atom+xml" href="gone.atom"></head></html>',
  '/news?a=1&b=2': rss('News'),
  '/rss.xml': rss('Other'),
  '/robots.txt': 'User-agent: *\nSitemap: /news-sitemap.xml\nSitemap: /all.xml',
  '/news-sitemap.xml':
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"><url><loc>https://a.example/1</loc><news:news><news:publication><news:name>A</news:name><news:language>en</news:language></news:publication><news:publication_date>2026-11-23T10:00:00Z</news:publication_date><news:title>One</news:title></news:news></url></urlset>',
  '/moved': [301, { location: '/rss.xml' }],
  '/bare/': '<html></html>',
};

let server: Server;
let site: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    const page = PAGES[request.url ?? ''] ?? [404, {}];
    if (typeof page === 'string') response.end(page);
    else response.writeHead(...page).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function run(...args: string[]) {
  const { call, write } = openWorld();
  write([`${site}/rss.xml`, `${site}/moved`, `${site}/`, `${site}/none`].join('\n'), 'mine.txt');
  return call('feeds', ...args);
}

describe('feeds find', () => {
  it('reads the feeds that a page names, and the news sitemaps of robots.txt', async () => {
    const { code, out } = await run('find', site, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out).feeds).toEqual([
      { url: `${site}/news?a=1&b=2`, by: 'link', format: 'rss', title: 'News', items: 3 },
      expect.objectContaining({
        url: `${site}/news-sitemap.xml`,
        by: 'sitemap',
        format: 'sitemap',
        items: 1,
      }),
    ]);
  });

  it('refuses what is no site, and reaches no private address that nobody named', async () => {
    expect(await run('find', 'file:///x')).toMatchObject({ code: 1 });
    expect(await run('find', 'http://10.0.0.1/')).toMatchObject({
      code: 1,
      out: expect.stringContaining('No feeds found'),
    });
    expect(await run('find')).toMatchObject({
      code: 1,
      err: expect.stringContaining('feeds find SITE'),
    });
  });
});

describe('feeds check', () => {
  it('says of each feed of a file what it is, or why it cannot be read', async () => {
    const { code, out, err } = await run('check', 'mine.txt');
    expect(err).toBe('');
    expect(code).toBe(1);
    expect(out).toMatch(/\/rss\.xml +rss +3 +1h ago +1h +2h/);
    expect(out).toContain(`${site}/moved has moved to ${site}/rss.xml`);
    expect(out).toContain('The answer is a web page, not a feed.');
    expect(out).toContain('There is no such page (404).');
  });
});

describe('the preview of a watch whose feeds nobody has polled', () => {
  const file = (...urls: string[]) => `operators: { email: [oncall@acme.example] }
channels: { press-team: { email: [press@acme.example] } }
feeds: { mine: { urls: [${urls.join(', ')}] } }
watches:
  acme: { kind: feeds, schedule: rate(2 hours), query: { q: '"2" OR "3"', feeds: [mine] }, alert: { channel: press-team } }
`;

  it('reads each feed once, says so, and stores nothing', async () => {
    const { stack, store } = memoryStack();
    const { call, write } = openWorld({ stack });
    write(file(`${site}/rss.xml`, `${site}/none`));
    const { code, out, err } = await call('preview', 'acme', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ watch: 'acme', hits: 2, month: { calls: 0 } });
    expect(err).toContain('Nobody polls all feeds of mine yet. This is what 2 feeds show now');
    expect(err).toContain('Run bellwether apply');
    expect(err).toMatch(/none could not be read: There is no such page/);
    expect(await store.feeds.states()).toEqual([]);
    expect(await store.feeds.round()).toBeUndefined();
  });

  it('of feeds that are polled reads what the stack stored', async () => {
    const { stack, store } = memoryStack();
    const { call, write } = openWorld({ stack });
    write(file(`${site}/rss.xml`));
    await call('apply');
    await store.feeds.putRound({ until: NOW, lists: [{ name: 'mine', since: NOW, wholeSince: NOW }] });
    expect((await call('preview', 'acme')).err).not.toContain('Nobody polls');
    write(file(`${site}/rss.xml`, `${site}/moved`));
    expect((await call('preview', 'acme')).err, 'another feed in the file').toContain('Nobody polls');
  });
});
