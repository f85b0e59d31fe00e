import { channelNameOf, transportOf } from '../../../shared/domain/channels/lanes.ts';
import type { TransportName } from '../../../shared/domain/channels/transports.ts';
import type { UpstreamResource } from '../../../shared/domain/upstream/upstream-resource.ts';
import type { Instant } from '../../../shared/domain/time/instant.ts';
import type { Incident } from '../../../shared/domain/incidents/incident.ts';
import type { NotifyTimes } from '../../../shared/domain/alerts/notify-time.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import { watchStatus, type WatchStatus } from '../../../shared/domain/pages/watch-status.ts';
import { plainText } from '../print-values.ts';
import type { Stack } from '../stack/stack.ts';
import { channelStatus, type ChannelStatus } from './channel-status.ts';
import { readNotifyTimes } from './notify-times.ts';
import { readUnsubscribed } from './read-unsubscribed.ts';
import { feedsStatus, type FeedsStatus } from './feeds-status.ts';
import { planStatus, type PlanStatus } from './plan-status.ts';

export interface StackStatus {
  watches: WatchStatus[];
  channels: ChannelStatus[];
  incidents: Incident[];
  /** Messages that failed after all tries. */
  deadMessages: DeadMessage[];
  /** From the indexing of articles to the messages about them, in the last day. Absent: there was none. */
  notifyTimes?: NotifyTimes;
  /** The plan of each service whose plan was read. */
  plans: PlanStatus[];
  /** Where the stack polls feeds. */
  feeds?: FeedsStatus;
}

/** A message that bellwether redrive can send again. */
export interface DeadMessage {
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
  const feeds = stack.hasPoller ? feedsStatus(await stack.feeds.states()) : undefined;
  const resources = watches.some(({ monitor }) => monitor) ? await stack.resources.all() : [];
  const optedOut = channels.some(({ sms }) => sms.length > 0) ? await optedOutOf(stack) : [];
  const unsubscribed = await readUnsubscribed(channels, stack);
  const notifyTimes = await readNotifyTimes(stack, now);
  return {
    watches: await Promise.all(watches.map((watch) => readWatch(watch, { stack, resources, now }))),
    channels: channels.map((channel) => channelStatus(channel, subscriptions, { optedOut, unsubscribed })),
    incidents,
    deadMessages: dead.map(({ message, delivery }) => ({
      id: message.id,
      channel: channelNameOf(message.channel),
      protocol: transportOf(message.channel) ?? 'sns',
      subject: message.texts.subject,
      error: delivery.error,
    })),
    plans: budgets.flatMap((budget) => (budget ? planStatus(budget) : [])),
    ...(feeds && feeds.polled > 0 && { feeds }),
    ...(notifyTimes && { notifyTimes }),
  };
}

/** Who may read a stack need not have the permission to list these numbers: `doctor` says so. A local stack has none. */
async function optedOutOf(stack: Pick<Stack, 'sms'>): Promise<readonly string[] | 'unknown'> {
  return stack.sms().then(
    (account) => (account ? (account.optedOut ?? 'unknown') : []),
    () => 'unknown',
  );
}

async function readWatch(
  watch: Watch,
  { stack, resources, now }: { stack: Stack; resources: readonly UpstreamResource[]; now: Instant },
): Promise<WatchStatus> {
  const [live, backfill, schedule, quarantined] = await Promise.all([
    stack.states.read(watch.id, 'live'),
    stack.states.read(watch.id, 'backfill'),
    stack.schedule(watch.id),
    stack.quarantine.count(watch.id, now),
  ]);
  const resource = resources.filter((one) => one.type === 'monitor').find(({ name }) => name === watch.id);
  const { detail, ...status } = watchStatus(watch, { live, backfill, schedule, resource, quarantined }, now);
  return { ...status, ...(detail !== undefined && { detail: plainText(detail) }) };
}
