import { groupingOf, OPERATORS } from '../../domain/channels/channel.ts';
import type { Trouble } from '../../domain/incidents/incident.ts';
import { reminderAlertOf } from '../../domain/channels/reminder-alerts.ts';
import type { Troubles } from '../ports/ports.ts';
import { putAlert, type Teller } from './put-alert.ts';
import { cureTrouble } from './notify-incidents.ts';

/**
 * Reminds the operators of troubles that stay open. Of several reminders that were missed only the latest is told. What
 * troubled a watch is over when the watch is gone.
 */
export async function remindOfTroubles(teller: Teller & { ports: { troubles: Troubles } }): Promise<void> {
  const { ports } = teller;
  const channel = await ports.definitions.channel(OPERATORS);
  if (!channel) return;
  const { repeat: interval } = groupingOf(channel);
  for (const trouble of await ports.troubles.open()) {
    if (await isOfNobody(trouble, ports.definitions)) {
      await cureTrouble(teller, trouble.subject);
      continue;
    }
    const reminder = reminderAlertOf(trouble, { interval, now: ports.clock.now() });
    if (reminder) await putAlert(teller, reminder);
  }
}

/** A trouble of a service may name the watch that met it, and holds for the others. */
async function isOfNobody({ subject, watchId }: Trouble, definitions: Teller['ports']['definitions']) {
  if (watchId === undefined || !subject.startsWith(`watch:${watchId}:`)) return false;
  return (await definitions.watch(watchId)) === undefined;
}
