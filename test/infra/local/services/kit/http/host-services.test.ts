import { afterEach, describe, expect, it } from 'vitest';
import { heldApp } from '../../../../../../infra/local/services/kit/http/host-services.ts';
import type { App } from '../../../../../../infra/local/serve-app.ts';
import { call, openHost, type OpenHost } from './open-host.ts';

let host: OpenHost | undefined;
afterEach(() => host?.close());
const open = async (...options: Parameters<typeof openHost>) => (host = await openHost(...options));

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('several services below one port', () => {
  it('answer with JSON, the time it took and a request id, errors too', async () => {
    const { url } = await open();
    const first = await call(`${url}/news/work?x=1`);
    expect([first.status, first.body]).toEqual([200, { worked: 1 }]);
    expect(first.headers.get('content-type')).toBe('application/json');
    expect(first.headers.get('x-process-time')).toMatch(/^\d+\.\d+$/);
    const ids = new Set([first.headers.get('correlation-id')]);
    for (const path of ['/news/nothing', '/elsewhere', '/news/broken', '/jobs/svc/refused']) {
      const { headers } = await call(url + path);
      expect(headers.get('correlation-id')).toMatch(UUID);
      ids.add(headers.get('correlation-id'));
    }
    expect(ids.size).toBe(5);
  });

  it('turn what nobody foresaw into a plain 500 and a line for the operator', async () => {
    const { url, logged } = await open();
    for (const path of ['broken', 'circle']) {
      const { status, text } = await call(`${url}/news/${path}`);
      expect([status, text]).toEqual([500, 'Internal Server Error']);
    }
    expect(logged).toEqual([
      expect.stringContaining('nobody foresaw this'),
      expect.stringContaining('BigInt'),
    ]);
    expect((await call(`${url}/news/work`)).status).toBe(200);
  });
});

describe('bodies', () => {
  it.each<[string, number, ...string[]]>([
    ['empty ones are empty objects', 200, '', ' \n'],
    ['what is no JSON is refused', 400, '{', '[1,]', 'nope'],
    [
      'so is nesting that recursion could not bear',
      400,
      '['.repeat(500_000),
      '['.repeat(200_000) + ']'.repeat(200_000),
      '{"a":'.repeat(100_000),
    ],
    ['brackets in a text are no nesting', 200, JSON.stringify({ text: '[{"'.repeat(10_000) })],
    ['a body above the limit is refused', 413, JSON.stringify('x'.repeat(5_000_000))],
  ])('%s', async (_, status, ...bodies) => {
    const { url } = await open();
    for (const body of bodies) {
      const answer = await call(`${url}/news/echo/1`, { method: 'POST', body });
      expect(answer.status).toBe(status);
    }
    expect((await call(`${url}/news/echo/1`, { method: 'POST', body: '' })).body.body).toEqual({});
  });
});

describe('the plan', () => {
  it('bounds calls at one time, and frees the place afterwards', async () => {
    const waiting: (() => void)[] = [];
    const { url, faults } = await open({
      limits: { concurrentCalls: 2 },
      sleep: () => new Promise<void>((resolve) => waiting.push(resolve)),
    });
    faults.play([{ path: '/work', times: 2, fault: { delay: 1_000 } }]);
    const work = () => call(`${url}/news/work`);
    const slow = [work(), work()];
    while (waiting.length < 2) await new Promise((resolve) => setImmediate(resolve));
    expect(await work()).toMatchObject({ status: 429, body: { status: 'Too many requests' } });
    for (const finish of waiting) finish();
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await work()).status).toBe(200);
  });
});

describe('an app that is not open yet', () => {
  const ready: App = { fetch: () => new Response('ready') };

  /** With the waits that requests begin. */
  function held() {
    const opening = Promise.withResolvers<App>();
    const waits: { ms: number; over: () => void }[] = [];
    const sleep = (ms: number) => new Promise<void>((over) => void waits.push({ ms, over }));
    const app = heldApp(opening.promise, { sleep, progress: () => '7 lines are read.' });
    return { opening, waits, ask: async () => app.fetch(new Request('http://127.0.0.1/'), {}) };
  }

  it('lets requests wait, and answers 503 with Retry-After and how far it is after 20 s', async () => {
    const { opening, waits, ask } = held();
    const [early, late] = [ask(), ask()];
    expect(waits.map(({ ms }) => ms)).toEqual([20_000, 20_000]);
    waits[0]?.over();
    const answer = await early;
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.json()).toMatchObject({ message: '7 lines are read. Ask again in 5 s.' });
    opening.resolve(ready);
    expect(await (await late).text()).toBe('ready');
    expect(await (await ask()).text()).toBe('ready');
    expect(waits).toHaveLength(2);
  });
});
