import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  needPublicHost,
  PrivateAddress,
  publicAgent,
  reachableNetworks,
} from '../../../../shared/providers/http/public-address.ts';

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

describe('the allowlist of private networks', () => {
  it('lets requests reach the addresses and networks that it names, and no other', () => {
    const may = reachableNetworks('10.1.2.3, 10.2.0.0/16,fd00::/8');
    expect(['10.1.2.3', '10.2.255.1', 'fd12::1'].map(may)).toEqual([true, true, true]);
    expect(['10.1.2.4', '10.3.0.1', 'fe80::1', 'localhost', ''].map(may)).toEqual(Array(5).fill(false));
  });

  it('names nothing when it is empty', () => {
    expect(reachableNetworks('')('127.0.0.1')).toBe(false);
  });

  it.each(['intranet', '10.0.0.0/33', '10.0.0.0/x', '::/129'])('refuses %s', (entry) => {
    expect(() => reachableNetworks(entry)).toThrow(`"${entry}"`);
  });
});
