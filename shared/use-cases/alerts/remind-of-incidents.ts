import { groupingOf, OPERATORS } from '../../domain/channels/channel.ts';
import type { Incident } from '../../domain/incidents/incident.ts';
import { reminderAlertOf } from '../../domain/channels/reminder-alerts.ts';
import type { Incidents } from '../ports/ports.ts';
import { putAlert, type AlertWriter } from './put-alert.ts';
import { resolveIncident } from './notify-incidents.ts';

/**
 * Reminds the operators of troubles that stay open. Of several reminders that were missed only the latest is told. What
 * troubled a watch is over when the watch is gone.
 */
export async function remindOfIncidents(
  writer: AlertWriter & { ports: { troubles: Incidents } },
): Promise<void> {
  const { ports } = writer;
  const channel = await ports.definitions.channel(OPERATORS);
  if (!channel) return;
  const { repeat: interval } = groupingOf(channel);
  for (const incident of await ports.troubles.open()) {
    if (await isOfNobody(incident, ports.definitions)) {
      await resolveIncident(writer, incident.subject);
      continue;
    }
    const reminder = reminderAlertOf(incident, { interval, now: ports.clock.now() });
    if (reminder) await putAlert(writer, reminder);
  }
}

/** A trouble of a service may name the watch that met it, and holds for the others. */
async function isOfNobody({ subject, watchId }: Incident, definitions: AlertWriter['ports']['definitions']) {
  if (watchId === undefined || !subject.startsWith(`watch:${watchId}:`)) return false;
  return (await definitions.watch(watchId)) === undefined;
}
