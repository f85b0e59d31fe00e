import { addAlertsPut, NO_ALERTS, type AlertsPut } from '../../domain/alerts/alerts-put.ts';
import type { Incident } from '../../domain/incidents/incident.ts';
import { resolveIncident, openIncident } from '../alerts/notify-incidents.ts';
import type { AlertWriter } from '../alerts/put-alert.ts';
import { collectAlerts } from '../extraction/collect-alerts.ts';
import type { Incidents } from '../ports/ports.ts';

/** Subjects of incidents that a sweep opened and resolved, and the alerts about them. */
export interface IncidentOutcome extends AlertsPut {
  troubles: string[];
  cured: string[];
}

export const NO_INCIDENTS: IncidentOutcome = { ...NO_ALERTS, troubles: [], cured: [] };

export function addIncidentOutcome(a: IncidentOutcome, b: Partial<IncidentOutcome>): IncidentOutcome {
  const { troubles = [], cured = [], ...put } = b;
  return {
    ...addAlertsPut(a, { ...NO_ALERTS, ...put }),
    troubles: [...a.troubles, ...troubles],
    cured: [...a.cured, ...cured],
  };
}

type IncidentPorts = AlertWriter['ports'] & { troubles: Incidents };

/** Opens an incident, and names it in the outcome. */
export async function openNamedIncident(ports: IncidentPorts, incident: Incident): Promise<IncidentOutcome> {
  const put = await collectAlerts(ports, (writer) => openIncident(writer, incident));
  return { ...NO_INCIDENTS, ...put, troubles: [incident.subject] };
}

/** Resolves an incident, and names it in the outcome. */
export async function resolveNamedIncident(ports: IncidentPorts, subject: string): Promise<IncidentOutcome> {
  const put = await collectAlerts(ports, (writer) => resolveIncident(writer, subject));
  return { ...NO_INCIDENTS, ...put, cured: [subject] };
}
