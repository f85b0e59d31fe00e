import {
  type Alert,
  type AlertsMade,
  incidentAlertOf,
  joinAlertsMade,
  NO_ALERTS,
} from '../../domain/alerts/alert.ts';
import {
  channelNameOf,
  groupingOf,
  laneRejectionOf,
  lanesOf,
  OPERATORS,
} from '../../domain/channels/channel.ts';
import { dueAt } from '../../domain/channels/due-times.ts';
import { reminderAlertOf } from '../../domain/channels/incidents.ts';
import { quarantinedItem, type UnusableItem } from '../../domain/findings/quarantine.ts';
import { type Incident, quarantineIncident, quarantineSubject } from '../../domain/incidents/incident.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { DAY, type Instant } from '../../domain/time/instant.ts';
import { channelsOf, serviceOf, type Watch } from '../../domain/watches/watch.ts';
import type { Ports } from '../ports/ports.ts';

/**
 * Puts an alert as pending on each lane of its channel that accepts it, due when quiet hours and brief times allow. A
 * channel that is gone takes no alert. Putting it again completes what a crash interrupted, on the lanes that there
 * were at the first time: each item names them all, so that a repeat knows them whichever was written. A lane that was
 * made since does not get it.
 *
 * @param only the name of the one lane that gets it. Default all.
 */
export async function putAlert(
  { definitions, alerts, clock }: AlertPorts,
  alert: Alert,
  { only }: { only?: string } = {},
): Promise<AlertsMade> {
  const channel = await definitions.channel(alert.channel);
  const lanes = (channel ? lanesOf(channel) : []).filter(
    (lane) => (only === undefined || lane.name === only) && laneRejectionOf(lane, alert) === undefined,
  );
  if (!channel || lanes.length === 0) return NO_ALERTS;
  const known = channel.transports ? await alerts.onLanes(alert.id) : [];
  const own = known.filter((stored) => channelNameOf(stored.alert.channel) === alert.channel);
  const before = own.flatMap((stored) => stored.alert.lanes ?? [stored.alert.channel]);
  const names = own.length === 0 ? lanes.map(({ name }) => name) : [...new Set(before)];
  const now = clock.now();
  const given = { ...alert, timezone: channel.timezone, ...(names.length > 1 && { lanes: names }) };
  const put = await inParallel(
    lanes.filter(({ name }) => names.includes(name)),
    (lane) => alerts.put({ ...given, channel: lane.name }, dueAt(lane, alert, now)),
  );
  return { alerts: put.includes(true) ? 1 : 0, channels: [alert.channel] };
}

/** Puts an alert of a watch on each of its channels, under one id. */
export async function putOnChannels(ports: AlertPorts, alert: Alert, watch: Watch): Promise<AlertsMade> {
  const [first, ...others] = channelsOf(watch.alert);
  const put = await putAlert(ports, { ...alert, channel: first ?? alert.channel });
  const more = await inParallel(others, async (channel) => [await putAlert(ports, { ...alert, channel })]);
  return joinAlertsMade(put, ...more.flat());
}

export type AlertPorts = Pick<Ports, 'definitions' | 'alerts' | 'clock'>;

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

type IncidentPorts = AlertPorts & Pick<Ports, 'incidents'>;

/** Opens an incident and notifies the operators once: an incident that is open keeps its first alert. */
export async function openIncident(ports: IncidentPorts, incident: Incident): Promise<AlertsMade> {
  const open = await ports.incidents.raise(incident);
  const alert = incidentAlertOf(open, { channel: OPERATORS, resolved: false, now: open.since });
  return putForIncident(ports, open, alert);
}

/** Puts an alert on an incident on the channel of the operators, and on the other channel that is notified of it. */
async function putForIncident(ports: AlertPorts, { alsoOn }: Incident, alert: Alert): Promise<AlertsMade> {
  const made = await putAlert(ports, alert);
  if (alsoOn === undefined) return made;
  return joinAlertsMade(made, await putAlert(ports, { ...alert, channel: alsoOn }));
}

/** Resolves an incident and notifies the operators. The alert goes first: its id is made of the open incident. */
export async function resolveIncident(ports: IncidentPorts, subject: string): Promise<AlertsMade> {
  const open = await ports.incidents.get(subject);
  if (!open) return NO_ALERTS;
  const now = ports.clock.now();
  const alert = incidentAlertOf(open, { channel: OPERATORS, resolved: true, now });
  const made = await putForIncident(ports, open, alert);
  await ports.incidents.clear(subject);
  return made;
}

/** The same for several incidents, one after the other. */
export async function resolveIncidents(
  ports: IncidentPorts,
  subjects: readonly string[],
): Promise<AlertsMade> {
  const made: AlertsMade[] = [];
  for (const subject of subjects) made.push(await resolveIncident(ports, subject));
  return joinAlertsMade(...made);
}

/** Subjects of opened and resolved incidents, and the alerts that were put. */
export interface IncidentOutcome extends AlertsMade {
  incidents: string[];
  resolved: string[];
}

export function sumIncidents(parts: readonly Partial<IncidentOutcome>[]): IncidentOutcome {
  return {
    ...joinAlertsMade(...parts),
    incidents: parts.flatMap(({ incidents = [] }) => incidents),
    resolved: parts.flatMap(({ resolved = [] }) => resolved),
  };
}

export async function openNamedIncident(
  ports: IncidentPorts,
  incident: Incident,
): Promise<Partial<IncidentOutcome>> {
  return { ...(await openIncident(ports, incident)), incidents: [incident.subject] };
}

export async function resolveNamedIncident(
  ports: IncidentPorts,
  subject: string,
): Promise<Partial<IncidentOutcome>> {
  return { ...(await resolveIncident(ports, subject)), resolved: [subject] };
}

export type QuarantinePorts = AlertPorts & Pick<Ports, 'quarantine' | 'incidents'>;

/** How many items were quarantined for the first time, what our code threw, and the alert of the operators. */
export interface ItemsQuarantined extends AlertsMade {
  quarantined: number;
  faults: readonly Error[];
}

export const NOTHING_QUARANTINED: ItemsQuarantined = { ...NO_ALERTS, quarantined: 0, faults: [] };

export function joinQuarantined(...parts: readonly ItemsQuarantined[]): ItemsQuarantined {
  return {
    ...joinAlertsMade(...parts),
    quarantined: parts.reduce((sum, part) => sum + part.quarantined, 0),
    faults: parts.flatMap(({ faults }) => faults),
  };
}

/**
 * Puts unusable items of a watch in quarantine, each once, and notifies the operators of the first. The incident goes
 * before the items: who dies in between opens the same one again. Without items nothing is read or written.
 */
export async function quarantineItems(
  { watch, ports }: { watch: Watch; ports: QuarantinePorts },
  unusable: readonly UnusableItem[],
): Promise<ItemsQuarantined> {
  if (unusable.length === 0) return NOTHING_QUARANTINED;
  const now = ports.clock.now();
  const service = serviceOf(watch.kind);
  const all = unusable.map((item) => quarantinedItem(item, { watch, service, now }));
  const items = [...new Map(all.map((item) => [item.id, item])).values()];
  const known = await ports.quarantine.known(
    watch.id,
    items.map(({ id }) => id),
  );
  const first = items.find(({ id }) => !known.has(id));
  const notified = first
    ? await openIncident(ports, quarantineIncident(watch.id, { service, reason: first.reason, at: now }))
    : NO_ALERTS;
  await inParallel(items, (item) =>
    known.has(item.id) ? ports.quarantine.comesAgain(item) : ports.quarantine.put(item),
  );
  const faults = unusable.flatMap(({ error }) => error ?? []);
  return { ...notified, quarantined: items.filter(({ id }) => !known.has(id)).length, faults };
}

/** So long after the last new item, its incident is resolved. */
const QUIET = DAY;

/** Whether an incident is about quarantined items, and no new one has come for a day. */
async function isQuarantineOver(
  { subject, since, watchId }: Incident,
  { ports, now }: { ports: Pick<Ports, 'quarantine'>; now: Instant },
): Promise<boolean> {
  if (watchId === undefined || subject !== quarantineSubject(watchId) || since > now - QUIET) return false;
  const [latest] = await ports.quarantine.latest(watchId, { limit: 1, now });
  return latest === undefined || latest.firstAt <= now - QUIET;
}

/**
 * Reminds the operators of incidents that stay open. Of several reminders that were missed only the latest is sent.
 * The incident of a watch that was removed is resolved, and that of quarantined items when no new one has come for a
 * day.
 */
export async function remindOfIncidents(
  ports: IncidentPorts & Pick<Ports, 'quarantine'>,
): Promise<IncidentOutcome> {
  const channel = await ports.definitions.channel(OPERATORS);
  if (!channel) return sumIncidents([]);
  const { repeat: interval } = groupingOf(channel);
  const made: Partial<IncidentOutcome>[] = [];
  for (const incident of await ports.incidents.open()) {
    const now = ports.clock.now();
    const isOver =
      (await isOfRemovedWatch(incident, ports)) || (await isQuarantineOver(incident, { ports, now }));
    const reminder = reminderAlertOf(incident, { interval, now });
    if (isOver) made.push(await resolveNamedIncident(ports, incident.subject));
    else if (reminder) made.push(await putForIncident(ports, incident, reminder));
  }
  return sumIncidents(made);
}

/** An incident of a service may name the watch that met it, and concerns the others too. */
async function isOfRemovedWatch(
  { subject, watchId }: Incident,
  { definitions }: Pick<Ports, 'definitions'>,
): Promise<boolean> {
  if (watchId === undefined || !subject.startsWith(`watch:${watchId}:`)) return false;
  return (await definitions.watch(watchId)) === undefined;
}
