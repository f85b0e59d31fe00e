import { joinAlertsMade, type AlertsMade } from '../../domain/alerts/alert.ts';
import type { Incident } from '../../domain/incidents/incident.ts';
import { type IncidentPorts, openIncident, resolveIncident } from '../alerts/notify-incidents.ts';

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

type Named = Partial<IncidentOutcome>;

export async function openNamedIncident(ports: IncidentPorts, incident: Incident): Promise<Named> {
  const put = await openIncident(ports, incident);
  return { ...put, troubles: [incident.subject] };
}

export async function resolveNamedIncident(ports: IncidentPorts, subject: string): Promise<Named> {
  const put = await resolveIncident(ports, subject);
  return { ...put, cured: [subject] };
}
