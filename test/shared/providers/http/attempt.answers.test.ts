import { inspect } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  BadShapeError,
  GoneError,
  RefusedError,
  ThrottledError,
  TransportError,
} from '../../../../shared/domain/lib/errors.ts';
import { jsonReader, type Reader, readNothing } from '../../../../shared/providers/http/reader.ts';
import { type Line, scriptedServer } from '../scripted-server.ts';
import { clientOf, errorOf, KEY, search } from './client-under-test.ts';

const readText: Reader<string> = ({ text }) => ({ value: text });

async function errorFor(line: Line, service: 'news' | 'extraction' = 'news') {
  const server = await scriptedServer(line);
  const { client } = clientOf(server.url, { service });
  return errorOf(client.call(search({ tries: 1 })));
}

describe('a request', () => {
  it('carries the key, the encodings and the type of its body, and nothing twice', async () => {
    const server = await scriptedServer({ json: { value: 1 } });
    const { client } = clientOf(`${server.url}/api/`, { headers: { 'x-organization-id': 'org-1' } });
    await client.call(search());
    const [arrival] = server.arrivals;
    expect(arrival?.url.pathname).toBe('/api/search');
    expect(arrival?.headers).toMatchObject({
      'x-api-token': KEY,
      'x-organization-id': 'org-1',
      'content-type': 'application/json',
      'accept-encoding': 'br, gzip',
    });
  });

  it('fills ids and query into the path, encoded', async () => {
    const server = await scriptedServer({ json: { value: 1 } });
    const { client } = clientOf(server.url);
    const endpoint = { ...search().endpoint, method: 'GET', path: '/pull/{job_id}' } as const;
    const ids = { job_id: 'a/../b?c' };
    const query = { page: 2, search: 'a&b', project_id: undefined };
    await client.call({ endpoint, ids, query, read: readNothing });
    expect(server.arrivals[0]?.url.pathname).toBe('/pull/a%2F..%2Fb%3Fc');
    expect(server.arrivals[0]?.url.search).toBe('?page=2&search=a%26b');
    expect(server.arrivals[0]?.headers['content-type']).toBeUndefined();
  });

  it.each(['', '.', '..'])('refuses the id %j before anything is sent', async (id) => {
    const server = await scriptedServer({ json: { value: 1 } });
    const { client } = clientOf(server.url);
    const endpoint = { ...search().endpoint, path: '/jobs/{job_id}' } as const;
    expect(await errorOf(client.call({ endpoint, ids: { job_id: id }, read: readNothing }))).toBeInstanceOf(
      RangeError,
    );
    expect(server.arrivals).toHaveLength(0);
  });

  it.each(['', '  ', 'line\nbreak', 'schlüssel'])('is not sent with the key %j', async (key) => {
    const server = await scriptedServer({ json: { value: 1 } });
    const { client } = clientOf(server.url, { key: async () => key });
    const error = await errorOf(client.call(search()));
    expect(error).toBeInstanceOf(RefusedError);
    expect(error.refusal).toBe('key');
    expect(server.arrivals).toHaveLength(0);
  });
});

describe('a body', () => {
  const bytes = Buffer.from(JSON.stringify({ value: 5, text: 'é' }));
  it.each([
    ['gzip', gzipSync(bytes)],
    ['br', brotliCompressSync(bytes)],
    ['gzip, br', brotliCompressSync(gzipSync(bytes))],
  ])('is unpacked from %s', async (encoding, body) => {
    const server = await scriptedServer({ headers: { 'content-encoding': encoding }, body });
    const { client } = clientOf(server.url);
    expect(await client.call(search())).toEqual({ value: 5 });
  });

  it('that is packed and cut is asked again', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const cut = { headers, body: gzipSync(bytes).subarray(0, 20) };
    const server = await scriptedServer(cut, { headers, body: gzipSync(bytes) });
    const { client } = clientOf(server.url);
    expect(await client.call(search())).toEqual({ value: 5 });
  });

  it.each([
    ['as it came', {}, Buffer.alloc(2_000_000, ' ')],
    ['once unpacked', { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(2_000_000, ' '))],
    [
      'once unpacked from brotli',
      { 'content-encoding': 'br' },
      brotliCompressSync(Buffer.alloc(2_000_000, ' ')),
    ],
  ])('that is too large %s has a bad shape', async (_, headers, body) => {
    const error = await errorFor({ headers, body });
    expect(error).toBeInstanceOf(BadShapeError);
    expect(error.message).toContain('larger');
  });

  it.each([
    ['no JSON', 'Hello', 'not JSON'],
    ['JSON of another shape', '{"value": "secret text"}', 'value:'],
    ['null', 'null', 'the body:'],
  ])(
    'with %s under status 200 has a bad shape, and its text stays out of the error',
    async (_, body, says) => {
      const error = await errorFor({ body, headers: { 'correlation-id': 'c-7' } });
      expect(error).toBeInstanceOf(BadShapeError);
      expect(error).toMatchObject({ status: 200, correlationId: 'c-7', retry: true });
      expect(error.message).toContain(says);
      expect(inspect(error)).not.toContain('secret text');
    },
  );
});

describe('the error', () => {
  it.each([
    [400, RefusedError, 'request'],
    [401, RefusedError, 'key'],
    [402, RefusedError, 'quota'],
    [403, RefusedError, 'plan'],
    [422, RefusedError, 'request'],
    [404, GoneError, undefined],
    [302, GoneError, undefined],
    [408, TransportError, undefined],
    [429, ThrottledError, undefined],
    [500, TransportError, undefined],
  ])('of status %d is a %o', async (status, kind, refusal) => {
    const headers = { 'correlation-id': 'c-1', location: 'http://elsewhere.example/' };
    const error = await errorFor({
      status,
      headers,
      json: { message: 'Words.', status_code: status, status: 'x' },
    });
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ status, service: 'news', operation: 'POST /search', correlationId: 'c-1' });
    expect(error.refusal).toBe(refusal);
    expect(error.message).toContain('Words.');
  });

  it.each([
    [429, 'Too many requests', undefined],
    [429, 'You have reached the concurrent calls limit of your plan', undefined],
    [429, 'Rate limit: 5 calls per second for your plan', undefined],
    [429, 'All job slots are busy (Jobs_Concurrency)', undefined],
    [429, 'You have used all calls of your plan for this month', 'quota'],
    [429, 'Monthly quota exceeded', 'quota'],
    [403, 'Your plan has 0 calls left', 'quota'],
    [403, 'Your plan does not include NLP', 'plan'],
    [403, 'Calls to this path are not included in your plan', 'plan'],
  ])(
    'of status %d with the words %j speaks of the quota only when they do',
    async (status, message, refusal) => {
      const error = await errorFor({ status, json: { message } });
      expect(error.refusal).toBe(refusal);
      const kind = refusal ? RefusedError : ThrottledError;
      expect(error).toBeInstanceOf(kind);
    },
  );

  it.each([
    ['a detail', { json: { detail: 'bad dates' } }, 'bad dates'],
    [
      'a list of details',
      { json: { detail: [{ loc: ['body', 'limit', 0], msg: 'too low', type: 'x' }, 'b'] } },
      'body.limit.0: too low; b',
    ],
    ['a message', { json: { message: 'bad q', status: 'Validation error', status_code: 422 } }, 'bad q'],
    ['text', { body: 'out\n of   order' }, 'out of order'],
    ['a page of an edge', { body: '<html><style>b{}</style><h1>502</h1>Bad</html>' }, '502 Bad'],
    ['JSON without words', { json: { code: 7 } }, '{"code":7}'],
  ])('says what the service said in %s', async (_, line, words) => {
    expect((await errorFor({ status: 422, ...line })).message).toContain(`: ${words}.`);
  });

  it('is short, whatever the service says', async () => {
    expect((await errorFor({ status: 422, body: 'x'.repeat(100_000) })).message.length).toBeLessThan(450);
  });

  it('never shows a key that the service repeats', async () => {
    const echoed = encodeURIComponent(KEY);
    for (const line of [
      { status: 401, json: { message: `The key ${echoed} is unknown` } },
      { status: 403, body: `${'x'.repeat(290)}${echoed}` },
      { status: 422, json: { detail: [{ loc: ['header', echoed], msg: echoed }] } },
      { status: 500, headers: { 'correlation-id': echoed } },
    ]) {
      const error = await errorFor(line);
      const shown = inspect(error, { depth: 10, showHidden: true }) + JSON.stringify(error);
      expect(shown).not.toContain(echoed);
      expect(shown).not.toContain(echoed.slice(0, 9));
    }
  });

  it('that hides under a status of success is what it would have been', async () => {
    const server = await scriptedServer(
      { json: { status_code: 429, message: 'slow down' } },
      { json: { value: 3 } },
    );
    const { client, clock } = clientOf(server.url);
    const read = jsonReader(z.object({ value: z.number() }), (body: any) =>
      body.status_code ? { status: body.status_code } : undefined,
    );
    expect(await client.call({ ...search(), read })).toEqual({ value: 3 });
    expect(clock.waits).toEqual([500]);
  });
});

describe('a good answer that contains the key', () => {
  it('is read without it', async () => {
    const answer = z.object({ value: z.number(), echo: z.unknown() });
    const server = await scriptedServer({
      json: { value: 1, echo: { sent: [KEY, encodeURIComponent(KEY)] } },
    });
    const { client } = clientOf(server.url);
    const { endpoint } = search();
    const read = await client.call({ endpoint, json: {}, read: jsonReader(answer) });
    expect(read).toEqual({ value: 1, echo: { sent: ['[key]', '[key]'] } });
    const text = await clientOf((await scriptedServer({ body: `a,b\n${KEY},2` })).url).client.call({
      endpoint,
      read: readText,
    });
    expect(text).toBe('a,b\n[key],2');
  });
});
