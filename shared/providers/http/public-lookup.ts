import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { isPublicAddress } from './public-address.ts';

/**
 * Whether an address may be reached besides the public ones: loopback in tests and on one machine, or an allowlist.
 */
export type MayReach = (address: string) => boolean;

/** An address that is not of the internet: requests to it would reach into a private network. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';

  constructor(host: string, address: string) {
    super(`${host} leads to ${address}, which is not a public address`);
  }
}

/** @throws PrivateAddress when the host of a URL is an IP address that is not public. */
export function needPublicHost(url: URL, mayReach: MayReach = () => false): void {
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  if (isIP(host) !== 0 && !isReachable(host, mayReach)) throw new PrivateAddress(host, host);
}

/** Looks up a name, and refuses with {@link PrivateAddress} one that leads to a private address. */
export function publicOnly(mayReach: MayReach): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      const hidden = addresses.find(({ address }) => !isReachable(address, mayReach));
      if (hidden) return done(new PrivateAddress(hostname, hidden.address), []);
      const [first] = addresses;
      if (options.all) done(null, addresses);
      else done(first ? null : new Error(`${hostname} has no address`), first?.address ?? '', first?.family);
    });
  };
}

function isReachable(address: string, mayReach: MayReach): boolean {
  return mayReach(address) || isPublicAddress(address);
}

/**
 * Connections to the internet alone. A name is looked up once for each connection, and a private address behind it is
 * refused there with `PrivateAddress`, so that no name can lead inside. An address in place of a name is never looked
 * up: call `needPublicHost` before each request.
 *
 * @param connections at most so many to one host.
 */
export function publicAgent({
  mayReach = () => false,
  connections,
  limit,
}: {
  mayReach?: MayReach;
  connections?: number;
  /** Milliseconds for a connection. */
  limit?: number;
} = {}): Agent {
  return new Agent({
    connect: { lookup: publicOnly(mayReach), ...(limit !== undefined && { timeout: limit }) },
    allowH2: false,
    pipelining: 0,
    ...(connections !== undefined && { connections }),
  });
}

/**
 * What an allowlist lets requests reach besides public addresses.
 *
 * @param written addresses and networks with commas between them: `10.1.2.3,10.2.0.0/16,fd00::/8`. Empty: nothing.
 * @throws Error for an entry that is neither.
 */
export function reachableNetworks(written: string): MayReach {
  const list = new BlockList();
  for (const entry of written.split(',').map((one) => one.trim())) {
    if (entry === '') continue;
    const [net = '', prefix] = entry.split('/');
    const version = isIP(net);
    const most = version === 4 ? 32 : 128;
    const length = prefix === undefined ? most : Number(prefix);
    if (version === 0 || !Number.isInteger(length) || length < 0 || length > most)
      throw new Error(`The allowlist has "${entry}". Write addresses and networks, such as 10.2.0.0/16.`);
    list.addSubnet(net, length, version === 4 ? 'ipv4' : 'ipv6');
  }
  return (address) => {
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
  };
}
