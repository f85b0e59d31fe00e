import type { Alert } from '../../domain/alerts/alert.ts';
import type { Message } from '../../domain/alerts/message.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { ChannelDelivery } from './channel-delivery.ts';

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
