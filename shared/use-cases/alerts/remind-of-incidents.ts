import type { Ports } from '../ports/ports.ts';
import { type AlertsMade, joinAlertsMade, NO_ALERTS } from '../../domain/alerts/alert.ts';
import { groupingOf, OPERATORS } from '../../domain/channels/channel.ts';
import { reminderAlertOf } from '../../domain/channels/reminder-alerts.ts';
import type { Incident } from '../../domain/incidents/incident.ts';
import { type IncidentPorts, resolveIncident } from './notify-incidents.ts';
import { putAlert } from './put-alerts.ts';

/**
 * Reminds the operators of incidents that stay open. Of several reminders that were missed only the latest is sent. The
 * incident of a watch that was removed is resolved.
 */
export async function remindOfIncidents(ports: IncidentPorts): Promise<AlertsMade> {
  const channel = await ports.definitions.channel(OPERATORS);
  if (!channel) return NO_ALERTS;
  const { repeat: interval } = groupingOf(channel);
  const made: AlertsMade[] = [];
  for (const incident of await ports.incidents.open()) {
    const isOver = await isOfRemovedWatch(incident, ports);
    const reminder = reminderAlertOf(incident, { interval, now: ports.clock.now() });
    if (isOver) made.push(await resolveIncident(ports, incident.subject));
    else if (reminder) made.push(await putAlert(ports, reminder));
  }
  return joinAlertsMade(...made);
}

/** An incident of a service may name the watch that met it, and concerns the others too. */
async function isOfRemovedWatch(
  { subject, watchId }: Incident,
  { definitions }: Pick<Ports, 'definitions'>,
): Promise<boolean> {
  if (watchId === undefined || !subject.startsWith(`watch:${watchId}:`)) return false;
  return (await definitions.watch(watchId)) === undefined;
}
