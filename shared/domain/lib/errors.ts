/** The three services the stack talks to. */
export type Service = 'news' | 'events' | 'extraction';

/** What every upstream error carries; `message` is safe to log: keys are masked before it is built. */
export interface UpstreamFacts {
  service: Service;
  /** Method and path, without address, query or key: `POST /search`. */
  operation: string;
  /** HTTP status, where there was an answer. */
  status?: number;
  /** The service's own id of the request, where it sent one. */
  correlationId?: string;
  cause?: unknown;
}

/**
 * Anything that kept a service from answering as asked. Read by class, never by text:
 * the class says what happened, `retry` says whether asking the same again can help.
 */
export abstract class UpstreamError extends Error {
  abstract readonly retry: boolean;
  readonly service: Service;
  readonly operation: string;
  readonly status: number | undefined;
  readonly correlationId: string | undefined;

  constructor(message: string, facts: UpstreamFacts) {
    super(message, { cause: facts.cause });
    this.name = new.target.name;
    this.service = facts.service;
    this.operation = facts.operation;
    this.status = facts.status;
    this.correlationId = facts.correlationId;
  }
}

/** No usable answer: reset, time-out, cut body, 408 or 5xx. */
export class TransportError extends UpstreamError {
  readonly retry = true;
  /** The service or we ran out of time: a smaller question may fit (news service, status 408). */
  readonly timedOut: boolean;

  constructor(message: string, facts: UpstreamFacts & { timedOut?: boolean }) {
    super(message, facts);
    this.timedOut = facts.timedOut ?? false;
  }
}

/** 429: too many calls at once, or all job slots busy. Not a failure: ask again later. */
export class ThrottledError extends UpstreamError {
  readonly retry = true;
  /** What the server asked us to wait, in milliseconds, where it said so. */
  readonly retryAfter: number | undefined;

  constructor(message: string, facts: UpstreamFacts & { retryAfter?: number }) {
    super(message, facts);
    this.retryAfter = facts.retryAfter;
  }
}

/** The topic took the message for certain not: a bad request, a missing permission, a limit. */
export class PublishRefused extends Error {
  override readonly name = 'PublishRefused';
}

/** The answer of the topic was lost: the message may or may not be on its way. */
export class PublishUnsure extends Error {
  override readonly name = 'PublishUnsure';
}

/** Why a request was refused: the key, the plan, the month's quota, or the question itself. */
export type Refusal = 'key' | 'plan' | 'quota' | 'request';

/** 4xx: the same request will be refused again until a person changes something. */
export class RefusedError extends UpstreamError {
  readonly retry = false;
  readonly refusal: Refusal;

  constructor(message: string, facts: UpstreamFacts & { refusal: Refusal }) {
    super(message, facts);
    this.refusal = facts.refusal;
  }
}

/** 404, 405, 410: the path or the object does not exist (any more). */
export class GoneError extends UpstreamError {
  readonly retry = false;
}

/** An answer that is not what the contract says: no JSON, or a required field missing. */
export class BadShapeError extends UpstreamError {
  readonly retry = true;
}
