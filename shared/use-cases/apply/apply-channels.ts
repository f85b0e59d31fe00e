import type { Ports } from '../ports/ports.ts';
import { dueAt, type Channel } from '../../domain/channels/channel.ts';
import { laneText, lanesOf } from '../../domain/channels/lanes.ts';
import type { Changes } from '../../domain/runs/outcome.ts';
import { compareById } from './compare-by-id.ts';
import type { Alerts } from '../../store/alerts/alerts.ts';
import type { Kept } from './apply-lease.ts';

type ChannelPorts = Pick<Ports, 'definitions' | 'alerts' | 'clock'> & Kept;

/**
 * Puts new and changed channels. `removed` in what it gives back is still to be done, by `removeChannels`: watches that
 * name these channels go first.
 */
export async function putChannels(desired: readonly Channel[], ports: ChannelPorts): Promise<Changes> {
  const existing = await ports.definitions.channels();
  const { put, changes } = compareById(desired, existing, ({ name }) => name);
  const before = new Map(existing.map((channel) => [channel.name, lanesOf(channel)]));
  for (const channel of put) {
    await ports.keep();
    const lanes = lanesOf(channel);
    // Before the channel is written: until then, applying again finds which lanes have gone.
    for (const { name } of before.get(channel.name) ?? [])
      if (!lanes.some((lane) => lane.name === name)) await dropLane(name, ports);
    await ports.definitions.putChannel(channel);
    if (!changes.changed.includes(channel.name)) continue;
    for (const lane of lanes) await moveDueTimes(lane, ports);
  }
  return changes;
}

function dropLane(name: string, { alerts }: Pick<ChannelPorts, 'alerts'>): Promise<number> {
  return dropAlerts(alerts, { lane: name, reason: `the channel ${laneText(name)} was removed` });
}

/** A changed channel holds for alerts not yet sent: each pending one gets the due time of the new settings. */
async function moveDueTimes(lane: Channel, { alerts, clock }: ChannelPorts): Promise<void> {
  for (const { alert } of await alerts.held(lane.name, MOST_PENDING)) {
    const due = dueAt(lane, { severity: alert.severity, now: clock.now() });
    await alerts.settle(alert, { state: 'pending', ...due });
  }
}

/** Removes channels and drops their pending alerts; gives back how many were dropped. */
export async function removeChannels(
  names: readonly string[],
  { definitions, alerts, keep }: ChannelPorts,
): Promise<number> {
  let dropped = 0;
  for (const name of names) {
    await keep();
    const channel = await definitions.channel(name);
    const lanes = channel ? lanesOf(channel).map((lane) => lane.name) : [];
    for (const lane of new Set([name, ...lanes])) dropped += await dropLane(lane, { alerts });
    await definitions.removeChannel(name);
  }
  return dropped;
}

/** How many pending alerts of a channel are read when the channel or its watches change. */
const MOST_PENDING = 10_000;

/** Drops the pending alerts of a lane that concern a watch, or all of them; gives back how many. */
export async function dropAlerts(
  alerts: Alerts,
  { lane, watchId, reason }: { lane: string; watchId?: string; reason: string },
): Promise<number> {
  let dropped = 0;
  for (const { alert } of await alerts.held(lane, MOST_PENDING)) {
    if (watchId !== undefined && alert.watchId !== watchId) continue;
    if (await alerts.settle(alert, { state: 'dropped', reason })) dropped += 1;
  }
  return dropped;
}
