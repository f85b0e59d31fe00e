import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchFeed } from '../../../../shared/providers/feeds/fetch-feed.ts';
import { publicAgent } from '../../../../shared/providers/http/public-address.ts';

const RSS =
  '<rss version="2.0"><channel><title>Café</title><item><title>T</title><link>/1</link></item></channel></rss>';
type Answer = [status: number, headers: Record<string, string>, body?: string | Buffer];
const ANSWERS: Record<string, (request: IncomingMessage) => Answer> = {
  '/etag': ({ headers }) => (headers['if-none-match'] === '"1"' ? [304, {}] : [200, { etag: '"1"' }, RSS]),
  '/latin': () => [200, { 'content-type': 'text/xml; charset=iso-8859-1' }, Buffer.from(RSS, 'latin1')],
  '/gzip': () => [200, { 'content-encoding': 'gzip', 'cache-control': 'public, max-age=600' }, gzipSync(RSS)],
  '/gzip-twice': () => [200, { 'content-encoding': 'gzip, gzip' }, gzipSync(RSS)],
  '/gzip-unnamed': () => [200, {}, gzipSync(RSS)],
  '/gzip-and-more': () => [200, { 'content-encoding': 'gzip, aws-chunked' }, gzipSync(RSS)],
  '/plain-br': () => [200, { 'content-encoding': 'br' }, RSS],
  '/plain-gzip': () => [200, { 'content-encoding': 'gzip' }, RSS],
  '/plain-none': () => [200, { 'content-encoding': 'none' }, RSS],
  '/deflate-raw': () => [200, { 'content-encoding': 'deflate' }, deflateRawSync(RSS)],
  '/unasked': () => [304, { etag: '"1"' }],
  '/to-utf8': () => [302, { location: Buffer.from('/flux-économie').toString('latin1') }],
  '/flux-%C3%A9conomie': () => [200, {}, RSS],
  '/bomb': () => [200, { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(11_000_000))],
  '/moved': () => [301, { location: '/etag' }],
  '/for-now': () => [302, { location: '/etag' }],
  '/loop': () => [301, { location: '/loop' }],
  '/inside': () => [302, { location: 'http://10.1.2.3/' }],
  '/busy': () => [429, { 'retry-after': '120' }],
  '/gone': () => [410, {}],
  '/broken': () => [500, {}],
  '/page': () => [200, {}, '<html></html>'],
};

let server: Server;
let site: string;
const agents: (string | undefined)[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    agents.push(request.headers['user-agent']);
    if (request.url === '/never') return;
    const [status, headers, body] = ANSWERS[request.url ?? '']?.(request) ?? [404, {}];
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const mayReach = (address: string) => address === '127.0.0.1';
const agent = publicAgent({ mayReach, connections: 1 });
const fetch = (path: string, more: { limit?: number; validators?: { etag: string } } = {}) =>
  fetchFeed(path.startsWith('/') ? `${site}${path}` : path, {
    agent,
    mayReach,
    userAgent: 'Bellwether/1 (a@a.example)',
    now: () => 0,
    ...more,
  });

describe('a poll of a feed', () => {
  it('is conditional, and says who asks', async () => {
    expect(await fetch('/etag')).toMatchObject({
      status: 'read',
      validators: { etag: '"1"' },
      document: { title: 'Café' },
    });
    expect(await fetch('/etag', { validators: { etag: '"1"' } })).toMatchObject({ status: 'unchanged' });
    expect(agents.at(-1)).toBe('Bellwether/1 (a@a.example)');
  });

  it('reads the encoding of the header, and unpacks', async () => {
    expect(await fetch('/latin')).toMatchObject({ document: { title: 'Café' } });
    expect(await fetch('/gzip')).toMatchObject({ freshFor: 600_000, document: { title: 'Café' } });
  });

  it.each([
    '/gzip-twice',
    '/gzip-unnamed',
    '/gzip-and-more',
    '/plain-br',
    '/plain-gzip',
    '/plain-none',
    '/deflate-raw',
    '/to-utf8',
  ])('believes the bytes more than the headers: %s', async (path) => {
    expect(await fetch(path)).toMatchObject({ status: 'read', document: { title: 'Café' } });
  });

  it('follows redirects, and reports those that are for good', async () => {
    expect(await fetch('/moved')).toMatchObject({ status: 'read', movedTo: `${site}/etag` });
    expect(await fetch('/for-now')).not.toHaveProperty('movedTo');
  });

  it.each([
    ['/loop', 'too-many-redirects'],
    ['/inside', 'private-address'],
    ['http://10.1.2.3/', 'private-address'],
    ['/bomb', 'too-large'],
    ['/gone', 'gone'],
    ['/broken', 'server-error'],
    ['/unasked', 'server-error'],
    ['/none', 'missing'],
    ['/page', 'not-a-feed'],
    ['http://127.0.0.1:1/', 'unreachable'],
  ])('of %s fails: %s', async (path, failure) => {
    expect(await fetch(path)).toMatchObject({ status: 'failed', failure });
  });

  it('waits as the server says, and not for ever', async () => {
    expect(await fetch('/busy')).toMatchObject({ failure: 'busy', retryAfter: 120_000 });
    expect(await fetch('/never', { limit: 50 })).toMatchObject({ failure: 'too-slow' });
  });
});
