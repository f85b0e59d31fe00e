import type { Alert, HoldReason, JoinedTo } from '../../domain/alerts/alert.ts';
import { cooldownsAfter, groupIdOf, type Message } from '../../domain/alerts/message.ts';
import { groupingOf, type SendTimes, stormEnd } from '../../domain/channels/channel.ts';
import { quietUntil } from '../../domain/channels/due-times.ts';
import {
  alreadyNotified,
  isStoryAlert,
  notifiedBy,
  type NotifiedStory,
  withSharedStories,
} from '../../domain/channels/message-plan.ts';
import { silenceFor } from '../../domain/channels/silence.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { OPEN_FOR } from '../../domain/stories/open-story.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { SEVERITIES } from '../../domain/watches/watch.ts';
import type { StoredAlert } from '../../store/alerts/alerts.ts';
import type { ChannelDelivery } from './channel-gate.ts';
import { isTakenCareOf } from './escalate.ts';

interface Selection {
  alerts: StoredAlert[];
  held: number;
  silenced: number;
  joined: number;
}

/**
 * Selects the alerts that may be sent now. What a silence mutes is marked and kept, and so is what another space has
 * notified the channel of; what falls into quiet hours, or into the cooldown of its group or story, gets a later due
 * time.
 *
 * @param alerts what is due within the channel's group wait: what is not due yet is sent with the first of its group.
 */
export async function selectAlerts(
  alerts: readonly StoredAlert[],
  delivery: ChannelDelivery,
): Promise<Selection> {
  const wanted = await dropTakenCareOf(alerts, delivery);
  const audible = await muteSilenced(wanted, delivery);
  const open = await holdForQuietHours(audible.alerts, delivery);
  const due = withTheirGroups(open.alerts, delivery);
  const other = await joinToNotified(due, delivery);
  const ready = await holdForCooldown(other, delivery);
  return {
    alerts: joinDueTogether(ready.alerts),
    held: open.held + ready.held,
    silenced: audible.silenced,
    joined: due.length - other.length,
  };
}

/** What went on to this channel is not sent once somebody has acknowledged it. */
async function dropTakenCareOf(
  alerts: readonly StoredAlert[],
  { ports }: ChannelDelivery,
): Promise<StoredAlert[]> {
  const kept = await inParallel(alerts, async (stored) => {
    if (!(await isTakenCareOf(stored.alert, ports))) return [stored];
    await ports.alerts.settle(stored.alert, { state: 'dropped', reason: 'it was acknowledged meanwhile' });
    return [];
  });
  return kept.flat();
}

/** One read for all: the silences that are in force now, or that ended since the oldest of these alerts was made. */
async function muteSilenced(
  alerts: readonly StoredAlert[],
  { ports }: ChannelDelivery,
): Promise<Pick<Selection, 'alerts' | 'silenced'>> {
  const now = ports.clock.now();
  if (!alerts.some((stored) => isDue(stored, now))) return { alerts: [], silenced: 0 };
  const oldest = alerts.reduce((least, { alert }) => Math.min(least, alert.createdAt), now);
  const silences = await ports.silences.since(oldest);
  const found = alerts.map((stored) => ({
    stored,
    silence: silences.length === 0 ? undefined : silenceFor(stored.alert, { silences, now }),
  }));
  const muted = found.flatMap(({ stored, silence }) =>
    silence && isDue(stored, now) ? [{ alert: stored.alert, silence }] : [],
  );
  await inParallel(muted, ({ alert, silence: { id: silenceId, reason } }) =>
    ports.alerts.settle(alert, { state: 'silenced', silenceId, reason }),
  );
  const audible = found.flatMap(({ stored, silence }) => (silence ? [] : [stored]));
  return { alerts: audible, silenced: muted.length };
}

type Held = Pick<Selection, 'alerts' | 'held'>;

/** Quiet hours that began, or were set, after an alert got its due time move it once more. */
async function holdForQuietHours(alerts: readonly StoredAlert[], delivery: ChannelDelivery): Promise<Held> {
  const { ports, channel } = delivery;
  const now = ports.clock.now();
  const ends = new Map(SEVERITIES.map((severity) => [severity, quietUntil(channel, { severity, now })]));
  return holdUntil(alerts, { delivery, heldFor: 'quiet-hours', endOf: ({ severity }) => ends.get(severity) });
}

/** What waits for its group is sent with the first of the group; what is critical is sent alone. */
function withTheirGroups(alerts: readonly StoredAlert[], { ports, channel }: ChannelDelivery): StoredAlert[] {
  const now = ports.clock.now();
  const grouping = groupingOf(channel);
  const calm = alerts.filter((stored) => isDue(stored, now) && stored.alert.severity !== 'critical');
  const due = new Set(calm.map(({ alert }) => groupIdOf(alert, grouping)));
  return alerts.filter(
    (stored) =>
      isDue(stored, now) ||
      (stored.state.state === 'pending' &&
        stored.state.heldFor === 'group' &&
        due.has(groupIdOf(stored.alert, grouping))),
  );
}

/** A cooldown holds what is sent at once; what waited for a brief has waited long enough. */
async function holdForCooldown(alerts: readonly StoredAlert[], delivery: ChannelDelivery): Promise<Held> {
  const { ports, channel } = delivery;
  const now = ports.clock.now();
  const grouping = groupingOf(channel);
  const cooldowns = new Map(
    alerts.filter(isSentAtOnce).map(({ alert }) => [alert, cooldownsAfter(alert, grouping)]),
  );
  const topics = [...cooldowns.values()].flat().map(({ topic }) => topic);
  const lastNotified =
    topics.length === 0
      ? new Map<string, Instant>()
      : await ports.cooldowns.lastNotified(channel.name, topics);
  const endOf = (alert: Alert): Instant | undefined => {
    const ends = (cooldowns.get(alert) ?? []).map(
      ({ topic, length }) => Math.min(lastNotified.get(topic) ?? -length, now) + length,
    );
    const end = Math.max(0, ...ends);
    return end > now ? end : undefined;
  };
  return holdUntil(alerts, { delivery, heldFor: 'group', endOf });
}

/** Holds alerts beyond the storm cap until the hour of the cap ends; they are one message then. */
export async function holdForStormCap(
  alerts: readonly Alert[],
  { delivery, sent }: { delivery: ChannelDelivery; sent: SendTimes },
): Promise<void> {
  const { ports, channel } = delivery;
  const dueAt = stormEnd(channel, { sent, now: ports.clock.now() });
  await inParallel(alerts, (alert) => hold(alert, { delivery, dueAt, heldFor: 'storm-cap' }));
}

async function holdUntil(
  alerts: readonly StoredAlert[],
  given: {
    delivery: ChannelDelivery;
    heldFor: HoldReason;
    endOf: (alert: Alert) => Instant | undefined;
  },
): Promise<Held> {
  const { delivery, heldFor, endOf } = given;
  const later = new Map(
    alerts.flatMap(({ alert }): [Alert, Instant][] => {
      const dueAt = endOf(alert);
      return dueAt === undefined ? [] : [[alert, dueAt]];
    }),
  );
  await inParallel(later, ([alert, dueAt]) => hold(alert, { delivery, dueAt, heldFor }));
  return { alerts: alerts.filter(({ alert }) => !later.has(alert)), held: later.size };
}

async function hold(
  alert: Alert,
  { delivery, dueAt, heldFor }: { delivery: ChannelDelivery; dueAt: Instant; heldFor: HoldReason },
): Promise<void> {
  await delivery.ports.alerts.settle(alert, { state: 'pending', dueAt, heldFor });
}

function isSentAtOnce({ state }: StoredAlert): boolean {
  return state.state === 'pending' && (state.heldFor === undefined || state.heldFor === 'group');
}

function isDue({ state }: StoredAlert, now: Instant): boolean {
  return state.state === 'pending' && state.dueAt <= now;
}

// An alert ends without being sent where its channel knows its story from another one.

/**
 * With how many of the latest messages alerts are compared: more than a channel gets in four days, except in a storm.
 */
const MOST_MESSAGES = 1_000;

/**
 * Ends alerts on an article of which another space has notified the channel: they are not sent. One read for all
 * alerts, and one for each message that is named.
 */
async function joinToNotified(
  alerts: readonly StoredAlert[],
  { ports, channel }: ChannelDelivery,
): Promise<StoredAlert[]> {
  const about = alerts.map(({ alert }) => alert).filter(isStoryAlert);
  if (about.length === 0) return [...alerts];
  const since = ports.clock.now() - OPEN_FOR;
  const records = await ports.channelStories.since(channel.name, since, MOST_MESSAGES);
  const notified = records.flatMap(({ messageId, stories }) =>
    stories.map((story) => ({ ...story, messageId })),
  );
  const found = alreadyNotified(about, { notified, channel });
  const stands = await standingMessages([...found.values()].flat(), { ports });
  const joined = new Map<string, JoinedTo>();
  for (const [alert, stories] of found) {
    const to = stories.find(stands);
    const [alertId, watchId] = [to?.alertIds[0], to?.watches[0]];
    if (to && alertId !== undefined && watchId !== undefined)
      joined.set(alert.id, { alertId, watchId, messageId: to.messageId });
  }
  await inParallel(alerts, async ({ alert }) => {
    const joinedTo = joined.get(alert.id);
    if (joinedTo)
      await ports.alerts.settle(alert, { state: 'dropped', reason: reasonOf(joinedTo), joinedTo });
  });
  return alerts.filter(({ alert }) => !joined.has(alert.id));
}

function reasonOf({ watchId, alertId }: JoinedTo): string {
  return `watch ${watchId} had notified the channel of its story, with alert ${alertId}`;
}

type Recorded = NotifiedStory & { messageId: string };

/**
 * A record is written before its message, so that a death between them loses nothing. It counts only once the message
 * with the alert is stored, and while nobody has to send the message again by hand.
 */
async function standingMessages(
  stories: readonly Recorded[],
  { ports }: Pick<ChannelDelivery, 'ports'>,
): Promise<(story: Recorded) => boolean> {
  const ids = [...new Set(stories.map(({ messageId }) => messageId))];
  const messages = new Map<string, ReadonlySet<string>>();
  await inParallel(ids, async (id) => {
    const stored = await ports.messages.get(id);
    if (stored && stored.delivery.state !== 'dead') messages.set(id, new Set(stored.message.alertIds));
  });
  return ({ messageId, alertIds }) => alertIds.some((id) => messages.get(messageId)?.has(id));
}

/** The same alerts. Those of several spaces about one article are sent together. */
function joinDueTogether(alerts: readonly StoredAlert[]): StoredAlert[] {
  const shared = withSharedStories(alerts.map(({ alert }) => alert));
  return alerts.map((stored, n) => ({ ...stored, alert: shared[n] ?? stored.alert }));
}

/**
 * Remembers the stories of a message. Do this before the message is written: afterwards a death would leave it
 * unknown.
 */
export async function noteStories(
  message: Message,
  alerts: readonly Alert[],
  { ports, channel }: ChannelDelivery,
): Promise<void> {
  const stories = notifiedBy(message, alerts, channel);
  if (stories.length === 0) return;
  const { id: messageId, createdAt: at } = message;
  await ports.channelStories.note(channel.name, { messageId, at, stories, until: at + OPEN_FOR });
}

/** The alerts on the same stories before those of a message: a climb names them. */
export function coveredBy(alerts: readonly Alert[]): Pick<Message, 'covered'> {
  const own = new Set(alerts.map(({ id }) => id));
  const covered = alerts.flatMap(({ id: by, watchId, raised }) =>
    watchId === undefined
      ? []
      : (raised?.after ?? []).filter((id) => !own.has(id)).map((id) => ({ id, by, watchId })),
  );
  return covered.length === 0 ? {} : { covered };
}

/**
 * Ends the alerts that still wait on a lane, and whose story this message says at a higher severity: the brief has
 * what was not sent yet. Call it after the message was published, and before that is recorded: a message that goes
 * again does it again.
 */
export async function endCovered(
  { id: messageId, covered = [] }: Message,
  { ports, channel }: ChannelDelivery,
): Promise<void> {
  await inParallel(covered, async ({ id, by, watchId }) => {
    const waiting = (await ports.alerts.onLanes(id)).find(
      ({ alert, state }) => alert.channel === channel.name && state.state === 'pending',
    );
    if (!waiting) return;
    const reason = `its story was sent at a higher severity, with alert ${by}`;
    const joinedTo = { alertId: by, watchId, messageId };
    await ports.alerts.settle(waiting.alert, { state: 'dropped', reason, joinedTo });
  });
}
