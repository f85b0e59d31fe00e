import * as z from 'zod';
import type { Path, Problem } from '../../shared/contracts/watches-file/problems/problem.ts';
import { isPublicHost } from '../../shared/providers/http/public/public-address.ts';

const addressed = z.object({ https: z.array(z.unknown()).catch([]) }).catch({ https: [] });
const file = z.object({ channels: z.record(z.string(), addressed).catch({}), operators: addressed });

/**
 * Warns of https addresses that name a host of a private network. SNS posts to them from the network of AWS, where no such
 * host can be reached: the address is never confirmed, and its alerts are lost. Never throws, whatever the content.
 */
export function privateAddressWarnings(data: unknown): Problem[] {
  const read = file.safeParse(data);
  if (!read.success) return [];
  const { channels, operators } = read.data;
  return [
    ...Object.entries(channels).flatMap(([name, { https }]) => warningsOf(https, ['channels', name])),
    ...warningsOf(operators.https, ['operators']),
  ];
}

function warningsOf(addresses: readonly unknown[], path: Path): Problem[] {
  return addresses.flatMap((address, n): Problem[] => {
    const url = typeof address === 'string' ? URL.parse(address) : null;
    if (url?.protocol !== 'https:' || isPublicHost(url.hostname)) return [];
    const what = `SNS cannot reach "${url.hostname}": it is a host of a private network, and SNS posts from the internet`;
    const hint = 'write the address of a host of the internet, or send the alerts to a queue';
    return [{ path: [...path, 'https', n], what, hint }];
  });
}
