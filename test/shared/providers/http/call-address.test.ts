import { createServer, type RequestListener } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { listenOnLoopback } from '../../../../infra/local/listen-on-loopback.ts';
import { callAddress } from '../../../../shared/providers/http/call-address.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  const port = await listenOnLoopback(server);
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}/secret-token`;
}

it('calls the address once with GET', async () => {
  const calls: unknown[] = [];
  const address = await serve((call, answer) => {
    calls.push([call.method, call.url]);
    answer.end('OK');
  });
  await callAddress(address);
  expect(calls).toEqual([['GET', '/secret-token']]);
});

it.each([302, 404, 500])(
  'refuses an answer with the status %s, without naming the address',
  async (status) => {
    const address = await serve((_call, answer) => answer.writeHead(status, { location: '/' }).end());
    await expect(callAddress(address)).rejects.toThrow(/^The answer has the status \d+$/);
  },
);

it('gives up after its limit, and when no one listens, without naming the address', async () => {
  const silent = await serve(() => undefined);
  await expect(callAddress(silent, 50)).rejects.toThrow(/^No answer: \w+$/);
  await expect(callAddress('http://127.0.0.1:9/secret-token')).rejects.toThrow(/^No answer: \w+$/);
});
