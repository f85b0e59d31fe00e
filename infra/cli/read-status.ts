import {
  notifyTimeOf,
  type NotifyTimes,
  type Protocol,
  PROTOCOLS,
  sumNotifyTimes,
} from '../../shared/domain/alerts/message.ts';
import {
  type Channel,
  channelNameOf,
  lanesOf,
  type TransportName,
  transportOf,
} from '../../shared/domain/channels/channel.ts';
import { destinationsOf } from '../../shared/domain/channels/destinations.ts';
import {
  isUnsubscribed,
  recipientId,
  type Unsubscription,
} from '../../shared/domain/channels/unsubscribed.ts';
import type { FeedState } from '../../shared/domain/feeds/feed.ts';
import type { Incident } from '../../shared/domain/incidents/incident.ts';
import type { Service } from '../../shared/domain/lib/errors.ts';
import { defined } from '../../shared/domain/lib/fields.ts';
import type { MutesView } from '../../shared/domain/pages/inbox.ts';
import type { WatchStatus } from '../../shared/domain/pages/watch-status.ts';
import {
  DAY,
  dayOf,
  formatRelativeTime,
  type Instant,
  MINUTE,
  SECOND,
  type Window,
} from '../../shared/domain/time/instant.ts';
import type { Watch } from '../../shared/domain/watches/watch.ts';
import { fileNameOf } from '../../shared/domain/world/archive-file.ts';
import {
  type ArchiveGap,
  type ArchiveState,
  type FileFault,
  LONGEST_LOOKBACK,
} from '../../shared/domain/world/archive-state.ts';
import type { Budget } from '../../shared/domain/usage/budget.ts';
import { readMutes, readStatuses } from '../../shared/use-cases/pages/read-inbox.ts';
import type { Subscription } from '../../shared/use-cases/ports/ports.ts';
import { plainText, printAmount, printNumber } from './print-values.ts';
import type { Stack } from './stack/stack.ts';

export interface StackStatus {
  watches: WatchStatus[];
  channels: ChannelStatus[];
  incidents: Incident[];
  /** Messages that failed after all tries. */
  deadMessages: DeadMessage[];
  /** From the indexing of articles to the messages about them, in the last day. Absent: there was none. */
  notifyTimes?: NotifyTimes;
  mutes: MutesView;
  /** The plan of each service whose plan was read. */
  plans: PlanStatus[];
  /** Where the stack polls feeds. */
  feeds?: FeedsStatus;
  /** Where it reads the archive of the world's news. */
  world?: WorldStatus;
}

/** A message that bellwether redrive can send again. */
interface DeadMessage {
  id: string;
  channel: string;
  /** The transport that refused it. */
  protocol: TransportName | 'sns';
  subject: string;
  error: string | undefined;
}

/** Reads the state of a stack. */
export async function readStatus(stack: Stack, now: Instant): Promise<StackStatus> {
  const [watches, channels, subscriptions, incidents, dead, budgets] = await Promise.all([
    stack.definitions.watches(),
    stack.definitions.channels(),
    stack.subscriptions.list(),
    stack.incidents.open(),
    stack.messages.dead(),
    Promise.all((['news', 'events', 'extraction'] as const).map((service) => stack.budgets.get(service))),
  ]);
  const world = stack.polls.world ? await stack.world.state() : undefined;
  const feeds = stack.polls.feeds ? feedsStatus(await stack.feeds.states()) : undefined;
  const quarantined = await stack.quarantine.counts(now);
  const statuses = await readStatuses(watches, stack, { now, incidents, quarantined });
  const optedOut = channels.some(({ sms }) => sms.length > 0) ? await optedOutOf(stack) : [];
  const unsubscribed = await readUnsubscribed(channels, stack);
  return defined<StackStatus>({
    watches: statuses.map((one) => defined({ ...one, detail: one.detail && plainText(one.detail) })),
    channels: channels.map((channel) => channelStatus(channel, subscriptions, { optedOut, unsubscribed })),
    incidents,
    deadMessages: dead.map(({ message, delivery }) => ({
      id: message.id,
      channel: channelNameOf(message.channel),
      protocol: transportOf(message.channel) ?? 'sns',
      subject: message.texts.subject,
      error: delivery.error,
    })),
    mutes: await readMutes(stack, now),
    plans: budgets.flatMap((budget) => (budget ? planStatus(budget) : [])),
    feeds: feeds?.polled === 0 ? undefined : feeds,
    world: world && worldStatus(world, watches),
    notifyTimes: await readNotifyTimes(stack, now),
  });
}

/**
 * Who may read a stack need not have the permission to list these numbers: `doctor` says so. A local stack has none.
 */
async function optedOutOf(stack: Pick<Stack, 'sms'>): Promise<readonly string[] | 'unknown'> {
  return stack.sms().then(
    (account) => (account ? (account.optedOut ?? 'unknown') : []),
    () => 'unknown',
  );
}

/**
 * `pending`: not confirmed yet. `gone`: unsubscribed, or the request to confirm has expired. `opted-out`: the owner
 * of the number replied STOP, so SNS sends it nothing. `unknown`: the number is confirmed, but who opted out could
 * not be read. `unsubscribed`: its owner wants no mail of this channel. `set`: a transport without confirmation, as
 * the file has it.
 */
export type AddressState =
  | 'confirmed'
  | 'pending'
  | 'gone'
  | 'opted-out'
  | 'unknown'
  | 'set'
  | 'unsubscribed';

interface ChannelStatus {
  name: string;
  addresses: { protocol: Protocol | TransportName; endpoint: string; state: AddressState }[];
}

/** Who wants nothing. Default nobody. */
interface Refusals {
  /** The numbers of the account that opted out of SMS. */
  optedOut?: readonly string[] | 'unknown' | undefined;
  unsubscribed?: readonly Unsubscription[];
}

/** Which addresses of a channel are confirmed. */
export function channelStatus(
  channel: Channel,
  subscriptions: readonly Subscription[],
  { optedOut = [], unsubscribed = [] }: Refusals = {},
): ChannelStatus {
  const addresses = PROTOCOLS.flatMap((protocol) =>
    channel[protocol].map((endpoint) => {
      const found = subscriptions.find((one) => one.protocol === protocol && one.endpoint === endpoint);
      const state = stateOf(found);
      return { protocol, endpoint, state: protocol === 'sms' ? smsState(endpoint, state, optedOut) : state };
    }),
  );
  const others = lanesOf(channel).flatMap(({ name, transports = {} }) => {
    const protocol = transportOf(name);
    if (protocol === undefined) return [];
    const out = unsubscribed.filter((one) => one.lane === name);
    return destinationsOf(transports, protocol).map(({ text, isSecret }) => {
      const endpoint = isSecret ? `secret ${text}` : text;
      const isOut = isUnsubscribed(recipientId(name, endpoint), out);
      return { protocol, endpoint, state: isOut ? ('unsubscribed' as const) : ('set' as const) };
    });
  });
  return { name: channel.name, addresses: [...addresses, ...others] };
}

function smsState(
  number: string,
  state: AddressState,
  optedOut: readonly string[] | 'unknown',
): AddressState {
  if (optedOut === 'unknown') return state === 'confirmed' ? 'unknown' : state;
  return optedOut.includes(number) ? 'opted-out' : state;
}

function stateOf(found: Subscription | undefined): AddressState {
  if (!found) return 'gone';
  return found.arn === undefined ? 'pending' : 'confirmed';
}

/** What needs attention among the feeds. Times are instants. */
interface FeedsStatus {
  /** How many feeds are polled. */
  polled: number;
  failing: { url: string; readAt: Instant | undefined; reason: string }[];
  /** Feeds whose server says that they have moved for good. */
  moved: { url: string; to: string }[];
  /** The latest span of each feed in which items may have come and gone unseen. */
  missed: ({ url: string } & Window)[];
}

export function feedsStatus(states: readonly FeedState[]): FeedsStatus {
  return {
    polled: states.length,
    failing: states.flatMap(({ url, readAt, failures, failureText = '' }) =>
      failures > 0 ? [{ url, readAt, reason: failureText }] : [],
    ),
    moved: states.flatMap(({ url, movedTo }) => (movedTo === undefined ? [] : [{ url, to: movedTo }])),
    missed: states.flatMap(({ url, missed }) => (missed ? [{ url, ...missed }] : [])),
  };
}

/** A line for each feed that cannot be read, may have lost items within a week, or has moved. */
export function feedNotes({ failing, moved, missed }: FeedsStatus, now: Instant): string[] {
  const ago = (at: Instant) => formatRelativeTime(at, now);
  const lately = missed.filter(({ to }) => to > now - 7 * DAY);
  return [
    ...failing.map(({ url, readAt, reason }) => {
      const since = readAt === undefined ? 'It was never read.' : `It was last read ${ago(readAt)}.`;
      return `${plainText(url)}: ${plainText(reason)} ${since}`;
    }),
    ...lately.map(
      ({ url, from, to }) => `${plainText(url)}: items may have been missed from ${ago(from)} to ${ago(to)}.`,
    ),
    ...moved.map(({ url, to }) => `${plainText(url)} has moved to ${plainText(to)}: write the new address.`),
  ];
}

/** How far the archive is read. Times are instants; files are named as the archive names them. */
interface WorldStatus {
  readUntil: Instant;
  /** Files that are not whole, and are asked for again. */
  open: { file: string; fault: FileFault }[];
  /** Files that were given up, the latest ones. */
  gaps: readonly ArchiveGap[];
  /** While files of the past are read for new watches: since when, and up to when they are done. */
  past?: { from: Instant; upTo: Instant };
  /** Watches whose lookback reaches farther back than what was read for them, and since when it was. */
  cut: { watch: string; from: Instant }[];
}

function worldStatus(
  { until, open, gaps, past, watches: known }: ArchiveState,
  watches: readonly Watch[],
): WorldStatus {
  const files = open.toSorted((a, b) => a.slot - b.slot);
  const long = watches.filter(({ lookback }) => lookback > LONGEST_LOOKBACK);
  return {
    readUntil: until,
    open: files.map((one) => ({ file: fileNameOf(one), fault: one.fault })),
    gaps,
    ...(past && { past: { from: past.from, upTo: past.upTo } }),
    cut: known.flatMap(({ id, from }) => (long.some((one) => one.id === id) ? { watch: id, from } : [])),
  };
}

/** How many messages of a day are read at most. */
const MOST_A_DAY = 1_000;

/** From the indexing of articles to the messages about them, in the 24 hours before `now`. */
export async function readNotifyTimes(
  { messages }: Pick<Stack, 'messages'>,
  now: Instant,
): Promise<NotifyTimes | undefined> {
  const days = [dayOf(now - DAY), dayOf(now)];
  const made = await Promise.all(days.map((day) => messages.madeOn(day, MOST_A_DAY)));
  const lately = made.flat().filter(({ message }) => message.createdAt > now - DAY);
  return sumNotifyTimes(lately.flatMap((stored) => notifyTimeOf(stored) ?? []));
}

/** The times in two sentences. */
export function notifyTimesText({ messages, p50, p95, steps }: NotifyTimes): string {
  const { alert, message, accept } = steps;
  return (
    `From indexed to notified, in 24 hours: half of ${printAmount(messages, 'message')} within ${durationText(p50)}, 95% within ${durationText(p95)}. ` +
    `On average ${durationText(alert)} until a run found the article, ${durationText(message)} until its message was written, ` +
    `${durationText(accept)} until the message was accepted.`
  );
}

/** `0.4 s`, `12 s`, `4.5 min` */
function durationText(milliseconds: number): string {
  if (milliseconds < MINUTE) return `${rounded(milliseconds / SECOND)} s`;
  return `${rounded(milliseconds / MINUTE)} min`;
}

function rounded(value: number): string {
  return (value < 10 ? Math.round(value * 10) / 10 : Math.round(value)).toLocaleString('en-US');
}

/** What is known about the plan of a service. */
interface PlanStatus {
  service: Service;
  unit: 'calls' | 'credits';
  allowed?: number;
  left?: number;
  /** Concurrent jobs. */
  slots?: { allowed: number; busy?: number };
  readAt?: Instant;
  /** The latest end of the billing cycle. */
  renewsBy?: Instant;
  error?: string;
}

function planStatus({ service, figures, readAt, renewsBy, error }: Budget): PlanStatus {
  const unit = service === 'extraction' ? 'credits' : 'calls';
  return defined<PlanStatus>({
    service,
    unit,
    ...figures,
    readAt,
    renewsBy,
    error: error && plainText(error),
  });
}

/** The table row of a plan. */
export function planRow({ service, unit, ...plan }: PlanStatus, now: Instant): string[] {
  const { allowed, left, slots, readAt, error } = plan;
  const whole = allowed === undefined ? '' : ` of ${printNumber(allowed)}`;
  const amount = left === undefined ? 'not known' : `${printNumber(left)}${whole} ${unit}`;
  const busy = slots?.busy === undefined ? '' : `${slots.busy} of ${slots.allowed} job slots busy`;
  const read = readAt === undefined ? '' : `read ${formatRelativeTime(readAt, now)}`;
  const failed = error === undefined ? '' : `the last request failed: ${error}`;
  return [service, amount, [read, busy, failed].filter((text) => text !== '').join('; ')];
}

/** Who has unsubscribed from the mail of these channels. Only channels with SES are read. */
export async function readUnsubscribed(
  channels: readonly Channel[],
  { unsubscriptions }: Pick<Stack, 'unsubscriptions'>,
): Promise<Unsubscription[]> {
  const lanes = channels.flatMap(lanesOf).filter(({ name }) => transportOf(name) === 'ses');
  const found = await Promise.all(lanes.map(({ name }) => unsubscriptions.of(name)));
  return found.flat();
}
