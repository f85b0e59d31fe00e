import { subscribersOf } from '../../domain/config/desired-state.ts';
import type { Silence } from '../../domain/channels/silence.ts';
import { addressOf } from '../apply/apply-subscriptions.ts';
import { takeApplyLease } from '../apply/apply-lease.ts';
import type { Ports } from '../ports/ports.ts';
import type { Address, Subscription } from '../ports/subscriptions.ts';
import type { SubscriptionRecord } from '../../store/channels/recipients.ts';
import type { ForgetContext } from './forget-ports.ts';
import { FORGETTING } from './forget-messages.ts';

export interface AddressPorts
  extends Pick<
    Ports,
    'clock' | 'definitions' | 'leases' | 'subscriptions' | 'subscriptionRecords' | 'silences'
  > {
  removals: Pick<Ports['removals'], 'silences'>;
}

/** What is stored of an address, here and at SNS. */
export interface AddressTraces {
  /** Channels of the file that name it. */
  channels: readonly string[];
  /** Subscriptions to the topic with a filter of our form, whoever made them. */
  subscriptions: readonly Subscription[];
  record: SubscriptionRecord | undefined;
  /** Silences whose owner or reason contains it. */
  silences: readonly Silence[];
}

export type AddressOutcome =
  | {
      status: 'forgotten';
      /** Confirmed subscriptions that were ended. */
      subscriptions: number;
      silences: number;
      /** A subscription waits for its confirmation: it cannot be ended before. A sweep ends it then. */
      isPending: boolean;
    }
  | { status: 'blocked'; obstacle: { by: 'file'; channels: readonly string[] } | { by: 'apply' } };

/** Reads what is stored of an address. Changes nothing. */
export async function readAddressTraces(address: Address, ports: AddressPorts): Promise<AddressTraces> {
  const channels = (await ports.definitions.channels()).filter((channel) =>
    [
      ...subscribersOf([channel]),
      ...(channel.transports?.ses?.to ?? []).map((endpoint) => ({ protocol: 'email' as const, endpoint })),
    ].some((one) => isSameAddress(one, address)),
  );
  const records = await ports.subscriptionRecords.all();
  return {
    channels: channels.map(({ name }) => name),
    subscriptions: await ports.subscriptions.list([address]),
    record: records.find((one) => isSameAddress(one, address)),
    silences: (await ports.silences.since(0)).filter((one) => withoutAddress(address, one) !== one),
  };
}

/**
 * Ends the subscriptions of an address and deletes what is stored of it. The record goes after its subscription, so
 * that a repeat finds what a crash left. Of a pending subscription the record stays, marked for the sweep that ends
 * it when somebody confirms it.
 */
export async function forgetAddress(
  address: Address,
  ports: AddressPorts,
  { deadline }: Pick<ForgetContext, 'deadline'>,
): Promise<AddressOutcome> {
  const lease = await takeApplyLease(ports, { owner: FORGETTING, deadline });
  if (!lease) return { status: 'blocked', obstacle: { by: 'apply' } };
  try {
    const traces = await readAddressTraces(address, ports);
    const { channels, subscriptions, record } = traces;
    if (channels.length > 0) return { status: 'blocked', obstacle: { by: 'file', channels } };
    const confirmed = subscriptions.filter(({ arn }) => arn !== undefined);
    for (const one of confirmed) await ports.subscriptions.unsubscribe(one);
    const isPending = confirmed.length < subscriptions.length;
    await (isPending ? markPending(address, { record, ports }) : forgetRecord(record, ports));
    const silences = await ports.removals.silences((silence) => withoutAddress(address, silence));
    return { status: 'forgotten', subscriptions: confirmed.length, silences, isPending };
  } finally {
    await lease.giveBack();
  }
}

async function markPending(
  { protocol, endpoint }: Address,
  { record, ports }: { record: SubscriptionRecord | undefined; ports: AddressPorts },
): Promise<void> {
  const known = record ?? { protocol, endpoint, channels: [], askedAt: ports.clock.now() };
  await ports.subscriptionRecords.put({ ...known, isUnsettled: true });
}

async function forgetRecord(record: SubscriptionRecord | undefined, ports: AddressPorts): Promise<void> {
  if (record) await ports.subscriptionRecords.remove(record);
}

function isSameAddress(one: Address, other: Address): boolean {
  return addressOf(one) === addressOf(other);
}

/** What replaces an address in a text. */
const REMOVED = '(removed)';

/** A silence whose texts do not contain the address; the same object when they did not. */
function withoutAddress({ endpoint }: Address, silence: Silence): Silence {
  const owner = textWithout(endpoint, silence.owner);
  const reason = textWithout(endpoint, silence.reason);
  return owner === silence.owner && reason === silence.reason ? silence : { ...silence, owner, reason };
}

/** What continues an address: then it is another one. A sentence may end after it. */
const GOES_ON_BEFORE = /[\p{L}\p{N}._%+-]$/u;
const GOES_ON_AFTER = /^(?:[\p{L}\p{N}_%+-]|\.[\p{L}\p{N}])/u;

function textWithout(endpoint: string, text: string): string {
  const [first = '', ...rest] = text.split(endpoint);
  return rest.reduce((before, after) => {
    const isAnother = GOES_ON_BEFORE.test(before) || GOES_ON_AFTER.test(after);
    return before + (isAnother ? endpoint : REMOVED) + after;
  }, first);
}
