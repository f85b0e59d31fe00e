import type { Alert } from '../../domain/alerts/alert.ts';
import { dueAt, refusalOf } from '../../domain/channels/channel.ts';
import type { Verdict } from '../../domain/findings/finding.ts';
import type { Alerts, Clock, Definitions } from '../ports/ports.ts';

/** Who puts alerts: a run, a deliverer, a healer. */
export interface AlertWriter {
  ports: { definitions: Definitions; alerts: Alerts; clock: Clock };
  outcome: { alerts: number; channels: string[] };
}

/**
 * Puts an alert as pending on its channel, due when the channel's quiet hours and digest allow; or says why the channel
 * does not take it, where a channel that is gone takes nothing of any severity. Putting the same alert again changes nothing.
 */
export async function putAlert({ ports, outcome }: AlertWriter, alert: Alert): Promise<Verdict> {
  const channel = await ports.definitions.channel(alert.channel);
  const refusal = channel ? refusalOf(channel, alert) : 'below-severity';
  if (!channel || refusal) return { silent: refusal ?? 'below-severity' };
  const due = dueAt(channel, { severity: alert.severity, now: ports.clock.now() });
  const isNew = await ports.alerts.put(alert, {
    dueAt: due.at,
    ...(due.heldFor && { heldFor: due.heldFor }),
  });
  if (isNew) outcome.alerts += 1;
  if (!outcome.channels.includes(alert.channel)) outcome.channels.push(alert.channel);
  return { told: alert.id };
}
