import { subscribersOf } from '../../domain/config/desired-state.ts';
import type { Channel } from '../../domain/channels/channel.ts';
import { isSame } from '../../domain/lib/hash.ts';
import type { Ports } from '../ports/ports.ts';
import type {
  Address,
  Filter,
  Subscription,
  SubscriptionRecord,
  SubscriptionRecords,
} from '../ports/subscriptions.ts';

type AdoptPorts = Pick<Ports, 'clock' | 'definitions' | 'subscriptions' | 'subscriptionRecords'>;

/** `email press@acme.example` */
export function addressOf({ protocol, endpoint }: Address): string {
  return `${protocol} ${endpoint}`;
}

/** Whether two subscribers get the same messages. */
export function isSameFilter(one: Filter, other: Filter): boolean {
  return isSame(one.channels, other.channels) && isSame(one.severities ?? {}, other.severities ?? {});
}

/** Whether we made a listed subscription: it has the recorded ARN, or is the one that we asked for and that had none yet. */
export function isOurs(listed: Subscription, record: SubscriptionRecord): boolean {
  if (addressOf(listed) !== addressOf(record)) return false;
  return record.arn === undefined || listed.arn === record.arn;
}

/**
 * Records, once, the subscriptions of older versions, which kept no records: those of an address of the stored channels whose
 * filter is exactly what such a version gave it, and those that wait for a confirmation. Call it before the channels change.
 */
export async function adoptSubscriptions(ports: AdoptPorts): Promise<void> {
  if ((await ports.subscriptionRecords.all()).adopted) return;
  const before = subscribersOf(await ports.definitions.channels());
  const listed = before.length === 0 ? [] : await ports.subscriptions.list(before);
  for (const { protocol, endpoint, channels } of before) {
    const found = listed.find((one) => addressOf(one) === addressOf({ protocol, endpoint }));
    if (!found || (found.arn !== undefined && !isSame(found.channels, channels))) continue;
    const { arn } = found;
    await ports.subscriptionRecords.put({ protocol, endpoint, channels, arn, askedAt: ports.clock.now() });
  }
  await ports.subscriptionRecords.noteAdopted();
}

/** The listed subscriptions that we made. Before the first apply of this version: those of an address of these channels. */
export async function ownAmong(
  listed: readonly Subscription[],
  { channels, records }: { channels: readonly Channel[]; records: Pick<SubscriptionRecords, 'all'> },
): Promise<Subscription[]> {
  const { adopted, records: made } = await records.all();
  const named = new Set(subscribersOf(channels).map(addressOf));
  const own = new Map(made.map((record) => [addressOf(record), record]));
  return listed.filter((one) => {
    const record = own.get(addressOf(one));
    return record ? isOurs(one, record) : !adopted && named.has(addressOf(one));
  });
}
