import { incidentAlertOf } from '../../domain/alerts/alert.ts';
import { OPERATORS } from '../../domain/channels/channel.ts';
import type { Incident } from '../../domain/incidents/incident.ts';
import type { Incidents } from '../ports/ports.ts';
import { putAlert, type AlertWriter } from './put-alert.ts';
import { note, type Run } from '../context/run.ts';

type IncidentNotifier = AlertWriter & { ports: { troubles: Incidents } };

/** Opens a trouble and tells the operators once: a trouble that is open already keeps its first alert. */
export async function openIncident(writer: IncidentNotifier, incident: Incident): Promise<void> {
  const open = await writer.ports.troubles.raise(incident);
  await putAlert(writer, incidentAlertOf(open, { channel: OPERATORS, cured: false, now: open.since }));
}

/** Ends a trouble and tells the operators that it is over. The alert goes first: its id is made of the trouble. */
export async function resolveIncident(writer: IncidentNotifier, subject: string): Promise<void> {
  const { troubles: incidents, clock } = writer.ports;
  const open = await incidents.get(subject);
  if (!open) return;
  await putAlert(writer, incidentAlertOf(open, { channel: OPERATORS, cured: true, now: clock.now() }));
  await incidents.clear(subject);
}

/** A run that went through cures what its watch had raised. */
export async function resolveIncidents(run: Run): Promise<void> {
  for (const subject of run.state.troubles) await resolveIncident(run, subject);
  note(run, { troubles: [] });
}
