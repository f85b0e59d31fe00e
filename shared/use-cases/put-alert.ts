import type { Alert } from '../domain/alert.ts';
import { dueAt, type Channel } from '../domain/channel.ts';
import { compareSeverity } from '../domain/watch.ts';
import type { Alerts, Clock, Definitions } from './ports.ts';

/** Who puts alerts: a run, a deliverer, a healer. */
export interface Teller {
  ports: { definitions: Definitions; alerts: Alerts; clock: Clock };
  outcome: { alerts: number; channels: string[] };
}

/** A life sign goes out whatever severity the channel takes: it is about the channel itself. */
function takes({ minSeverity }: Channel, { severity, occasion }: Alert): boolean {
  return (
    occasion.type === 'life-sign' || occasion.type === 'report' || compareSeverity(severity, minSeverity) >= 0
  );
}

/**
 * Puts an alert as pending on its channel, due when the channel's quiet hours and digest allow. False when the channel
 * does not take this severity, or is gone. Putting the same alert again changes nothing.
 */
export async function putAlert({ ports, outcome }: Teller, alert: Alert): Promise<boolean> {
  const channel = await ports.definitions.channel(alert.channel);
  if (!channel || !takes(channel, alert)) return false;
  const due = dueAt(channel, { severity: alert.severity, now: ports.clock.now() });
  const isNew = await ports.alerts.put(alert, {
    dueAt: due.at,
    ...(due.heldFor && { heldFor: due.heldFor }),
  });
  if (isNew) outcome.alerts += 1;
  if (!outcome.channels.includes(alert.channel)) outcome.channels.push(alert.channel);
  return true;
}
