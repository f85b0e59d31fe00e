import { subscribersOf, type Desired } from '../../domain/config/desired-state.ts';
import { isSame } from '../../domain/lib/canonical.ts';
import type { Changes } from '../../domain/runs/outcome.ts';
import type { Subscriptions } from '../ports/ports.ts';

/**
 * Subscribes who is missing, changes which channels a subscriber gets, and unsubscribes who is no longer named. An
 * address that has not confirmed yet is not asked again until the service forgets it.
 */
export async function applySubscriptions(
  desired: Desired,
  { subscriptions, changes }: { subscriptions: Subscriptions; changes: Changes },
): Promise<void> {
  const existing = new Map((await subscriptions.list()).map((one) => [addressOf(one), one]));
  for (const wanted of subscribersOf(desired.channels)) {
    const before = existing.get(addressOf(wanted));
    existing.delete(addressOf(wanted));
    if (!before) {
      await subscriptions.subscribe(wanted);
      changes.added.push(wanted.endpoint);
    } else if (before.arn !== undefined && !isSame(before.channels, wanted.channels)) {
      await subscriptions.refilter(before, wanted.channels);
      changes.changed.push(wanted.endpoint);
    }
  }
  for (const left of existing.values()) {
    if (left.arn === undefined) continue;
    await subscriptions.unsubscribe(left);
    changes.removed.push(left.endpoint);
  }
}

function addressOf({ protocol, endpoint }: { protocol: string; endpoint: string }): string {
  return `${protocol} ${endpoint}`;
}
