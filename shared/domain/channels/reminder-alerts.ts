import { OWN_RETENTION, incidentAlertOf, type Alert } from '../alerts/alert.ts';
import { OPERATORS } from './channel.ts';
import { idOf } from '../lib/hash.ts';
import type { Instant } from '../time/instant.ts';
import type { Heartbeat } from '../alerts/heartbeat.ts';
import type { Incident, IncidentKind } from '../incidents/incident.ts';

/** What is told once by its nature: nobody has to mend it, or it is over when it is told. */
const NOTIFIED_ONCE: ReadonlySet<IncidentKind> = new Set(['withdrawn', 'budget', 'late-job', 'failed-job']);

/**
 * What the operators are told again of a trouble that stays open, once for each `interval`; undefined while no interval
 * has passed. The id is made of which reminder it is: however often it is made, it is told once.
 */
export function reminderAlertOf(
  incident: Incident,
  { interval, now }: { interval: number; now: Instant },
): Alert | undefined {
  const { kind, subject, since, text } = incident;
  const reminder = Math.floor((now - since) / interval);
  if (interval <= 0 || reminder < 1 || NOTIFIED_ONCE.has(kind)) return undefined;
  return {
    ...incidentAlertOf(incident, { channel: OPERATORS, cured: false, now }),
    id: idOf('trouble', subject, String(since), 'reminder', String(reminder)),
    occasion: { type: 'trouble', trouble: kind, cured: false, text, reminder },
  };
}

/** The id of the life sign of a channel that has been silent since then. */
export function heartbeatId(channel: string, since: Instant): string {
  return idOf('life-sign', channel, String(since));
}

/** The life sign of a channel; one for each time in which it told nothing, however often it is made. */
export function heartbeatAlertOf(
  sign: Heartbeat,
  { channel, now }: { channel: string; now: Instant },
): Alert {
  return {
    id: heartbeatId(channel, sign.since),
    channel,
    occasion: { type: 'life-sign', ...sign },
    severity: 'info',
    createdAt: now,
    expiresAt: now + OWN_RETENTION,
    items: [],
  };
}
