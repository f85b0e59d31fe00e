import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent } from 'undici';

/** IPv4 networks that are not public (RFC 6890). */
const PRIVATE_V4 = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE_V4.addSubnet(net, prefix, 'ipv4');
}

/** The IPv6 addresses that are assigned to hosts of the internet (RFC 4291). All others are for special uses. */
const GLOBAL_V6 = new BlockList();
GLOBAL_V6.addSubnet('2000::', 3, 'ipv6');

/**
 * Networks within them that are not public: Teredo, other special uses, benchmarks, ORCHID, documentation (RFC 6890).
 */
const PRIVATE_V6 = new BlockList();
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
] as const) {
  PRIVATE_V6.addSubnet(net, prefix, 'ipv6');
}

/** Networks whose addresses contain an IPv4 address, and the group of 16 bits at which it begins. */
const EMBEDDING = (
  [
    // IPv4-mapped (RFC 4291).
    ['::ffff:0:0', 96, 6],
    // NAT64 (RFC 6052). The local one, 64:ff9b:1::/48 (RFC 8215), leads to networks that are not public.
    ['64:ff9b::', 96, 6],
    // 6to4 (RFC 3056).
    ['2002::', 16, 1],
  ] as const
).map(([net, prefix, group]) => {
  const list = new BlockList();
  list.addSubnet(net, prefix, 'ipv6');
  return { list, group };
});

/**
 * Whether an IP address belongs to a host of the internet. An address that contains an IPv4 address is judged by that
 * one: a gateway may pass on what is sent to it. Any text that is no address is not public.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !PRIVATE_V4.check(address, 'ipv4');
  if (version !== 6 || address.includes('%')) return false;
  const inner = EMBEDDING.find(({ list }) => list.check(address, 'ipv6'));
  if (inner) return isPublicAddress(dotted(groupsOf(address).slice(inner.group, inner.group + 2)));
  return GLOBAL_V6.check(address, 'ipv6') && !PRIVATE_V6.check(address, 'ipv6');
}

/** Names that never lead to a public host (RFC 6761, RFC 6762, RFC 8375 and common private ones). */
const PRIVATE_NAME = /(?:^|\.)(?:local(?:host)?|internal|intranet|lan|home|corp|home\.arpa|onion)\.?$/;

/**
 * Whether the host of an address, as `URL` writes it, can be one of the internet: a public IP address, or a name that
 * is not reserved for private networks. A public name may still lead to a private address: only its use shows that.
 */
export function isPublicHost(hostname: string): boolean {
  const bare = hostname.replaceAll(/[[\]]/g, '');
  if (isIP(bare) !== 0) return isPublicAddress(bare);
  return hostname.includes('.') && !PRIVATE_NAME.test(hostname);
}

/** The eight groups of an IPv6 address as numbers. */
function groupsOf(address: string): number[] {
  // The parser of addresses writes all forms in one: hex groups, and at most one `::`.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const read = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [before, after] = [read(head), read(tail ?? '')];
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

function dotted(groups: readonly number[]): string {
  return groups.flatMap((group) => [group >> 8, group & 0xff]).join('.');
}

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
