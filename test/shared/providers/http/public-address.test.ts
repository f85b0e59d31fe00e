import { expect, it, describe, onTestFinished } from 'vitest';
import {
  isPublicAddress,
  needPublicHost,
  PrivateAddress,
  publicAgent,
  reachableNetworks,
} from '../../../../shared/providers/http/public-address.ts';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { request } from 'undici';

it.each(
  `8.8.8.8 1.1.1.1 93.184.216.34 172.15.0.1 172.32.0.1 2606:4700::1111 2a00:1450:4001:800::200e 2001:4860:4860::8888
  ::ffff:8.8.8.8 ::ffff:808:808 64:ff9b::8.8.8.8 64:ff9b::808:808 2002:808:808::1`.split(/\s+/),
)('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

it.each(
  `0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.255.255.255 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1 198.18.0.1
  203.0.113.7 224.0.0.1 239.1.1.1 240.0.0.1 255.255.255.255
  :: ::1 ::7f00:1 ::127.0.0.1 ::10.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:a9fe:a9fe 0:0:0:0:0:ffff:c0a8:101
  ::FFFF:192.168.0.1 64:ff9b::10.0.0.1 64:ff9b::7f00:1 64:ff9b:1::8.8.8.8 64:ff9b:1:ffff::1 2002:7f00:1:: 2002:a00:1::5
  2002:c0a8:101::c0a8:101 2002:a9fe:a9fe::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:db8::1 100::1
  fc00::1 fd12:3456:789a::1 fe80::1 fe80::1%eth0 febf::1 fec0::1 feff::1 ff02::1 ff0e::1 4000::1`.split(
    /\s+/,
  ),
)('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each(['', 'localhost', 'example.com', '1.2.3', '0x7f.0.0.1', '[::1]', '127.1'])(
  '%j is no public address',
  (text) => {
    expect(isPublicAddress(text)).toBe(false);
  },
);

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
