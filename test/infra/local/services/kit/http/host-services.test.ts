import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import type { App } from '../../../../../../infra/local/serve-app.ts';
import { heldApp } from '../../../../../../infra/local/services/kit/http/host-services.ts';
import { call, KEY, openHost, type OpenHost } from './open-host.ts';

describe('host services', () => {
  let host: OpenHost;
  afterEach(() => host.close());

  const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

  function post(body: string): ReturnType<typeof call> {
    return call(`${host.url}/news/echo/1`, { method: 'POST', body });
  }

  /** Sends bytes as they are and reads until the server hangs up. */
  function send(bytes: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(host.port, '127.0.0.1', () => socket.write(bytes));
      let read = '';
      socket.on('data', (chunk: Buffer) => (read += chunk.toString()));
      socket.on('close', () => resolve(read));
      socket.on('error', reject);
    });
  }

  describe('several services below one port', () => {
    it('answers with JSON, a request id and the time it took', async () => {
      host = await openHost();
      const { status, headers, body } = await call(`${host.url}/news/work?x=1`);
      expect([status, body]).toEqual([200, { worked: 1 }]);
      expect(headers.get('content-type')).toBe('application/json');
      expect(headers.get('correlation-id')).toMatch(UUID);
      expect(headers.get('x-process-time')).toMatch(/^\d+\.\d+$/);
    });

    it('gives every request another id, errors too', async () => {
      host = await openHost();
      const ids = new Set<string | null>();
      for (const path of ['/news/work', '/news/nothing', '/elsewhere', '/news/broken', '/jobs/svc/refused']) {
        const { headers } = await call(host.url + path);
        expect(headers.get('correlation-id')).toMatch(UUID);
        ids.add(headers.get('correlation-id'));
      }
      expect(ids.size).toBe(5);
    });

    it('reads named parts of the path, decoded', async () => {
      host = await openHost();
      const { body } = await call(`${host.url}/news/echo/a%2Fb%20c`, { method: 'POST', body: '{"x":1}' });
      expect(body).toEqual({ id: 'a/b c', body: { x: 1 } });
    });

    it.each([
      ['/elsewhere', 404],
      ['/', 404],
      ['/newsroom/work', 404],
      ['/news', 404],
      ['/news/echo/', 404],
      ['/news/echo/%E0%A4%A', 404],
      ['//evil', 404],
    ])('answers %s with JSON %d', async (path, status) => {
      host = await openHost();
      const answer = await call(host.url + path);
      expect([answer.status, answer.body.status_code]).toEqual([status, status]);
    });

    it('refuses a wrong method with 405 and says what is allowed', async () => {
      host = await openHost();
      const { status, headers, body } = await call(`${host.url}/news/work`, { method: 'PATCH' });
      expect([status, headers.get('allow'), body.status]).toEqual([
        405,
        'GET, POST, DELETE',
        'Method not allowed',
      ]);
    });

    it('answers 204 without a body', async () => {
      host = await openHost();
      const { status, text } = await call(`${host.url}/news/work`, { method: 'DELETE' });
      expect([status, text]).toEqual([204, '']);
    });

    it('words errors as each service does', async () => {
      host = await openHost();
      const news = await call(`${host.url}/news/work`, { headers: { 'x-api-token': 'bad' } });
      expect([news.status, news.body]).toEqual([
        401,
        { message: expect.stringContaining('bad'), status_code: 401, status: 'Unauthorized' },
      ]);
      const keyless = await fetch(`${host.url}/jobs/svc/refused`);
      expect([keyless.status, await keyless.json()]).toEqual([401, { detail: expect.any(String) }]);
      const refused = await call(`${host.url}/jobs/svc/refused`, { headers: { 'x-api-key': 'good' } });
      expect(refused.body).toEqual({
        detail: [{ loc: ['body', 'limit'], msg: 'too small', type: 'too_small' }],
      });
    });

    it('lets open routes in without a key', async () => {
      host = await openHost();
      expect((await fetch(`${host.url}/news/health`)).status).toBe(200);
      expect((await fetch(`${host.url}/news/work`)).status).toBe(401);
    });

    it('turns what nobody foresaw into a plain 500 and a line for the operator', async () => {
      host = await openHost();
      for (const path of ['broken', 'circle']) {
        const { status, text } = await call(`${host.url}/news/${path}`);
        expect([status, text]).toEqual([500, 'Internal Server Error']);
      }
      expect(host.logged).toEqual([
        expect.stringContaining('nobody foresaw this'),
        expect.stringContaining('BigInt'),
      ]);
      expect((await call(`${host.url}/news/work`)).status).toBe(200);
    });

    it('compresses for those who accept it, and only then', async () => {
      host = await openHost();
      const asked = async (encoding: string) => {
        const answer = await request(`${host.url}/news/big`, {
          headers: { ...KEY, 'accept-encoding': encoding },
        });
        return {
          encoding: answer.headers['content-encoding'],
          bytes: Buffer.from(await answer.body.arrayBuffer()),
        };
      };
      const packed = await asked('br, gzip');
      expect(packed.encoding).toBe('gzip');
      expect(packed.bytes.length).toBeLessThan(1_000);
      expect(JSON.parse(gunzipSync(packed.bytes).toString()).words).toHaveLength(12_000);
      for (const plain of ['identity', 'gzip;q=0', 'br'])
        expect((await asked(plain)).encoding).toBeUndefined();
    });
  });

  describe('bodies', () => {
    it('reads an empty body as an empty object', async () => {
      host = await openHost();
      expect((await post('')).body.body).toEqual({});
      expect((await post(' \n')).body.body).toEqual({});
    });

    it.each(['{', '[1,]', 'nope', '{"a":1}x', '"\\u12"', '\u0000'])('refuses %j with 400', async (body) => {
      host = await openHost();
      expect((await post(body)).status).toBe(400);
    });

    it('refuses nesting that recursion could not bear, however it is written', async () => {
      host = await openHost();
      for (const body of [
        '['.repeat(500_000),
        '['.repeat(200_000) + ']'.repeat(200_000),
        '{"a":'.repeat(100_000),
      ]) {
        expect((await post(body)).status).toBe(400);
      }
      const text = JSON.stringify({ text: '[{"'.repeat(10_000) });
      expect((await post(text)).status).toBe(200);
    });

    it('refuses a body above the limit with 413, announced or not, and goes on', async () => {
      host = await openHost({ bodyLimit: 1_000 });
      const large = 'x'.repeat(5_000_000);
      expect((await post(JSON.stringify(large))).status).toBe(413);
      const unannounced = await request(`${host.url}/news/echo/1`, {
        method: 'POST',
        body: Readable.from([large, large]),
        headers: KEY,
      });
      expect([unannounced.statusCode, await unannounced.body.json()]).toEqual([
        413,
        { message: 'The body is larger than 1000 bytes', status_code: 413, status: 'Payload too large' },
      ]);
      expect((await post('{}')).status).toBe(200);
    });

    it('reads forms with fields and files', async () => {
      host = await openHost();
      const form = new FormData();
      form.set('name', 'Carmakers');
      form.set('file', new Blob(['domain\nacme.example\n'], { type: 'text/csv' }), 'list.csv');
      const { body } = await call(`${host.url}/news/form`, { method: 'POST', body: form });
      expect(body).toEqual([
        { field: 'name', value: 'Carmakers' },
        { field: 'file', filename: 'list.csv', contentType: 'text/csv', bytes: 'domain\nacme.example\n' },
      ]);
    });

    it.each([
      ['application/json', '{}'],
      ['multipart/form-data', 'x'],
      ['multipart/form-data; boundary=a', '--a\r\nbroken'],
      ['multipart/form-data; boundary=a', ''],
      ['multipart/form-data; boundary=', '--\r\n'],
    ])('refuses the form %s %j with 400', async (type, body) => {
      host = await openHost();
      const answer = await call(`${host.url}/news/form`, {
        method: 'POST',
        body,
        headers: { 'content-type': type },
      });
      expect(answer.status).toBe(400);
    });
  });

  describe('what is hardly HTTP', () => {
    it('is refused, and others are served on', async () => {
      host = await openHost();
      expect(await send('nonsense\r\n\r\n')).toMatch(/^HTTP\/1.1 400/);
      expect(await send(`GET /news/work?q=${'x'.repeat(70_000)} HTTP/1.1\r\nhost: x\r\n\r\n`)).toMatch(
        /^HTTP\/1.1 431/,
      );
      expect((await call(`${host.url}/news/work`)).status).toBe(200);
    });

    it('takes long queries in the address', async () => {
      host = await openHost();
      expect((await call(`${host.url}/news/work?q=${'x'.repeat(40_000)}`)).status).toBe(200);
    });

    it('outlives a caller that breaks off inside of its body', async () => {
      host = await openHost();
      const socket = connect(host.port, '127.0.0.1');
      socket.write(
        'POST /news/echo/1 HTTP/1.1\r\nhost: x\r\nx-api-token: good\r\ncontent-length: 100\r\n\r\n{',
      );
      await new Promise((resolve) => setTimeout(resolve, 20));
      socket.resetAndDestroy();
      expect((await call(`${host.url}/news/work`)).status).toBe(200);
      expect(host.logged).toEqual([]);
    });
  });

  describe('the plan', () => {
    it('answers 429 above the calls at one time, and frees the place afterwards', async () => {
      const waiting: (() => void)[] = [];
      host = await openHost({
        limits: { concurrentCalls: 2 },
        sleep: () => new Promise<void>((resolve) => waiting.push(resolve)),
      });
      host.faults.play([{ path: '/work', times: 2, fault: { delay: 1_000 } }]);
      const slow = [call(`${host.url}/news/work`), call(`${host.url}/news/work`)];
      while (waiting.length < 2) await new Promise((resolve) => setImmediate(resolve));
      const third = await call(`${host.url}/news/work`);
      expect([third.status, third.body.status]).toEqual([429, 'Too many requests']);
      for (const finish of waiting) finish();
      expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200]);
      expect((await call(`${host.url}/news/work`)).status).toBe(200);
    });

    it('answers 429 above the calls of a second', async () => {
      host = await openHost({ limits: { callsPerSecond: 2 } });
      const burst = [];
      for (let n = 0; n < 3; n += 1) burst.push((await call(`${host.url}/news/work`)).status);
      expect(burst).toEqual([200, 200, 429]);
      host.clock.advance(1_000);
      expect((await call(`${host.url}/news/work`)).status).toBe(200);
    });

    it('counts a month, refuses when it is used up, and starts again with the next', async () => {
      host = await openHost({ limits: { monthlyCalls: 2 } });
      const statuses = [];
      for (let n = 0; n < 3; n += 1) statuses.push((await call(`${host.url}/news/work`)).status);
      expect(statuses).toEqual([200, 200, 429]);
      expect(await call(`${host.url}/news/left`)).toMatchObject({ status: 200, body: { used: 2 } });
      host.clock.advance(10 * 24 * 3_600_000);
      expect((await call(`${host.url}/news/work`)).status).toBe(200);
      expect(host.used()).toBe(1);
    });
  });
});

describe('held app', () => {
  const ready: App = { fetch: () => new Response('ready') };
  const request = () => new Request('http://127.0.0.1/news/search');

  /** An app that opens when the test says so, with the waits that requests begin. */
  function held() {
    const opening = Promise.withResolvers<App>();
    const waits: { ms: number; over: () => void }[] = [];
    const sleep = (ms: number) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      waits.push({ ms, over: resolve });
      return promise;
    };
    const app = heldApp(opening.promise, { sleep, progress: () => '7 lines are read.' });
    return { opening, waits, ask: async () => app.fetch(request(), {}) };
  }

  it('lets requests wait until the app is open', async () => {
    const { opening, waits, ask } = held();
    const early = ask();
    opening.resolve(ready);
    expect(await (await early).text()).toBe('ready');
    expect(await (await ask()).text()).toBe('ready');
    expect(waits).toHaveLength(1);
  });

  it('answers 503 with Retry-After and how far it is after 20 s', async () => {
    const { opening, waits, ask } = held();
    const early = ask();
    expect(waits.map(({ ms }) => ms)).toEqual([20_000]);
    waits[0]?.over();
    const answer = await early;
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.json()).toEqual({
      message: '7 lines are read. Ask again in 5 s.',
      status_code: 503,
      status: 'Service unavailable',
    });
    opening.resolve(ready);
    expect(await (await ask()).text()).toBe('ready');
  });

  it('answers 503 when the app cannot be opened', async () => {
    const { opening, ask } = held();
    const early = ask();
    opening.reject(new Error('no corpus'));
    expect((await early).status).toBe(503);
  });
});
