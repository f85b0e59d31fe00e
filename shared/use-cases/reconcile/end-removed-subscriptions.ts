import { type Instant, MINUTE } from '../../domain/time/instant.ts';
import { APPLY_LEASE } from '../apply/apply-lease.ts';
import { settleSubscriptions, type SubscriptionPorts } from '../apply/apply-subscriptions.ts';
import type { Ports } from '../ports/ports.ts';

export type EndSubscriptionPorts = SubscriptionPorts & Pick<Ports, 'definitions' | 'leases'>;

/**
 * Ends the subscriptions that were removed while they were pending, once somebody confirms them. Leaves them to the next
 * sweep while an apply is running.
 *
 * @returns how many were ended.
 */
export async function endRemovedSubscriptions(
  ports: EndSubscriptionPorts,
  { owner, deadline }: { owner: string; deadline: Instant },
): Promise<number> {
  const records = await ports.subscriptionRecords.all();
  if (!records.some(({ isUnsettled }) => isUnsettled)) return 0;
  const now = ports.clock.now();
  const lease = { owner, until: Math.min(deadline, now + MINUTE) };
  if (!(await ports.leases.take(APPLY_LEASE, lease, now))) return 0;
  try {
    return (await settleSubscriptions(await ports.definitions.channels(), ports)).removed.length;
  } finally {
    await ports.leases.giveBack(APPLY_LEASE, lease);
  }
}
