import { OPERATORS, groupingOf } from '../../domain/channels/channel.ts';
import { reminderAlertOf } from '../../domain/channels/reminder-alerts.ts';
import type { Incident } from '../../domain/incidents/incident.ts';
import type { Ports } from '../ports/ports.ts';
import {
  type IncidentOutcome,
  type IncidentPorts,
  resolveNamedIncident,
  sumIncidents,
} from './notify-incidents.ts';
import { putAlert } from './put-alerts.ts';
import { isQuarantineOver } from './quarantine-items.ts';

/**
 * Reminds the operators of incidents that stay open. Of several reminders that were missed only the latest is sent. The
 * incident of a watch that was removed is resolved, and that of quarantined items when no new one has come for a day.
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
    else if (reminder) made.push(await putAlert(ports, reminder));
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
