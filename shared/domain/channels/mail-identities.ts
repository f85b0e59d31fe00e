/**
 * The names under which SES may have verified a sender: the address, its domain, and the domains above (SES Developer Guide,
 * "Verified identities"). The most exact one comes first.
 */
export function identitiesOf(address: string): string[] {
  const labels = address.slice(address.lastIndexOf('@') + 1).split('.');
  const domains = labels.slice(0, -1).map((_, n) => labels.slice(n).join('.'));
  return [address, ...domains];
}
