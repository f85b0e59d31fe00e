import { describe, expect, it } from 'vitest';
import { reachableNetworks } from '../../../../../shared/providers/http/public/reachable-networks.ts';

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
