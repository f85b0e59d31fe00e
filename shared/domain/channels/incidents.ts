import { type Alert, type Heartbeat, incidentAlertOf, OWN_RETENTION } from '../alerts/alert.ts';
import type { Incident, IncidentKind } from '../incidents/incident.ts';
import { idOf } from '../lib/hash.ts';
import { DAY, HOUR, type Instant } from '../time/instant.ts';
import { channelNameOf, OPERATORS } from './channel.ts';

/** Incidents without reminders: no one needs to repair them, or they are over when they are notified. */
const NOTIFIED_ONCE: ReadonlySet<IncidentKind> = new Set([
  'withdrawn',
  'budget',
  'late-job',
  'failed-job',
  'quarantine',
]);

/**
 * The reminder of an open incident, one for each `interval` (milliseconds); undefined before the first interval has
 * passed. The id contains the number of the reminder, so that each is sent once.
 */
export function reminderAlertOf(
  incident: Incident,
  { interval, now }: { interval: number; now: Instant },
): Alert | undefined {
  const { kind, subject, since, text } = incident;
  const reminder = Math.floor((now - since) / interval);
  if (interval <= 0 || reminder < 1 || NOTIFIED_ONCE.has(kind)) return undefined;
  return {
    ...incidentAlertOf(incident, { channel: OPERATORS, resolved: false, now }),
    id: idOf('incident', subject, String(since), 'reminder', String(reminder)),
    occasion: { type: 'incident', incident: kind, resolved: false, text, reminder },
  };
}

/** The id of a heartbeat of a channel that has sent nothing since `since`. */
export function heartbeatId(channel: string, since: Instant): string {
  return idOf('heartbeat', channel, String(since));
}

/** The heartbeat of a channel. There is one for each time without messages, however often it is made. */
export function heartbeatAlertOf(
  heartbeat: Heartbeat,
  { channel, now }: { channel: string; now: Instant },
): Alert {
  return {
    id: heartbeatId(channel, heartbeat.since),
    channel,
    occasion: { type: 'heartbeat', ...heartbeat },
    severity: 'info',
    createdAt: now,
    expiresAt: now + OWN_RETENTION,
    items: [],
  };
}

/** An incident that a lane has opened at another service. */
export interface PagerIncident {
  lane: string;
  /** The key of its story there. */
  key: string;
  /** The alerts that it is about. */
  alertIds: readonly string[];
  /** When its latest message was made. */
  since: Instant;
  /** When it is checked whether it can end: not before its story has been quiet for long enough. */
  checkAt: Instant;
  /** No try to end it is made before this. */
  retryAt?: Instant;
}

/** What a reader has acknowledged, on the page of which lane. */
interface Acknowledgement {
  lane: string;
  alertId: string;
  story?: string;
  /** When the page was opened. */
  at: Instant;
  undoneAt?: Instant;
  keepsIncident?: true;
}

/** An incident ends when its story has had no article for so long: a story is open as long. */
export const QUIET_FOR = 72 * HOUR;
/** How far back acknowledgements are read: what a longer standstill misses ends when its story is quiet. */
export const ACKNOWLEDGED_WITHIN = DAY;
/** How many alerts of an incident are kept. */
const MOST_ALERTS = 200;

/** An incident with the alerts of one message more. */
export function withMessage(
  was: PagerIncident | undefined,
  { lane, key, alertIds, at }: { lane: string; key: string; alertIds: readonly string[]; at: Instant },
): PagerIncident {
  const all = [...new Set([...(was?.alertIds ?? []), ...alertIds])].slice(-MOST_ALERTS);
  // A message that is repeated may be older than the last one.
  const since = Math.max(at, was?.since ?? 0);
  return { lane, key, alertIds: all, since, checkAt: since + QUIET_FOR };
}

/**
 * Whether a reader of the same channel has acknowledged an incident since its latest message, and not where it is open.
 */
export function isAcknowledged(
  { lane, key, alertIds, since }: PagerIncident,
  acknowledged: readonly Acknowledgement[],
): boolean {
  return acknowledged.some(
    (one) =>
      one.undoneAt === undefined &&
      !one.keepsIncident &&
      one.at >= since &&
      channelNameOf(one.lane) === channelNameOf(lane) &&
      (one.story === key || alertIds.includes(one.alertId)),
  );
}
