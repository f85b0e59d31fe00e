import type { Alert } from '../../domain/alerts/alert.ts';
import type { JoinedTo } from '../../domain/alerts/alert-state.ts';
import type { Message } from '../../domain/alerts/message.ts';
import {
  alreadyNotified,
  isStoryAlert,
  type NotifiedStory,
  notifiedBy,
  withSharedStories,
} from '../../domain/channels/notified-stories.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { OPEN_FOR } from '../../domain/stories/open-story.ts';
import type { StoredAlert } from '../../store/alerts/alerts.ts';
import type { ChannelDelivery } from './channel-delivery.ts';

// An alert ends without being sent where its channel knows its story from another one.

/** With how many of the latest messages alerts are compared: more than a channel gets in three days, except in a storm. */
const MOST_MESSAGES = 1_000;

/**
 * Ends alerts on an article of which another space has notified the channel: they are not sent. One read for all alerts, and one
 * for each message that is named.
 */
export async function joinToNotified(
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
 * A record is written before its message, so that a death between them loses nothing. It counts only once the message with the
 * alert is stored, and while nobody has to send the message again by hand.
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
export function joinDueTogether(alerts: readonly StoredAlert[]): StoredAlert[] {
  const shared = withSharedStories(alerts.map(({ alert }) => alert));
  return alerts.map((stored, n) => ({ ...stored, alert: shared[n] ?? stored.alert }));
}

/** Remembers the stories of a message. Do this before the message is written: afterwards a death would leave it unknown. */
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
 * Ends the alerts that still wait on a lane, and whose story this message says at a higher severity: the brief has what was not
 * sent yet. Call it after the message was published, and before that is recorded: a message that goes again does it again.
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
