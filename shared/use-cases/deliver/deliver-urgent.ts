import { channelNameOf } from '../../domain/channels/channel.ts';
import { SECOND } from '../../domain/time/instant.ts';
import type { Alerts } from '../../store/alerts/alerts.ts';
import type { Clock } from '../ports/clock.ts';

/** How long critical alerts are gathered before they are delivered: those of one payload then go together. */
const GATHERING = SECOND;

interface UrgentPorts {
  alerts: Alerts;
  clock: Clock;
  /** Sends what is due on these channels. */
  deliver: (channels: readonly string[]) => Promise<unknown>;
  /** Called with the error of a delivery. What was not sent is sent by the next sweep. */
  onFailure: (error: unknown) => void;
}

/**
 * Does work that puts alerts, and delivers each channel about a second after a new critical alert that is due was put on
 * it, while the work goes on. Other alerts wait for the next sweep, so that many small payloads do not become as many
 * messages. It returns after the work and the last delivery, so that nothing is sent after a function has ended.
 */
export async function deliverUrgently<R>(
  { alerts, clock, deliver, onFailure }: UrgentPorts,
  work: (alerts: Alerts) => Promise<R>,
): Promise<R> {
  const waiting = new Set<string>();
  let delivery: Promise<void> | undefined;
  const deliverWaiting = async (): Promise<void> => {
    while (waiting.size > 0) {
      await clock.sleep(GATHERING);
      const channels = [...waiting];
      waiting.clear();
      await deliver(channels).catch(onFailure);
    }
    delivery = undefined;
  };
  const watched: Alerts = {
    ...alerts,
    async put(alert, due) {
      const isNew = await alerts.put(alert, due);
      if (isNew && alert.severity === 'critical' && due.dueAt <= clock.now()) {
        waiting.add(channelNameOf(alert.channel));
        delivery ??= deliverWaiting();
      }
      return isNew;
    },
  };
  try {
    return await work(watched);
  } finally {
    await delivery;
  }
}
