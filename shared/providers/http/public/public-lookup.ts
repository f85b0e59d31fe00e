import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Whether an address may be reached besides the public ones: loopback in tests and on one machine, or an allowlist. */
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
