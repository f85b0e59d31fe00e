import type { UpstreamError } from '../lib/errors.ts';
import type { Instant } from '../time/instant.ts';
import type { Incident } from '../incidents/incident.ts';

/** The subject of a monitor that the service has switched off. */
export function monitorOffSubject(watchId: string): string {
  return `watch:${watchId}:monitor-off`;
}

/** A monitor was switched off, and not by us: the credits are used up, or someone did it. */
export function monitorOffIncident(watchId: string, now: Instant): Incident {
  return {
    subject: monitorOffSubject(watchId),
    kind: 'monitor-off',
    since: now,
    watchId,
    text:
      `The monitor of the watch ${watchId} is switched off at the extraction service. The service does this with every ` +
      'monitor when the credits are used up. The watch finds nothing until the monitor is on again. Once there are ' +
      'credits, switch it on at the service; or apply the watch with enabled: false, and a few minutes later with ' +
      'enabled: true.',
  };
}

/** The subject of webhook payloads of a watch that are not valid JSON. */
export function unreadableSubject(watchId: string): string {
  return `watch:${watchId}:unreadable-delivery`;
}

/** A webhook payload with the right secret is not valid JSON. `key` is its key in the bucket. */
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
      `A webhook payload for the watch ${watchId} is not valid JSON. The bucket keeps it as ${key}. If it contained ` +
      'records, they are pulled from the service within the hour. You only have to act if it happens again: then ask ' +
      'the provider.',
  };
}

/** The subject of a watchlist that the service refuses. */
export function watchlistSubject(name: string): string {
  return `watchlist:${name}:refused`;
}

/** The service refuses a watchlist. */
export function watchlistIncident(name: string, error: UpstreamError, now: Instant): Incident {
  return {
    subject: watchlistSubject(name),
    kind: 'watchlist',
    since: now,
    text:
      `The extraction service refuses the watchlist ${name}: ${error.message} Watches that follow it wait, or run with ` +
      'its earlier companies. Correct the companies in watches.yaml and apply the file. It is tried again every hour.',
  };
}

/** The subject of a watchlist whose companies the service does not identify. */
export function unreadySubject(name: string): string {
  return `watchlist:${name}:not-ready`;
}

/** The service has not identified the companies of a watchlist in time. */
export function unreadyIncident(name: string, since: Instant): Incident {
  return {
    subject: unreadySubject(name),
    kind: 'watchlist',
    since,
    text:
      `The extraction service has not identified all companies of the watchlist ${name} within half an hour. Watches ` +
      'that begin to follow it wait for that. It is checked every five minutes. If this continues, look at its dataset at ' +
      'the service: a company with an ambiguous name may need its domain.',
  };
}
