import { type AlertsMade, joinAlertsMade, NO_ALERTS } from '../../domain/alerts/alert.ts';
import { incidentAlertOf } from '../../domain/alerts/incident-alert.ts';
import { OPERATORS } from '../../domain/channels/channel.ts';
import type { Incident } from '../../domain/incidents/incident.ts';
import type { Ports } from '../ports/ports.ts';
import { putAlert } from './put-alerts.ts';
import type { AlertPorts } from './put-on-lanes.ts';

export type IncidentPorts = AlertPorts & Pick<Ports, 'incidents'>;

/** Opens an incident and notifies the operators once: an incident that is open keeps its first alert. */
export async function openIncident(ports: IncidentPorts, incident: Incident): Promise<AlertsMade> {
  const open = await ports.incidents.raise(incident);
  return putAlert(ports, incidentAlertOf(open, { channel: OPERATORS, cured: false, now: open.since }));
}

/** Resolves an incident and notifies the operators. The alert goes first: its id is made of the open incident. */
export async function resolveIncident(ports: IncidentPorts, subject: string): Promise<AlertsMade> {
  const open = await ports.incidents.get(subject);
  if (!open) return NO_ALERTS;
  const now = ports.clock.now();
  const made = await putAlert(ports, incidentAlertOf(open, { channel: OPERATORS, cured: true, now }));
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
  troubles: string[];
  cured: string[];
}

export function sumIncidents(parts: readonly Partial<IncidentOutcome>[]): IncidentOutcome {
  return {
    ...joinAlertsMade(...parts),
    troubles: parts.flatMap(({ troubles = [] }) => troubles),
    cured: parts.flatMap(({ cured = [] }) => cured),
  };
}

export async function openNamedIncident(
  ports: IncidentPorts,
  incident: Incident,
): Promise<Partial<IncidentOutcome>> {
  return { ...(await openIncident(ports, incident)), troubles: [incident.subject] };
}

export async function resolveNamedIncident(
  ports: IncidentPorts,
  subject: string,
): Promise<Partial<IncidentOutcome>> {
  return { ...(await resolveIncident(ports, subject)), cured: [subject] };
}
