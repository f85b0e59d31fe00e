import { sumAlertsPut, type AlertsPut } from '../../domain/alerts/alerts-put.ts';
import type { Incident } from '../../domain/incidents/incident.ts';
import { resolveIncident, openIncident } from '../alerts/notify-incidents.ts';
import type { AlertWriter } from '../alerts/put-alert.ts';
import { collectAlerts } from '../extraction/collect-alerts.ts';
import type { Incidents } from '../ports/ports.ts';

/** Subjects of opened and resolved incidents, and the alerts that were put. */
export interface IncidentOutcome extends AlertsPut {
  troubles: string[];
  cured: string[];
}

export function sumIncidents(parts: readonly Partial<IncidentOutcome>[]): IncidentOutcome {
  return {
    ...sumAlertsPut(parts),
    troubles: parts.flatMap(({ troubles = [] }) => troubles),
    cured: parts.flatMap(({ cured = [] }) => cured),
  };
}

type IncidentPorts = AlertWriter['ports'] & { troubles: Incidents };
type Named = Partial<IncidentOutcome>;

export async function openNamedIncident(ports: IncidentPorts, incident: Incident): Promise<Named> {
  const put = await collectAlerts(ports, (writer) => openIncident(writer, incident));
  return { ...put, troubles: [incident.subject] };
}

export async function resolveNamedIncident(ports: IncidentPorts, subject: string): Promise<Named> {
  const put = await collectAlerts(ports, (writer) => resolveIncident(writer, subject));
  return { ...put, cured: [subject] };
}
