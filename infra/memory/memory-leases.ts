import type { Instant } from '../../shared/domain/time/instant.ts';
import type { Lease, Leases } from '../../shared/use-cases/ports/leases.ts';

/** Leases by name, in memory. */
export function memoryLeases() {
  const leases = new Map<string, Lease>();
  const take = (name: string, lease: Lease, now: Instant): boolean => {
    const held = leases.get(name);
    if (held && held.until >= now && held.owner !== lease.owner) return false;
    leases.set(name, lease);
    return true;
  };
  const giveBack = (name: string, lease: Lease): void => {
    if (leases.get(name)?.owner === lease.owner) leases.delete(name);
  };
  const port: Leases = {
    take: async (name, lease, now) => take(name, lease, now),
    giveBack: async (name, lease) => giveBack(name, lease),
  };
  return { port, leases, take, giveBack };
}
