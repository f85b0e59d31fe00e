import { type Alert, type AlertsMade, NO_ALERTS } from '../../domain/alerts/alert.ts';
import { type Channel, dueAt } from '../../domain/channels/channel.ts';
import { channelNameOf, laneRejectionOf, lanesOf } from '../../domain/channels/lanes.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { Ports } from '../ports/ports.ts';

export type AlertPorts = Pick<Ports, 'definitions' | 'alerts' | 'clock'>;

/**
 * Puts an alert as pending on each lane of its channel that accepts it. Putting it again completes what a crash interrupted, on
 * the lanes that there were at the first time: each item names them all, so that a repeat knows them whichever was written. A
 * lane that was made since does not get it.
 *
 * @param only the name of the one lane that gets it. Undefined: all.
 */
export async function putOnLanes(
  { alerts, clock }: Pick<AlertPorts, 'alerts' | 'clock'>,
  { alert, channel, only }: { alert: Alert; channel: Channel; only: string | undefined },
): Promise<AlertsMade> {
  const all = lanesOf(channel).filter(({ name }) => only === undefined || name === only);
  const lanes = all.filter((lane) => laneRejectionOf(lane, alert) === undefined);
  if (lanes.length === 0) return NO_ALERTS;
  const known = await alerts.onLanes(alert.id);
  const own = known.filter((stored) => channelNameOf(stored.alert.channel) === alert.channel);
  const before = own.flatMap((stored) => stored.alert.lanes ?? [stored.alert.channel]);
  const names = own.length === 0 ? lanes.map(({ name }) => name) : [...new Set(before)];
  const now = clock.now();
  const put = await inParallel(
    lanes.filter(({ name }) => names.includes(name)),
    (lane) => {
      const onLane = { ...alert, channel: lane.name, ...(names.length > 1 && { lanes: names }) };
      return alerts.put(onLane, dueAt(lane, { severity: alert.severity, now }));
    },
  );
  return { alerts: put.includes(true) ? 1 : 0, channels: [alert.channel] };
}
