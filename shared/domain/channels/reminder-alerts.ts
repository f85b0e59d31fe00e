import { type Alert } from '../alerts/alert.ts';
import { OWN_RETENTION, incidentAlertOf } from '../alerts/incident-alert.ts';
import { OPERATORS } from './channel.ts';
import { idOf } from '../lib/hash.ts';
import type { Instant } from '../time/instant.ts';
import type { Heartbeat } from '../alerts/heartbeat.ts';
import type { Incident, IncidentKind } from '../incidents/incident.ts';

/** Incidents without reminders: no one needs to repair them, or they are over when they are notified. */
const NOTIFIED_ONCE: ReadonlySet<IncidentKind> = new Set([
  'withdrawn',
  'budget',
  'late-job',
  'failed-job',
  'quarantine',
]);

/**
 * The reminder of an open incident, one for each `interval` (milliseconds); undefined before the first interval has passed.
 * The id contains the number of the reminder, so that each is sent once.
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

/** The id of a heartbeat of a channel that has sent nothing since `since`. */
export function heartbeatId(channel: string, since: Instant): string {
  return idOf('life-sign', channel, String(since));
}

/** The heartbeat of a channel. There is one for each time without messages, however often it is made. */
export function heartbeatAlertOf(
  heartbeat: Heartbeat,
  { channel, now }: { channel: string; now: Instant },
): Alert {
  return {
    id: heartbeatId(channel, heartbeat.since),
    channel,
    occasion: { type: 'life-sign', ...heartbeat },
    severity: 'info',
    createdAt: now,
    expiresAt: now + OWN_RETENTION,
    items: [],
  };
}
