import { subscribersOf } from '../../domain/config/desired-state.ts';
import type { Channel } from '../../domain/channels/channel.ts';
import { keepsFailures } from '../../domain/alerts/message.ts';
import { isSame } from '../../domain/lib/hash.ts';
import { DAY } from '../../domain/time/instant.ts';
import type { Changes } from '../../domain/runs/outcome.ts';
import type { Address, Filter, Ports, Subscription } from '../ports/ports.ts';
import type { SubscriptionRecord, SubscriptionRecords } from '../../store/channels/recipients.ts';
import type { Kept } from './apply-definitions.ts';

export type SubscriptionPorts = Pick<Ports, 'clock' | 'subscriptions' | 'subscriptionRecords'> &
  Partial<Kept>;

/**
 * A subscription that is missing from the list for longer than this has expired. Younger ones may not be listed yet.
 */
const LISTED_WITHIN = DAY;

/** `email press@acme.example` */
export function addressOf({ protocol, endpoint }: Address): string {
  return `${protocol} ${endpoint}`;
}

/** Whether two subscribers get the same messages. */
export function isSameFilter(one: Filter, other: Filter): boolean {
  return isSame(one.channels, other.channels) && isSame(one.severities ?? {}, other.severities ?? {});
}

/**
 * Whether we made a listed subscription: it has the recorded ARN, or is the one that we asked for and that had none
 * yet.
 */
export function isOurs(listed: Subscription, record: SubscriptionRecord): boolean {
  if (addressOf(listed) !== addressOf(record)) return false;
  return record.arn === undefined || listed.arn === record.arn;
}

/** The listed subscriptions that we made. */
export async function ownAmong(
  listed: readonly Subscription[],
  records: Pick<SubscriptionRecords, 'all'>,
): Promise<Subscription[]> {
  const made = new Map((await records.all()).map((record) => [addressOf(record), record]));
  return listed.filter((one) => {
    const record = made.get(addressOf(one));
    return record !== undefined && isOurs(one, record);
  });
}

/**
 * Subscribes new addresses, changes which channels an address gets, and unsubscribes those that are no longer named.
 * What SNS cannot deliver to https addresses and queues is kept: a subscription that lacks our dead-letter queue is
 * given it. It changes only subscriptions that we made, as the records say. A record is written before its
 * subscription, so that a crash leaves none without one. A pending subscription cannot be changed or ended: it is
 * marked, and a sweep settles it once it is confirmed.
 */
export async function applySubscriptions(
  channels: readonly Channel[],
  ports: SubscriptionPorts,
): Promise<Changes> {
  const records = await ports.subscriptionRecords.all();
  const listed = await ports.subscriptions.list();
  const known = new Set(listed.map(addressOf));
  const added: string[] = [];
  for (const wanted of subscribersOf(channels)) {
    if (known.has(addressOf(wanted))) continue;
    await ports.keep?.();
    const record = { ...wanted, askedAt: ports.clock.now() };
    await ports.subscriptionRecords.put(record);
    const arn = await ports.subscriptions.subscribe(wanted);
    if (arn !== undefined) await ports.subscriptionRecords.put({ ...record, arn });
    added.push(wanted.endpoint);
  }
  const older = records.filter((one) => known.has(addressOf(one)) || !added.includes(one.endpoint));
  return { added, ...(await settle(channels, { ports, records: older, listed })) };
}

/**
 * Changes and ends the subscriptions that were pending when the file changed, and are confirmed since. Subscribes
 * nobody. Asks the topic only when there is one of them.
 *
 * @returns the endpoints that were changed and removed.
 */
export async function settleSubscriptions(
  channels: readonly Channel[],
  ports: SubscriptionPorts,
): Promise<Omit<Changes, 'added'>> {
  const records = (await ports.subscriptionRecords.all()).filter(({ isUnsettled }) => isUnsettled);
  if (records.length === 0) return { changed: [], removed: [] };
  const listed = await ports.subscriptions.list(records);
  return settle(channels, { ports, records, listed });
}

interface Found {
  ports: SubscriptionPorts;
  records: readonly SubscriptionRecord[];
  listed: readonly Subscription[];
}

async function settle(
  channels: readonly Channel[],
  { ports, records, listed }: Found,
): Promise<Omit<Changes, 'added'>> {
  const changed: string[] = [];
  const removed: string[] = [];
  const wanted = new Map(subscribersOf(channels).map((one) => [addressOf(one), one]));
  for (const record of records) {
    await ports.keep?.();
    const found = listed.find((one) => isOurs(one, record));
    const filter = wanted.get(addressOf(record));
    if (found?.arn === undefined)
      await settlePending(record, { ports, filter, isPending: found !== undefined });
    else if (filter === undefined) {
      await ports.subscriptions.unsubscribe(found);
      await ports.subscriptionRecords.remove(record);
      removed.push(record.endpoint);
    } else {
      if (!isSameFilter(found, filter)) {
        await ports.subscriptions.refilter(found, filter);
        changed.push(record.endpoint);
      }
      // No change of the file, so that `plan` shows none.
      if (keepsFailures(found.protocol) && !found.keepsFailures)
        await ports.subscriptions.keepFailures(found);
      const { protocol, endpoint, askedAt } = record;
      const { channels: names, severities } = filter;
      const after = { protocol, endpoint, channels: names, severities, arn: found.arn, askedAt };
      await putIfOther(record, after, ports);
    }
  }
  return { changed, removed };
}

/** Marks a pending subscription that is wanted otherwise. Forgets one that has ended or expired. */
async function settlePending(
  record: SubscriptionRecord,
  { ports, filter, isPending }: { ports: SubscriptionPorts; filter: Filter | undefined; isPending: boolean },
): Promise<void> {
  const now = ports.clock.now();
  const isGone = !isPending && (record.arn !== undefined || now >= record.askedAt + LISTED_WITHIN);
  // Where it is wanted, the address has another subscription, which a person made.
  if (isGone) return filter === undefined ? ports.subscriptionRecords.remove(record) : undefined;
  const isUnsettled = filter === undefined || !isSameFilter(filter, record) || undefined;
  await putIfOther(record, { ...record, isUnsettled }, ports);
}

async function putIfOther(
  before: SubscriptionRecord,
  after: SubscriptionRecord,
  { subscriptionRecords }: SubscriptionPorts,
): Promise<void> {
  if (!isSame(before, after)) await subscriptionRecords.put(after);
}
