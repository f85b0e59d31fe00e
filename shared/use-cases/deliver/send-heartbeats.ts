import type { Ports } from '../ports/ports.ts';
import {
  type AlertsMade,
  type CoveredWindows,
  joinAlertsMade,
  NO_ALERTS,
} from '../../domain/alerts/alert.ts';
import { type Channel, channelNameOf, lanesOf, OPERATORS } from '../../domain/channels/channel.ts';
import { heartbeatAlertOf, heartbeatId } from '../../domain/channels/incidents.ts';
import { HEARTBEAT_AFTER, heartbeatOf, coveredWindowsOf } from '../../domain/runs/expected-run.ts';
import { HOUR, type Instant } from '../../domain/time/instant.ts';
import { channelsOf, type Watch } from '../../domain/watches/watch.ts';
import { type AlertPorts, putAlert } from '../alerts/put-alerts.ts';

export type HeartbeatPorts = AlertPorts & Pick<Ports, 'states' | 'channelActivity' | 'leases'>;

/**
 * Once an hour, puts a heartbeat on each lane of a channel without a message for a week: how many windows of its
 * watches were covered, on the operators' channel those of all watches. Its id is made of the time of the last
 * message, so that a repeat puts the same alert.
 */
export async function sendHeartbeats(ports: HeartbeatPorts, owner: string): Promise<AlertsMade> {
  const { definitions, channelActivity, leases, clock } = ports;
  const now = clock.now();
  if (!(await leases.take('channelActivity-signs', { owner, until: now + HOUR }, now))) return NO_ALERTS;
  const all = await definitions.watches();
  const put: AlertsMade[] = [];
  for (const channel of (await definitions.channels()).flatMap(lanesOf)) {
    const watches = watchesOn(channel, all);
    if (watches.length === 0) continue;
    const since = await channelActivity.lastSign(channel.name, now);
    if (now - since >= HEARTBEAT_AFTER) put.push(await putHeartbeat(channel.name, { watches, since, ports }));
  }
  return joinAlertsMade(...put);
}

function watchesOn(lane: Channel, watches: readonly Watch[]): readonly Watch[] {
  const name = channelNameOf(lane.name);
  return name === OPERATORS ? watches : watches.filter(({ alert }) => channelsOf(alert).includes(name));
}

async function putHeartbeat(
  lane: string,
  { watches, since, ports }: { watches: readonly Watch[]; since: Instant; ports: HeartbeatPorts },
): Promise<AlertsMade> {
  const { alerts, states, clock } = ports;
  if (await alerts.get(heartbeatId(lane, since))) return NO_ALERTS;
  const now = clock.now();
  const covered: CoveredWindows[] = [];
  for (const watch of watches) {
    const state = await states.read(watch.id, 'live');
    covered.push(coveredWindowsOf(watch, { state, since, until: now }));
  }
  const heartbeat = heartbeatOf(covered, { since, until: now });
  const alert = heartbeatAlertOf(heartbeat, { channel: lane, now });
  return putAlert(ports, { ...alert, channel: channelNameOf(lane) }, { only: lane });
}
