import { joinAlertsMade, NO_ALERTS, type AlertsMade } from '../../domain/alerts/alerts-made.ts';
import type { Incident } from '../../domain/incidents/incident.ts';
import { type IncidentPorts, openIncident, resolveIncident } from '../alerts/notify-incidents.ts';

/** Subjects of incidents that a sweep opened and resolved, and the alerts about them. */
export interface IncidentOutcome extends AlertsMade {
  troubles: string[];
  cured: string[];
}

export const NO_INCIDENTS: IncidentOutcome = { ...NO_ALERTS, troubles: [], cured: [] };

export function addIncidentOutcome(a: IncidentOutcome, b: Partial<IncidentOutcome>): IncidentOutcome {
  const { troubles = [], cured = [], ...put } = b;
  return {
    ...joinAlertsMade(a, { ...NO_ALERTS, ...put }),
    troubles: [...a.troubles, ...troubles],
    cured: [...a.cured, ...cured],
  };
}

/** Opens an incident, and names it in the outcome. */
export async function openNamedIncident(ports: IncidentPorts, incident: Incident): Promise<IncidentOutcome> {
  const put = await openIncident(ports, incident);
  return { ...NO_INCIDENTS, ...put, troubles: [incident.subject] };
}

/** Resolves an incident, and names it in the outcome. */
export async function resolveNamedIncident(ports: IncidentPorts, subject: string): Promise<IncidentOutcome> {
  const put = await resolveIncident(ports, subject);
  return { ...NO_INCIDENTS, ...put, cured: [subject] };
}
