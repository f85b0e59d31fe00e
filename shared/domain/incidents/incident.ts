import { BadShapeError, GoneError, RefusedError, type Refusal, type UpstreamError } from '../lib/errors.ts';
import type { Instant } from '../time/instant.ts';
import type { Watch } from '../watches/watch.ts';

/** What breaks a watch, a key or a channel. */
export const INCIDENT_KINDS = [
  'failing',
  'key',
  'plan',
  'quota',
  'query',
  'open-window',
  'no-subscriber',
  'dead-delivery',
  'withdrawn',
  'budget',
  'late-job',
  'failed-job',
  'monitor-off',
  'unreadable-delivery',
  'watchlist',
] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

/** Something a person must mend: told once when it begins, once when it is over. */
export interface Incident {
  /** What is broken, with its kind: one trouble each, such as `service:news:key` or `watch:acme-news:failing`. */
  subject: string;
  kind: IncidentKind;
  since: Instant;
  watchId?: string;
  /** What happened, what it means, what to do. */
  text: string;
}

/** The subject of a window that stays open for long: raised by `reconcile`, cured by the run that covers it. */
export function openWindowSubject(watchId: string): string {
  return `watch:${watchId}:open-window`;
}

/** The subject of messages of a channel that died: raised by the delivery, closed when they are sent again. */
export function deadDeliverySubject(channel: string): string {
  return `channel:${channel}:dead-delivery`;
}

/** This many failed runs in a row are a trouble; fewer heal by themselves often enough. */
export const FAILURES_BEFORE_INCIDENT = 3;

const KINDS: Readonly<Record<Refusal, IncidentKind>> = {
  key: 'key',
  plan: 'plan',
  quota: 'quota',
  request: 'query',
};

/**
 * The trouble that an upstream error means: a refused key or an exhausted quota at once, for the whole service; a
 * refused query at once, for its watch; anything else when it is the third failure in a row.
 */
export function incidentOf(
  error: UpstreamError,
  { watch, failures, now }: { watch: Watch; failures: number; now: Instant },
): Incident | undefined {
  if (error instanceof RefusedError) return refusalIncident(error, { watch, now });
  if (failures < FAILURES_BEFORE_INCIDENT) return undefined;
  return {
    subject: `watch:${watch.id}:failing`,
    kind: 'failing',
    since: now,
    watchId: watch.id,
    text:
      `The watch ${watch.id} has failed ${failures} times in a row. The last answer of the ${error.service} service ` +
      `was: ${error.message} Nothing is lost: the open window is asked again by itself. ${adviceOn(error)}`,
  };
}

function refusalIncident(error: RefusedError, { watch, now }: { watch: Watch; now: Instant }): Incident {
  const kind = KINDS[error.refusal];
  const ofService = kind === 'key' || kind === 'quota';
  const subject = ofService ? `service:${error.service}:${kind}` : `watch:${watch.id}:${kind}`;
  return {
    subject,
    kind,
    since: now,
    ...(ofService ? {} : { watchId: watch.id }),
    text: REFUSAL_TEXTS[error.refusal](error, watch),
  };
}

/** What happened, what it means, what to do. */
const REFUSAL_TEXTS: Readonly<Record<Refusal, (error: RefusedError, watch: Watch) => string>> = {
  key: ({ service, message }) =>
    `The ${service} service refuses our key: ${message} No watch of this service can run. Set a valid key in its ` +
    'secret; bellwether doctor says how.',
  quota: ({ service, message }) =>
    `The ${service} service says that the calls of the plan are used up: ${message} Its watches find nothing until ` +
    'the next billing cycle, or until the plan is raised.',
  plan: ({ service, message }, watch) =>
    `The plan does not allow what the watch ${watch.id} asks of the ${service} service: ${message} Remove that ` +
    'parameter from the watch, or raise the plan.',
  request: ({ service, message }, watch) =>
    `The ${service} service does not accept the query of the watch ${watch.id}: ${message} The watch finds nothing ` +
    'until its query is corrected in watches.yaml and applied.',
};

function adviceOn(error: UpstreamError): string {
  if (error instanceof GoneError)
    return 'The address may be wrong, or the service withdrawn: check it with bellwether doctor.';
  if (error instanceof BadShapeError)
    return 'The answers are not what the service documents: check the address with bellwether doctor.';
  return 'If it goes on, check the address and the network with bellwether doctor.';
}
