import { type AlertsMade, joinAlertsMade, NO_ALERTS } from '../../domain/alerts/alert.ts';
import { quarantinedItem, type UnusableItem } from '../../domain/findings/quarantine.ts';
import { quarantineIncident, quarantineSubject, type Incident } from '../../domain/incidents/incident.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { DAY, type Instant } from '../../domain/time/instant.ts';
import { serviceOf, type Watch } from '../../domain/watches/watch.ts';
import type { Ports } from '../ports/ports.ts';
import { openIncident } from './notify-incidents.ts';
import type { AlertPorts } from './put-alerts.ts';

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
 * Puts unusable items of a watch in quarantine, each once, and notifies the operators of the first. The incident goes before
 * the items: who dies in between opens the same one again. Without items nothing is read or written.
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
export async function isQuarantineOver(
  { subject, since, watchId }: Incident,
  { ports, now }: { ports: Pick<Ports, 'quarantine'>; now: Instant },
): Promise<boolean> {
  if (watchId === undefined || subject !== quarantineSubject(watchId) || since > now - QUIET) return false;
  const [latest] = await ports.quarantine.latest(watchId, { limit: 1, now });
  return latest === undefined || latest.firstAt <= now - QUIET;
}
