import type { UpstreamError } from '../lib/errors.ts';
import type { Instant } from '../time/instant.ts';
import type { Incident } from '../incidents/incident.ts';

export function monitorOffSubject(watchId: string): string {
  return `watch:${watchId}:monitor-off`;
}

/** A monitor that we did not switch off: out of credits, or a person did it. */
export function monitorOffIncident(watchId: string, now: Instant): Incident {
  return {
    subject: monitorOffSubject(watchId),
    kind: 'monitor-off',
    since: now,
    watchId,
    text:
      `The monitor of the watch ${watchId} was switched off at the extraction service, as it does with every monitor when ` +
      'the credits are used up. The watch finds nothing until a person switches it on again: at the service, once there ' +
      'are credits; or here, by applying the watch with enabled: false, and a few minutes later with enabled: true.',
  };
}

export function unreadableSubject(watchId: string): string {
  return `watch:${watchId}:unreadable-delivery`;
}

/** A delivery with the right secret whose body nobody can read. */
export function unreadableIncident(
  { watchId, key }: { watchId: string; key: string },
  now: Instant,
): Incident {
  return {
    subject: unreadableSubject(watchId),
    kind: 'unreadable-delivery',
    since: now,
    watchId,
    text:
      `A delivery for the watch ${watchId} is no JSON. It is kept in the bucket as ${key}. If it held records, they are ` +
      'pulled from the service within the hour; nothing else has to be done unless it happens again.',
  };
}

/** The subject of a watchlist that the service does not take. */
export function watchlistSubject(name: string): string {
  return `watchlist:${name}:refused`;
}

export function watchlistIncident(name: string, error: UpstreamError, now: Instant): Incident {
  return {
    subject: watchlistSubject(name),
    kind: 'watchlist',
    since: now,
    text:
      `The extraction service does not take the watchlist ${name}: ${error.message} Watches that follow it wait, or work ` +
      'with its companies as they were. It is tried again every hour; correct the companies in the file and apply it.',
  };
}

/** The subject of a watchlist whose companies the service does not get to know. */
export function unreadySubject(name: string): string {
  return `watchlist:${name}:not-ready`;
}

export function unreadyIncident(name: string, since: Instant): Incident {
  return {
    subject: unreadySubject(name),
    kind: 'watchlist',
    since,
    text:
      `The extraction service has not got to know the companies of the watchlist ${name} for half an hour. Watches that ` +
      'begin to follow it wait until it has. It is looked at every five minutes; if it stays so, look at its dataset at ' +
      'the service: a company that cannot be told from others may need its domain.',
  };
}
