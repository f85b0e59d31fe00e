import { groupingOf, OPERATORS } from '../domain/channel.ts';
import { reminderAlertOf } from '../domain/upkeep-alerts.ts';
import type { Troubles } from './ports.ts';
import { putAlert, type Teller } from './put-alert.ts';

/** Reminds the operators of troubles that stay open. Of several reminders that were missed only the latest is told. */
export async function remindOfTroubles(
  teller: Teller & { ports: { troubles: Pick<Troubles, 'open'> } },
): Promise<void> {
  const { ports } = teller;
  const channel = await ports.definitions.channel(OPERATORS);
  if (!channel) return;
  const { repeat: interval } = groupingOf(channel);
  for (const trouble of await ports.troubles.open()) {
    const reminder = reminderAlertOf(trouble, { interval, now: ports.clock.now() });
    if (reminder) await putAlert(teller, reminder);
  }
}
