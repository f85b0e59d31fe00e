import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createFunctionEngine,
  type FunctionEngine,
} from '../../../../../infra/local/aws/functions/function-engine.ts';
import { InvokeRefused } from '../../../../../infra/local/aws/functions/function-spec.ts';
import { type HttpFront, startHttpFront } from '../../../../../infra/local/aws/http/http-front.ts';
import { arnOf } from '../../../../../infra/local/aws/local-account.ts';
import { createClock } from '../../../../../infra/local/aws/shared-clock.ts';

/** Answers with the event it got, or as its path says. */
const ECHO = `
export const handler = async (event) => {
  if (event.rawPath === '/fail') throw new Error('secret reason');
  if (event.rawPath === '/bare') return { hello: 'world' };
  if (event.rawPath === '/odd') return { statusCode: 'soon' };
  if (event.rawPath === '/split') return { statusCode: 200, headers: { 'x-split': 'a\\nb' } };
  if (event.rawPath === '/never') return await new Promise(() => {});
  if (event.rawPath === '/large') return { statusCode: 200, body: 'x'.repeat(7 * 1024 * 1024) };
  if (event.rawPath === '/bytes') return { statusCode: 201, headers: { 'Content-Type': 'image/png' }, cookies: ['a=1', 'b=2'], body: 'AAH/', isBase64Encoded: true };
  return { statusCode: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(event) };
};`;

const functionArn = arnOf('lambda', 'function:echo');
const clock = createClock(Date.parse('2026-11-21T08:00:00Z'));
let folder: string;
let functions: FunctionEngine;
let front: HttpFront;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-front-'));
  await writeFile(join(folder, 'index.mjs'), ECHO);
  const spec = {
    name: 'echo',
    arn: functionArn,
    module: join(folder, 'index.mjs'),
    export: 'handler',
    timeout: 30_000,
    loadTimeout: 10_000,
    memory: 128,
    environment: {},
    retries: 0,
  };
  const surroundings = {
    clock,
    skipWaits: false,
    sourceMaps: false,
    environment: {},
    onLine: () => undefined,
  };
  functions = createFunctionEngine([spec], surroundings);
  front = await startHttpFront({ port: 0, clock });
  const route = { functionArn, timeout: 30_000 };
  front.serve(
    [
      { ...route, key: 'GET /{page+}' },
      { ...route, key: 'POST /r/{link}' },
      { ...route, key: 'GET /never', timeout: 100 },
    ],
    functions,
  );
});
afterAll(async () => {
  await front.stop();
  await functions.stop(0);
  await rm(folder, { recursive: true });
});

const get = (path: string, init?: RequestInit) => fetch(`${front.url}${path}`, init);

describe('the gateway of one machine', () => {
  it('calls a function with what the payload format 2.0 holds', async () => {
    const answer = await get('/r/a%20b?x=1&x=2&y=', {
      headers: { 'X-Mixed-Case': 'Yes', cookie: 'a=1; b=2' },
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      version: '2.0',
      routeKey: 'GET /{page+}',
      rawPath: '/r/a%20b',
      rawQueryString: 'x=1&x=2&y=',
      cookies: ['a=1', 'b=2'],
      headers: { 'x-mixed-case': 'Yes', host: front.url.slice('http://'.length) },
      queryStringParameters: { x: '1,2', y: '' },
      pathParameters: { page: 'r/a b' },
      requestContext: {
        http: { method: 'GET', path: '/r/a%20b', sourceIp: '127.0.0.1' },
        stage: '$default',
        timeEpoch: expect.any(Number),
      },
      isBase64Encoded: false,
    });
  });

  it('hands text on as text, anything else in base64', async () => {
    const post = async (type: string, body: string) =>
      (await get('/r/x', { method: 'POST', headers: { 'content-type': type }, body })).json();
    expect(await post('application/json', '{"é":1}')).toMatchObject({
      body: '{"é":1}',
      isBase64Encoded: false,
    });
    expect(await post('application/x-www-form-urlencoded', 'a=é')).toMatchObject({
      body: Buffer.from('a=é').toString('base64'),
      isBase64Encoded: true,
      routeKey: 'POST /r/{link}',
    });
  });

  it('passes status, headers, cookies and bytes on, and takes an answer without a status as the body', async () => {
    const bytes = await get('/bytes');
    expect([bytes.status, bytes.headers.get('content-type'), bytes.headers.getSetCookie()]).toEqual([
      201,
      'image/png',
      ['a=1', 'b=2'],
    ]);
    expect([...new Uint8Array(await bytes.arrayBuffer())]).toEqual([0, 1, 255]);
    const bare = await get('/bare');
    expect([bare.headers.get('content-type'), await bare.json()]).toEqual([
      'application/json',
      { hello: 'world' },
    ]);
  });

  it.each([
    ['/fail', {}, 500, 'Internal Server Error'],
    ['/odd', {}, 500, 'Internal Server Error'],
    ['/split', {}, 500, 'Internal Server Error'],
    ['/large', {}, 500, 'Internal Server Error'],
    ['/never', {}, 503, 'Service Unavailable'],
    ['/r/x', { method: 'PUT', body: '' }, 404, 'Not Found'],
    ['/', {}, 404, 'Not Found'],
    ['/r/x', { method: 'POST', body: 'x'.repeat(5 * 1024 * 1024) }, 413, 'Request Entity Too Large'],
    ['/r/x', { method: 'POST', body: 'x'.repeat(11 * 1024 * 1024) }, 413, 'Request Entity Too Large'],
  ])('refuses as the gateway does: %s %#', async (path, init, status, message) => {
    const headers = { 'content-type': 'application/octet-stream' };
    const answer = await get(path, { ...init, headers });
    expect([answer.status, await answer.json()]).toEqual([status, { message }]);
  });

  it('answers under no other name: a site of strangers cannot be pointed at this machine', async () => {
    const status = await new Promise((resolve, reject) => {
      const { port } = front;
      const sent = request({ port, host: '127.0.0.1', path: '/x', headers: { host: 'evil.example' } });
      sent.on('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject).end();
    });
    expect(status).toBe(403);
  });
});

describe('a flood of requests', () => {
  it('is refused with 503 where Lambda throttles the function', async () => {
    const refusing = {
      ...functions,
      invoke: () => Promise.reject(new InvokeRefused('TooManyRequestsException', 'x')),
    };
    const busy = await startHttpFront({ port: 0, clock });
    busy.serve([{ key: '$default', functionArn, timeout: 1_000 }], refusing);
    const answer = await fetch(busy.url);
    expect([answer.status, await answer.json()]).toEqual([503, { message: 'Service Unavailable' }]);
    await busy.stop();
  });
});

describe('the limit of a route', () => {
  const throttle = { rate: 2, burst: 3 };
  let at = 0;
  let limited: HttpFront;
  beforeAll(async () => {
    const held = { ...clock, now: () => Date.parse('2026-11-21T08:00:00Z') + at };
    limited = await startHttpFront({ port: 0, clock: held });
    limited.serve(
      [
        { key: 'GET /{page+}', functionArn, timeout: 30_000, throttle },
        { key: 'POST /r/{link}', functionArn, timeout: 30_000, throttle: { rate: 1, burst: 1 } },
        { key: 'GET /free', functionArn, timeout: 30_000 },
      ],
      functions,
    );
  });
  afterAll(() => limited.stop());
  // Long enough to fill each bucket.
  beforeEach(() => {
    at += 3_600_000;
  });

  const ask = async (count: number, path = '/page', init: RequestInit = {}): Promise<number[]> => {
    const statuses: number[] = [];
    for (let n = 0; n < count; n += 1) statuses.push((await fetch(`${limited.url}${path}`, init)).status);
    return statuses;
  };

  it('is a bucket: the burst at once and no more, however long nobody asked, then so many a second, and 429 in the words of the gateway', async () => {
    expect(await ask(4)).toEqual([200, 200, 200, 429]);
    const refused = await fetch(`${limited.url}/page`);
    expect([refused.status, await refused.json()]).toEqual([429, { message: 'Too Many Requests' }]);
    at += 500;
    expect(await ask(2)).toEqual([200, 429]);
    at += 1_250;
    expect(await ask(3)).toEqual([200, 200, 429]);
    // Half a token was left.
    at += 250;
    expect(await ask(2)).toEqual([200, 429]);
  });
});

describe('the route of a request', () => {
  let routed: HttpFront;
  beforeAll(async () => {
    routed = await startHttpFront({ port: 0, clock });
    const keys = ['$default', 'ANY /{rest+}', 'GET /{rest+}', 'GET /a/{id}', 'GET /a/b', 'GET /a/{id}/c.d'];
    routed.serve(
      keys.map((key) => ({ key, functionArn, timeout: 30_000 })),
      functions,
    );
  });
  afterAll(() => routed.stop());

  it.each([
    ['GET', '/a/b', 'GET /a/b', undefined],
    ['GET', '/a/x', 'GET /a/{id}', { id: 'x' }],
    ['GET', '/a/x/c.d', 'GET /a/{id}/c.d', { id: 'x' }],
    ['GET', '/a/x/cXd', 'GET /{rest+}', { rest: 'a/x/cXd' }],
    ['GET', '/a/x/', 'GET /{rest+}', { rest: 'a/x/' }],
    ['POST', '/a/b', 'ANY /{rest+}', { rest: 'a/b' }],
    ['GET', '/', '$default', undefined],
    ['GET', '/a/%E0%A4%A', 'GET /a/{id}', { id: '%E0%A4%A' }],
    ['GET', '/a/x%2Fy%20z', 'GET /a/{id}', { id: 'x/y z' }],
  ])('%s %s goes to %s', async (method, path, routeKey, pathParameters) => {
    const event: any = await (await fetch(`${routed.url}${path}`, { method })).json();
    expect([event.routeKey, event.pathParameters]).toEqual([routeKey, pathParameters]);
  });

  it('answers HEAD by no route of GET', async () => {
    const head = await fetch(`${front.url}/r/x`, { method: 'HEAD' });
    expect(head.status).toBe(404);
    expect((await fetch(`${routed.url}/a/b`, { method: 'HEAD' })).status).toBe(200);
  });
});
