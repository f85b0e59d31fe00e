import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { publicAgent } from '../../../../../shared/providers/http/public/public-agent.ts';
import { needPublicHost, PrivateAddress } from '../../../../../shared/providers/http/public/public-lookup.ts';

async function serve(): Promise<number> {
  const server = createServer((_, answer) => answer.end('inside'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

it('refuses a name that leads to a private address before it connects', async () => {
  const port = await serve();
  const agent = publicAgent();
  onTestFinished(() => agent.close());
  await expect(request(`http://localhost:${port}/`, { dispatcher: agent })).rejects.toThrow(
    /localhost leads to .*, which is not a public address/,
  );
});

it('reaches what its allowlist names', async () => {
  const port = await serve();
  const agent = publicAgent({ mayReach: (address) => address === '127.0.0.1' });
  onTestFinished(() => agent.close());
  const { body } = await request(`http://127.0.0.1:${port}/`, { dispatcher: agent });
  expect(await body.text()).toBe('inside');
});

it.each(['http://169.254.169.254/latest', 'http://10.0.0.1/', 'http://[::1]/', 'http://[::ffff:127.0.0.1]/'])(
  'refuses the address %s, which nobody looks up',
  (url) => {
    expect(() => needPublicHost(new URL(url))).toThrow(PrivateAddress);
  },
);

it('takes a public address and any name', () => {
  expect(() => needPublicHost(new URL('http://93.184.216.34/'))).not.toThrow();
  expect(() => needPublicHost(new URL('http://news.example/'))).not.toThrow();
});
