import { subscribersOf } from '../../domain/config/desired-state.ts';
import type { Channel } from '../../domain/channels/channel.ts';
import { isSame } from '../../domain/lib/hash.ts';
import type { Changes } from '../../domain/runs/outcome.ts';
import type { Subscriptions } from '../ports/subscriptions.ts';

/**
 * Subscribes new addresses, changes which channels an address gets, and unsubscribes those that are no longer named. An
 * unconfirmed address is left alone until the service has deleted its subscription.
 */
export async function applySubscriptions(
  channels: readonly Channel[],
  subscriptions: Subscriptions,
): Promise<Changes> {
  const changes: Changes = { added: [], changed: [], removed: [] };
  const existing = new Map((await subscriptions.list()).map((one) => [addressOf(one), one]));
  const wanted = subscribersOf(channels);
  for (const subscriber of wanted) {
    const before = existing.get(addressOf(subscriber));
    if (!before) {
      await subscriptions.subscribe(subscriber);
      changes.added.push(subscriber.endpoint);
    } else if (before.arn !== undefined && !isSame(before.channels, subscriber.channels)) {
      await subscriptions.refilter(before, subscriber.channels);
      changes.changed.push(subscriber.endpoint);
    }
  }
  const addresses = new Set(wanted.map(addressOf));
  for (const [address, left] of existing) {
    if (addresses.has(address) || left.arn === undefined) continue;
    await subscriptions.unsubscribe(left);
    changes.removed.push(left.endpoint);
  }
  return changes;
}

function addressOf({ protocol, endpoint }: { protocol: string; endpoint: string }): string {
  return `${protocol} ${endpoint}`;
}
