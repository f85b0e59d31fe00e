import type { Incident } from '../incidents/incident.ts';
import type { Service, UpstreamError } from '../lib/errors.ts';
import {
  formatRelativeTime,
  HOUR,
  type Instant,
  isAhead,
  isoOf,
  MINUTE,
  retryAt,
  SECOND,
} from '../time/instant.ts';

// How long a run waits for a service without an answer, and when it is asked again.

/**
 * A run waits so long in all. A queue of runs has two calls at once at least, so ten queries that hang hold up the
 * next run for 40 seconds, and starts of functions for some more.
 */
export const SHORT_WAIT = 8 * SECOND;
/**
 * A query that had no answer in time may take so long: three tries of the 30 seconds after which a service gives up.
 * One run of a service at a time waits like that; the others have the rest of its calls at once.
 */
export const LONG_WAIT = 90 * SECOND;
/** How long a service may take to say that it is there. */
export const PROBE_WAIT = 5 * SECOND;
/** How long the run that tries a paused service may take. Should it die, another one tries then. */
export const TRIAL = MINUTE;

/** The query of a watch had no answer in time. */
export interface SlowQuery {
  /** How many runs in a row had none. 0: it has one, but not within a short wait. */
  times: number;
  /** No run asks before this. */
  until: Instant;
}

/** The query after a run without an answer: asked again after 1, 2, 4 … minutes, at most an hour. */
export function slowerQuery({ times }: SlowQuery = { times: 0, until: 0 }, now: Instant): SlowQuery {
  return { times: times + 1, until: retryAt(now, times) };
}

/** A service that answers nobody: no run asks it before `until`, and then one. */
export interface ServicePause {
  since: Instant;
  /** How often in a row it did not answer. */
  times: number;
  until: Instant;
}

/** When a wait ends. None is longer than an hour: a longer one was written while the clock was ahead, and is over. */
export function endOfWait({ until }: SlowQuery | ServicePause, now: Instant): Instant {
  return isAhead(until, now + HOUR) ? now : until;
}

const FIRST_PAUSE = 30 * SECOND;
const LONGEST_PAUSE = 8 * MINUTE;

/** The pause after one more try: 30 seconds, then twice as long each time, at most 8 minutes. */
export function longerPause(before: ServicePause | undefined, now: Instant): ServicePause {
  const { since = now, times = 0 } = before ?? {};
  return { since, times: times + 1, until: now + Math.min(FIRST_PAUSE * 2 ** times, LONGEST_PAUSE) };
}

/** How often a service must not have answered before there is an incident: shorter failures pass by themselves. */
export const TRIES_BEFORE_INCIDENT = 3;

/** The subject of the one incident for all watches of a service that does not answer. */
export function noAnswerSubject(service: Service): string {
  return `service:${service}:no-answer`;
}

export function noAnswerIncident(
  { service, message }: UpstreamError,
  { since, times }: ServicePause,
): Incident {
  return {
    subject: noAnswerSubject(service),
    kind: 'no-answer',
    since,
    text:
      `The ${service} service has answered nobody since ${isoOf(since)}, at ${times} tries. The last error was: ${message} Its ` +
      'watches wait. One of them tries again every 8 minutes at least, and when there is an answer they all go on where ' +
      'they stopped: nothing is lost. If this continues, check the address and the network with bellwether doctor.',
  };
}

/** What a run that is held says. */
export function pausedText(service: string, { since, until }: ServicePause): string {
  return `The ${service} service has not answered since ${isoOf(since)}. One run asks it again at ${isoOf(until)}, and the others wait for that.`;
}

/** What is said of a query without an answer, and when it is asked again. */
export function slowText(slow: SlowQuery, now: Instant): string {
  const runs = slow.times === 1 ? 'Its last run' : `Its last ${slow.times} runs`;
  const why = slow.times === 0 ? 'Its query takes long' : `${runs} had no answer in time`;
  const at = endOfWait(slow, now);
  const again = at > now ? formatRelativeTime(at, now) : 'when no other query of its service waits long';
  return `${why}; it is asked again ${again}.`;
}
