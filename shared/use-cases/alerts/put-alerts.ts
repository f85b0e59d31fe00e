import { type Alert, type AlertsMade, joinAlertsMade, NO_ALERTS } from '../../domain/alerts/alert.ts';
import {
  type Channel,
  channelNameOf,
  dueAt,
  laneRejectionOf,
  lanesOf,
  rejectionReasonOf,
} from '../../domain/channels/channel.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { channelsOf, type Watch } from '../../domain/watches/watch.ts';
import type { Ports } from '../ports/ports.ts';

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

export type AlertPorts = Pick<Ports, 'definitions' | 'alerts' | 'clock'>;

/**
 * Puts an alert as pending on each lane of its channel that accepts it. Putting it again completes what a crash interrupted, on
 * the lanes that there were at the first time: each item names them all, so that a repeat knows them whichever was written. A
 * lane that was made since does not get it.
 *
 * @param only the name of the one lane that gets it. Undefined: all.
 */
async function putOnLanes(
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

/** Definitions that read each watch and channel once: one call puts many alerts on few channels within minutes. */
export function rememberDefinitions(definitions: Ports['definitions']): Ports['definitions'] {
  return {
    ...definitions,
    channel: once((name) => definitions.channel(name)),
    watch: once((id) => definitions.watch(id)),
  };
}

function once<T>(read: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (name) => {
    const value = known.get(name) ?? read(name);
    known.set(name, value);
    return value;
  };
}
