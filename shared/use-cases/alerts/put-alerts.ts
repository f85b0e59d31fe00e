import { type Alert, type AlertsMade, joinAlertsMade, NO_ALERTS } from '../../domain/alerts/alert.ts';
import { dueAt, rejectionReasonOf } from '../../domain/channels/channel.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { channelsOf, type Watch } from '../../domain/watches/watch.ts';
import { type AlertPorts, putOnLanes } from './put-on-lanes.ts';

export type { AlertPorts };

/**
 * Puts an alert as pending on its channel, on each lane of it, due when quiet hours and brief times allow. A channel that is
 * gone takes no alert. Putting the same alert again changes nothing.
 *
 * @param only the name of the one lane that gets it. Default all.
 */
export async function putAlert(
  ports: AlertPorts,
  alert: Alert,
  { only }: { only?: string } = {},
): Promise<AlertsMade> {
  const channel = await ports.definitions.channel(alert.channel);
  if (!channel) return NO_ALERTS;
  const given = { ...alert, timezone: channel.timezone };
  if (channel.transports) return putOnLanes(ports, { alert: given, channel, only });
  if (rejectionReasonOf(channel, alert)) return NO_ALERTS;
  const isNew = await ports.alerts.put(
    given,
    dueAt(channel, { severity: alert.severity, now: ports.clock.now() }),
  );
  return { alerts: isNew ? 1 : 0, channels: [alert.channel] };
}

/** Puts an alert of a watch on each of its channels, under one id. */
export async function putOnChannels(ports: AlertPorts, alert: Alert, watch: Watch): Promise<AlertsMade> {
  const [first, ...others] = channelsOf(watch.alert);
  const put = await putAlert(ports, { ...alert, channel: first ?? alert.channel });
  const more = await inParallel(others, async (channel) => [await putAlert(ports, { ...alert, channel })]);
  return joinAlertsMade(put, ...more.flat());
}
