import type { Alert } from '../../domain/alerts/alert.ts';
import type { Message } from '../../domain/alerts/message.ts';
import { type Channel, channelNameOf, lanesOf } from '../../domain/channels/channel.ts';
import type { Silence } from '../../domain/channels/silence.ts';
import { subscribersOf } from '../../domain/config/desired-state.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { DAY, dayOf, MINUTE } from '../../domain/time/instant.ts';
import type { StoredMessage } from '../../store/alerts/messages.ts';
import type { SubscriptionRecord } from '../../store/channels/recipients.ts';
import { type Kept, takeApplyLease } from '../apply/apply-definitions.ts';
import { addressOf } from '../apply/apply-subscriptions.ts';
import type { Address, Ports, Subscription } from '../ports/ports.ts';
import type { ForgetContext, ForgetPorts, OwnAlert } from './read-traces.ts';

export interface AddressPorts
  extends Pick<
    Ports,
    'clock' | 'definitions' | 'leases' | 'subscriptions' | 'subscriptionRecords' | 'silences'
  > {
  removals: Pick<Ports['removals'], 'silences'>;
}

/** What is stored of an address, here and at SNS. */
interface AddressTraces {
  /** Channels of the file that name it. */
  channels: readonly string[];
  /** Subscriptions to the topic with a filter of our form, whoever made them. */
  subscriptions: readonly Subscription[];
  record: SubscriptionRecord | undefined;
  /** Silences whose owner or reason contains it. */
  silences: readonly Silence[];
}

type AddressOutcome =
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
    const known = record ?? { ...address, channels: [], askedAt: ports.clock.now() };
    if (isPending) await ports.subscriptionRecords.put({ ...known, isUnsettled: true });
    else if (record) await ports.subscriptionRecords.remove(record);
    const silences = await ports.removals.silences((silence) => withoutAddress(address, silence));
    return { status: 'forgotten', subscriptions: confirmed.length, silences, isPending };
  } finally {
    await lease.giveBack();
  }
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

/** The owner of leases while something is forgotten: a repeat after a crash enters them again. */
export const FORGETTING = 'forget';

/** How many messages of a channel are looked through for those that are being sent. */
const MOST_OPEN = 5_000;
/** More messages than are made in a day. */
const MOST_A_DAY = 1_000_000;
/** A time after which nothing is due. */
const FAR = 4_000 * DAY;

/**
 * Sees to it that no message takes one of these alerts any more: drops those that wait. Where they wait, nobody may be
 * sending meanwhile, because a sender reads what is due before it writes a message.
 *
 * @returns the channel where somebody sends, or where a message that contains one of them is not accepted yet. Then
 * nothing was
 * dropped: such a message says by its alerts alone that it belongs to them.
 */
export async function dropPending(
  alerts: readonly OwnAlert[],
  ports: ForgetPorts,
): Promise<string | undefined> {
  const pending = alerts.filter(({ state }) => state.state === 'pending');
  const urgencies = channelsOf(pending).flatMap((channel) =>
    (['normal', 'critical'] as const).map((urgency) => ({ channel, urgency })),
  );
  const entered: typeof urgencies = [];
  try {
    for (const one of urgencies) {
      const now = ports.clock.now();
      const lease = { owner: FORGETTING, until: now + MINUTE, urgency: one.urgency };
      if (!(await ports.gate.enter(one.channel, lease, now))) return one.channel;
      entered.push(one);
    }
    const sending = await sendingChannel(alerts, ports);
    if (sending === undefined) await inParallel(pending, (alert) => drop(alert, ports));
    return sending;
  } finally {
    for (const { channel, urgency } of entered)
      await ports.gate.leave(channel, { owner: FORGETTING, until: 0, urgency });
  }
}

async function drop({ id, channel }: OwnAlert, { alerts }: ForgetPorts): Promise<void> {
  const stored = await alerts.get(id);
  const reason = 'what it is about was forgotten';
  if (stored) await alerts.settle({ ...stored.alert, channel }, { state: 'dropped', reason });
}

/**
 * The channel of the file on which a message that contains one of the alerts is not accepted yet; undefined for none.
 */
async function sendingChannel(alerts: readonly OwnAlert[], ports: ForgetPorts): Promise<string | undefined> {
  const own = new Set(alerts.map(({ id }) => id));
  for (const name of channelsOf(alerts)) {
    const isKnown = (await ports.definitions.channel(channelNameOf(name))) !== undefined;
    if (isKnown && (await openMessages(name, { own, ports })).length > 0) return name;
  }
  return undefined;
}

/**
 * Deletes the messages that contain only these alerts. One that contains others too keeps those: its text is written
 * again from them. Do this while the alerts are still stored: they say which messages contain them.
 */
export async function forgetMessages(
  alerts: readonly OwnAlert[],
  { ports, keep }: { ports: ForgetPorts } & Kept,
): Promise<{ messages: number; shortened: number }> {
  const own = new Set(alerts.map(({ id }) => id));
  const ids = new Set(await messagesOf(alerts, ports));
  for (const { message } of await ports.messages.dead()) if (names(message, own)) ids.add(message.id);
  for (const channel of channelsOf(alerts))
    for (const { message } of await openMessages(channel, { own, ports })) ids.add(message.id);
  for (const day of await removalDays(alerts, ports))
    for (const { message } of await ports.messages.madeOn(day, MOST_A_DAY))
      if (names(message, own)) ids.add(message.id);
  const counts = { messages: 0, shortened: 0 };
  await inParallel(ids, async (id) => {
    await keep();
    const done = await forgetIn(id, { own, ports });
    if (done) counts[done] += 1;
  });
  await inParallel(channelsOf(alerts), (channel) => ports.removals.channelStories(channel, own));
  return counts;
}

/** How often a message that changes meanwhile is read again. */
const MOST_TRIES = 5;

/**
 * Deletes a message, or shortens it where it contains other alerts too. Undefined: it contains none of these alerts.
 */
async function forgetIn(
  id: string,
  { own, ports }: { own: ReadonlySet<string>; ports: ForgetPorts },
): Promise<'messages' | 'shortened' | undefined> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const stored = await ports.messages.get(id);
    if (!stored || !names(stored.message, own)) return undefined;
    const shorter = await withoutAlerts(stored.message, { own, ports });
    if (!shorter) {
      await ports.removals.messages([id]);
      return 'messages';
    }
    if (await ports.removals.rewriteMessage(stored, shorter)) return 'shortened';
  }
  throw new Error(`Message ${id} changes all the time: it is being sent. Run forget again in a minute.`);
}

/** The messages that alerts are bound to. A list may be behind: an alert that it shows as waiting is read again. */
async function messagesOf(alerts: readonly OwnAlert[], ports: ForgetPorts): Promise<string[]> {
  const found = await inParallel(alerts, async ({ id, channel, state }) => {
    if (state.state !== 'pending') return state;
    return (await ports.alerts.onLanes(id)).find(({ alert }) => alert.channel === channel)?.state;
  });
  return found.flatMap((state) => (state?.state === 'notified' ? [state.messageId] : []));
}

/**
 * The days on which the watches of these alerts were removed. A message that was written just then may contain an
 * alert that was dropped before it was bound to the message.
 */
async function removalDays(alerts: readonly OwnAlert[], ports: ForgetPorts): Promise<Set<string>> {
  const watches = new Set(alerts.map(({ watchId }) => watchId));
  const removed = (await ports.removedWatches.all(0)).filter(({ watchId }) => watches.has(watchId));
  return new Set(removed.flatMap(({ removedAt: at }) => [dayOf(at - 5 * MINUTE), dayOf(at + 5 * MINUTE)]));
}

/** Undefined: none of its other alerts is stored any more. */
async function withoutAlerts(
  message: Message,
  { own, ports }: { own: ReadonlySet<string>; ports: ForgetPorts },
): Promise<Message | undefined> {
  const others = message.alertIds.filter((id) => !own.has(id));
  const found = await inParallel(others, async (id): Promise<Alert[]> => {
    const stored = await ports.alerts.get(id);
    return stored ? [{ ...stored.alert, channel: message.channel }] : [];
  });
  const alerts = found.flat();
  if (alerts.length === 0) return undefined;
  const known = await ports.definitions.channel(channelNameOf(message.channel));
  const lane = known && lanesOf(known).find(({ name }) => name === message.channel);
  const channel = lane ?? bareChannel(message.channel);
  const { texts, attributes, unlisted, listed } = ports.compose(alerts, {
    channel,
    now: message.createdAt,
    because: 'group',
  });
  const { unlisted: _before, listed: _listed, ...kept } = message;
  const day = dayOf(ports.clock.now());
  const note = `This text was shortened on ${day}: alerts that it contained were removed from the store.`;
  return {
    ...kept,
    alertIds: others,
    ...(unlisted && { unlisted }),
    ...(listed && { listed }),
    texts: { ...texts, email: `${texts.email}\n\n${note}\n` },
    attributes,
  };
}

/** A channel that the file does not name any more. */
function bareChannel(name: string): Channel {
  const addresses = { email: [], sms: [], https: [], queue: [] };
  return { name, ...addresses, timezone: 'UTC', minSeverity: 'info' };
}

function channelsOf(alerts: readonly OwnAlert[]): string[] {
  return [...new Set(alerts.map(({ channel }) => channel))].toSorted();
}

/** Messages of a channel that are not accepted yet, and contain one of the alerts. */
async function openMessages(
  channel: string,
  { own, ports }: { own: ReadonlySet<string>; ports: ForgetPorts },
): Promise<StoredMessage[]> {
  const due = await ports.outbox.due(channel, ports.clock.now() + FAR, MOST_OPEN);
  return due.messages.filter(({ message }) => names(message, own));
}

function names({ alertIds }: Message, own: ReadonlySet<string>): boolean {
  return alertIds.some((id) => own.has(id));
}
