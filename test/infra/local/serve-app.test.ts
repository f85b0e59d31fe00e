import { expect, it, onTestFinished } from 'vitest';
import { openPort } from '../../../infra/local/serve-app.ts';

it('lets requests that come before the app wait for it', async () => {
  const port = await openPort();
  onTestFinished(() => port.close());
  const early = fetch(`${port.url}/early`);
  port.serve({ fetch: async (request) => new Response(new URL(request.url).pathname) });
  const late = fetch(`${port.url}/late`);
  expect(await Promise.all([early, late].map(async (answer) => (await answer).text()))).toEqual([
    '/early',
    '/late',
  ]);
});

it('drops requests that wait when it is closed', async () => {
  const port = await openPort();
  const early = fetch(port.url).catch((cause: Error) => cause.message);
  await fetch(port.url, { signal: AbortSignal.timeout(50) }).catch(() => undefined);
  await port.close();
  expect(await early).toBe('fetch failed');
});
