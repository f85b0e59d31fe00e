import { channelNameOf, lanesOf, transportOf } from '../../domain/channels/channel.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { SECOND } from '../../domain/time/instant.ts';
import type { StoredAlert } from '../../store/alerts/alerts.ts';
import type { CallLimits } from '../ports/clock.ts';
import type { Ports } from '../ports/ports.ts';

type ShowPorts = Pick<Ports, 'alerts' | 'clock' | 'definitions' | 'messages' | 'readerActions' | 'topic'>;

/** How many alerts of a message are looked at: a message in Slack lists fewer. */
const MOST_ALERTS = 60;
/** A failed try is repeated once, so much later. */
const RETRY = 2 * SECOND;

/** Lets the messages in Slack that contain an alert show who has acknowledged it. Throws when one cannot, after 2 tries. */
export async function showAcknowledged(alertId: string, ports: ShowPorts, limits: CallLimits): Promise<void> {
  for (const stored of await ports.alerts.onLanes(alertId)) {
    try {
      await editMessage(stored, ports, limits);
    } catch {
      await ports.clock.sleep(RETRY);
      await editMessage(stored, ports, limits);
    }
  }
}

async function editMessage(
  { alert: { channel: laneName }, state }: StoredAlert,
  ports: ShowPorts,
  { deadline }: CallLimits,
): Promise<void> {
  if (transportOf(laneName) !== 'slack' || state.state !== 'notified') return;
  const name = channelNameOf(laneName);
  const [channel, sent] = await Promise.all([
    ports.definitions.channel(name),
    ports.messages.get(state.messageId),
  ]);
  const lane = channel && lanesOf(channel).find((one) => one.name === laneName);
  if (!lane || sent?.delivery.snsMessageId === undefined) return;
  const taken = await inParallel(sent.message.alertIds.slice(0, MOST_ALERTS), async (id) => {
    const { watchId } = (await ports.alerts.get(id, laneName))?.alert ?? {};
    return watchId === undefined ? [] : ports.readerActions.of(watchId, id);
  });
  const active = taken.flat().filter((one) => one.undoneAt === undefined && channelNameOf(one.lane) === name);
  await ports.topic.edit?.(sent.message, lane, {
    taken: active,
    sentAs: sent.delivery.snsMessageId,
    deadline,
  });
}
