import type { Alert } from '../alerts/alert.ts';
import { compareSeverity, mostSevere } from '../watches/watch.ts';
import { type Channel, protocolsOf, rejectionReasonOf } from './channel.ts';
import { type TransportName, TRANSPORT_TITLES, TRANSPORTS } from './transports.ts';

// A lane is the queue of a channel for one transport. It has its own due times, gate, limits, groups and record of stories. The
// lane of SNS has the name of its channel, so that what was stored before there were other lanes stays valid.

/** The character between the name of a channel and its transport. The name of a channel cannot contain it. */
const OF = '~';

/** The lanes of a channel, in the order of their names: the one of SNS first. A lane is a channel with one transport. */
export function lanesOf(channel: Channel): Channel[] {
  const { transports = {}, ...plain } = channel;
  const none = { email: [], sms: [], https: [], queue: [] };
  const others = TRANSPORTS.toSorted().flatMap((transport): Channel[] => {
    const settings = transports[transport];
    if (!settings) return [];
    const minSeverity = mostSevere(channel.minSeverity, settings.minSeverity ?? 'info');
    const name = `${channel.name}${OF}${transport}`;
    return [{ ...plain, ...none, name, minSeverity, transports: { [transport]: settings } }];
  });
  const isOnSns = others.length === 0 || protocolsOf(channel).length > 0;
  return [...(isOnSns ? [snsLaneOf(plain)] : []), ...others];
}

/** The lane of SNS takes what at least one of its protocols takes. SNS filters for each of them. */
function snsLaneOf(channel: Channel): Channel {
  const { minSeverity, protocolSeverity = {} } = channel;
  const own = protocolsOf(channel).map((protocol) => protocolSeverity[protocol] ?? 'info');
  const [first = 'info', ...others] = own;
  const least = others.reduce((low, one) => (compareSeverity(one, low) < 0 ? one : low), first);
  return compareSeverity(least, minSeverity) > 0 ? { ...channel, minSeverity: least } : channel;
}

/** The name of the channel of a lane: `press` of `press~slack`, and of `press`. */
export function channelNameOf(lane: string): string {
  const [name = lane] = lane.split(OF);
  return name;
}

/** The transport of a lane; undefined for SNS. */
export function transportOf(lane: string): TransportName | undefined {
  const [, written] = lane.split(OF);
  return TRANSPORTS.find((transport) => transport === written);
}

/** A lane as people read it: `press`, or `press (Slack)`. */
export function laneText(lane: string): string {
  const transport = transportOf(lane);
  const name = channelNameOf(lane);
  return transport === undefined ? name : `${name} (${TRANSPORT_TITLES[transport]})`;
}

/** Why a lane rejects an alert; undefined when it accepts it. */
export function laneRejectionOf(
  lane: Channel,
  alert: Pick<Alert, 'severity' | 'occasion' | 'items'>,
): ReturnType<typeof rejectionReasonOf> {
  // PagerDuty wakes people: nobody acts on a baseline, a heartbeat or a report.
  const isNews = !['base', 'life-sign', 'report'].includes(alert.occasion.type);
  if (transportOf(lane.name) === 'pagerduty' && !isNews) return 'below-severity';
  return rejectionReasonOf(lane, alert);
}
