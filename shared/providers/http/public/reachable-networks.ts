import { BlockList, isIP } from 'node:net';
import type { MayReach } from './public-lookup.ts';

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
