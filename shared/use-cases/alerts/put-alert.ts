import type { Alert } from '../../domain/alerts/alert.ts';
import type { AlertsMade } from '../../domain/alerts/alerts-made.ts';
import { dueAt, rejectionReasonOf } from '../../domain/channels/channel.ts';
import type { Verdict } from '../../domain/findings/finding.ts';
import type { Alerts } from '../ports/alerts.ts';
import type { Clock } from '../ports/clock.ts';
import type { Definitions } from '../ports/definitions.ts';

export interface AlertPorts {
  definitions: Pick<Definitions, 'channel'>;
  alerts: Pick<Alerts, 'put'>;
  clock: Pick<Clock, 'now'>;
}

/** What became of an alert: its id, or why its channel does not take it. */
export interface AlertPut extends AlertsMade {
  verdict: Verdict;
}

/**
 * Puts an alert as pending on its channel, due when quiet hours and brief times allow. A channel that is gone takes no
 * alert. Putting the same alert again changes nothing.
 */
export async function putAlert(ports: AlertPorts, alert: Alert): Promise<AlertPut> {
  const channel = await ports.definitions.channel(alert.channel);
  const refusal = channel ? rejectionReasonOf(channel, alert) : 'below-severity';
  if (!channel || refusal)
    return { verdict: { silent: refusal ?? 'below-severity' }, alerts: 0, channels: [] };
  const due = dueAt(channel, { severity: alert.severity, now: ports.clock.now() });
  const isNew = await ports.alerts.put(alert, {
    dueAt: due.at,
    ...(due.heldFor && { heldFor: due.heldFor }),
  });
  return { verdict: { told: alert.id }, alerts: isNew ? 1 : 0, channels: [alert.channel] };
}
