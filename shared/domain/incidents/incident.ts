import { defined } from '../lib/fields.ts';
import {
  BadShapeError,
  GoneError,
  RefusedError,
  type Refusal,
  type Service,
  type UpstreamError,
} from '../lib/errors.ts';
import type { Instant } from '../time/instant.ts';
import type { Watch } from '../watches/watch.ts';

/** The kinds of incidents, by their stored names. */
export const INCIDENT_KINDS = [
  'failing',
  'key',
  'plan',
  'quota',
  'query',
  'open-window',
  /** A service that answers nobody. */
  'no-answer',
  /** An address that was unsubscribed, or has not confirmed. */
  'no-subscriber',
  /** Messages that failed on every try. */
  'dead-delivery',
  /** A path or service that is no longer offered. */
  'withdrawn',
  /** Watches that run less often, or not at all. */
  'budget',
  'late-job',
  'failed-job',
  'monitor-off',
  /** A webhook payload that is not valid JSON. */
  'unreadable-delivery',
  'watchlist',
  /** Items of a service that cannot be read, stored or judged. */
  'quarantine',
  /** A model that judges gives no answer that counts, or its budget is used up. */
  'judge',
  /** The clock went back: what was stored before lies in the future. */
  'clock',
] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

/**
 * A broken watch, key, channel or upstream object. The operators are notified when it opens and when it is resolved.
 */
export interface Incident {
  /** What is broken, with its kind: `service:news:key`, `watch:acme-news:failing`. A subject has one open incident. */
  subject: string;
  kind: IncidentKind;
  since: Instant;
  watchId?: string;
  /** Another channel that is notified of it: the operators do not receive anything. */
  alsoOn?: string;
  /** What happened, what it means, what to do. */
  text: string;
}

/**
 * The subject of a window that stays open for long. `reconcile` opens it; the run that covers the window resolves it.
 */
export function openWindowSubject(watchId: string): string {
  return `watch:${watchId}:open-window`;
}

/** The subject of a channel's dead messages. deliver-alerts opens it; sending them again resolves it. */
export function deadDeliverySubject(channel: string): string {
  return `channel:${channel}:dead-delivery`;
}

/** The subject of the quarantined items of a watch. The first item opens it; `reconcile` resolves it. */
export function quarantineSubject(watchId: string): string {
  return `watch:${watchId}:quarantine`;
}

/** Items of a service cannot be used: `first` is one of them. */
export function quarantineIncident(
  watchId: string,
  { service, reason, at }: { service: Service; reason: string; at: Instant },
): Incident {
  return {
    subject: quarantineSubject(watchId),
    kind: 'quarantine',
    since: at,
    watchId,
    text:
      `The watch ${watchId} received an item from the ${service} service that it cannot use. ${reason} The item is in ` +
      'quarantine, and may cause no alert. All other items are stored and alerted on as usual. The page of the watch shows ' +
      'the JSON of the item. If it matters, read it there; if many come, report them to the provider. There is no further ' +
      'message for more such items. This ends when no new one has come for a day.',
  };
}

/** The subject of the judge of a watch. A part without its word opens it; the next answer resolves it. */
export function judgeSubject(watchId: string): string {
  return `watch:${watchId}:judge`;
}

/** A model gave no answer that counts. `reason` is a sentence. */
export function judgeIncident(watchId: string, { reason, at }: { reason: string; at: Instant }): Incident {
  return {
    subject: judgeSubject(watchId),
    kind: 'judge',
    since: at,
    watchId,
    text:
      `The model of the watch ${watchId} did not judge what was found. ${reason} Alerts go out as they do without a judge: ` +
      'none is lost or late. The next answer that counts ends this. To go on without the model, remove judge from the watch ' +
      'and apply the file.',
  };
}

/** A model wrote no opening of a brief. The next one that counts resolves it. `reason` is a sentence. */
export function openingIncident(channel: string, { reason, at }: { reason: string; at: Instant }): Incident {
  return {
    subject: `channel:${channel}:opening`,
    kind: 'judge',
    since: at,
    text:
      `The model of channel ${channel} wrote no opening for its brief. ${reason} The brief has gone out without it. The ` +
      'next opening that counts ends this. To go on without it, remove summary from the brief and apply the file.',
  };
}

/** How many runs in a row must fail before there is an incident. Fewer failures often pass by themselves. */
const FAILURES_BEFORE_INCIDENT = 3;

const KINDS: Readonly<Record<Refusal, IncidentKind>> = {
  key: 'key',
  plan: 'plan',
  quota: 'quota',
  request: 'query',
};

/**
 * The incident of an upstream error: at once for a refused key or a used-up quota, for the whole service; at once for
 * a refused query, for its watch; for any other error at the third failure in a row.
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
      `The watch ${watch.id} has failed ${failures} times in a row. The last error of the ${error.service} service ` +
      `was: ${error.message} Nothing is lost: the open window is queried again automatically. ${adviceOn(error)}`,
  };
}

function refusalIncident(error: RefusedError, { watch, now }: { watch: Watch; now: Instant }): Incident {
  const kind = KINDS[error.refusal];
  const ofService = kind === 'key' || kind === 'quota';
  const subject = ofService ? `service:${error.service}:${kind}` : `watch:${watch.id}:${kind}`;
  return defined<Incident>({
    subject,
    kind,
    since: now,
    watchId: ofService ? undefined : watch.id,
    text: REFUSAL_TEXTS[error.refusal](error, watch),
  });
}

const REFUSAL_TEXTS: Readonly<Record<Refusal, (error: RefusedError, watch: Watch) => string>> = {
  key: ({ service, message }) =>
    `The ${service} service refuses the key: ${message} No watch of this service can run. Set a valid key in its ` +
    'secret; bellwether doctor says how.',
  quota: ({ service, message }) =>
    `The ${service} service says that the calls of the plan are used up: ${message} Its watches find nothing until ` +
    'the next billing cycle. To run them earlier, use a larger plan.',
  plan: ({ service, message }, watch) =>
    `The plan does not allow the query of the watch ${watch.id} to the ${service} service: ${message} The watch finds ` +
    'nothing. Remove that parameter from the watch, or use a larger plan.',
  request: ({ service, message }, watch) =>
    `The ${service} service does not accept the query of the watch ${watch.id}: ${message} The watch finds nothing. ` +
    'Correct its query in watches.yaml and apply the file.',
};

function adviceOn(error: UpstreamError): string {
  if (error instanceof GoneError)
    return 'The address may be wrong, or the service was withdrawn. Check it with bellwether doctor.';
  if (error instanceof BadShapeError)
    return 'The answers are not as documented. Check the address with bellwether doctor.';
  return 'If this continues, check the address and the network with bellwether doctor.';
}
