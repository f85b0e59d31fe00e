import { expect, it } from 'vitest';
import type { App } from '../../../../../../infra/local/http/serve-app.ts';
import { heldApp } from '../../../../../../infra/local/services/kit/http/held-app.ts';

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
