/** The three upstream services. */
export const SERVICES = ['news', 'events', 'extraction'] as const;
export type UpstreamService = (typeof SERVICES)[number];
/** What our own pollers read: feeds, and the open archive of the world's news. */
export const POLLED = ['feeds', 'world'] as const;
export type PolledSource = (typeof POLLED)[number];
/** What answers watches: an upstream service, or what a poller of our own has stored. */
export type Service = UpstreamService | PolledSource;

/** Whether a poller of our own answers, so that a run calls nobody. The kind of such a watch has the same name. */
export function isPolled(service: string | undefined): service is PolledSource {
  return POLLED.some((one) => one === service);
}

/** What every upstream error carries. Its `message` is safe to log: keys are masked before. */
export interface UpstreamFacts {
  service: Service;
  /** Method and path, without address, query or key: `POST /search`. */
  operation: string;
  /** HTTP status, if there was an answer. */
  status?: number;
  /** The service's own id of the request, if it sent one. */
  correlationId?: string;
  cause?: unknown;
}

/**
 * A request to a service failed. Read it by class, never by text: the class says what happened, `retry` whether the
 * same request can succeed later.
 */
export abstract class UpstreamError extends Error {
  abstract readonly retry: boolean;
  readonly service: Service;
  readonly operation: string;
  readonly status: number | undefined;
  readonly correlationId: string | undefined;

  constructor(message: string, facts: UpstreamFacts) {
    super(message, { cause: facts.cause });
    this.service = facts.service;
    this.operation = facts.operation;
    this.status = facts.status;
    this.correlationId = facts.correlationId;
  }
}

/** No usable answer: reset, time-out, truncated body, 408 or 5xx. */
export class TransportError extends UpstreamError {
  override readonly name = 'TransportError';
  readonly retry = true;
  /** The service or we ran out of time: a smaller request may succeed (news service, status 408). */
  readonly timedOut: boolean;

  constructor(message: string, facts: UpstreamFacts & { timedOut?: boolean }) {
    super(message, facts);
    this.timedOut = facts.timedOut ?? false;
  }
}

/** 429: too many calls at once, or all job slots busy. Not a failure: retry later. */
export class ThrottledError extends UpstreamError {
  override readonly name = 'ThrottledError';
  readonly retry = true;
  /** How long the server asks us to wait, in milliseconds, if it says so. */
  readonly retryAfter: number | undefined;

  constructor(message: string, facts: UpstreamFacts & { retryAfter?: number }) {
    super(message, facts);
    this.retryAfter = facts.retryAfter;
  }
}

/** SNS, or another transport, did not accept the message: a bad request, a missing permission, a limit. */
export class PublishRefused extends Error {
  override readonly name: string = 'PublishRefused';
}

/** The service takes no more for now, and says when it will. The message is not out. */
export class PublishThrottled extends PublishRefused {
  /** Milliseconds. */
  readonly retryAfter: number;

  constructor(message: string, retryAfter: number) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** The answer was lost: SNS, or another transport, may or may not have accepted the message. */
export class PublishUnsure extends Error {
  override readonly name = 'PublishUnsure';
}

/** Why a service refused a request: the key, the plan, the month's quota, or the request itself. */
export type Refusal = 'key' | 'plan' | 'quota' | 'request';

/** 4xx: the service will refuse the same request until someone changes something. */
export class RefusedError extends UpstreamError {
  override readonly name = 'RefusedError';
  readonly retry = false;
  readonly refusal: Refusal;

  constructor(message: string, facts: UpstreamFacts & { refusal: Refusal }) {
    super(message, facts);
    this.refusal = facts.refusal;
  }
}

/** 404, 405, 410: the path or the object does not exist, or no longer exists. */
export class GoneError extends UpstreamError {
  override readonly name = 'GoneError';
  readonly retry = false;
}

/** The answer breaks the contract: no JSON, or a required field missing. */
export class BadShapeError extends UpstreamError {
  override readonly name = 'BadShapeError';
  readonly retry = true;
}

/**
 * The store cannot hold this item, however often it is tried: a number or a text that it does not know, or too many
 * bytes. A store that is busy or away throws other errors.
 */
export class UnstorableError extends Error {
  override readonly name = 'UnstorableError';
}

/**
 * Whether an error is about the item at hand, so that another try fails too: the store cannot hold it, or our own code
 * cannot work on it. All others, such as those of a store that is busy, are about the moment.
 */
export function isFaultOfItem(error: unknown): error is Error {
  return (
    error instanceof UnstorableError ||
    error instanceof TypeError ||
    error instanceof RangeError ||
    error instanceof SyntaxError ||
    error instanceof URIError
  );
}
