import { errors } from 'undici';
import {
  BadShapeError,
  TransportError,
  type UpstreamError,
  type UpstreamFacts,
} from '../../domain/lib/errors.ts';
import { BodyTooLarge, UnknownEncoding } from './read-body.ts';

/** The error behind a try that gave no answer, and whether it is certain that nothing was sent. */
export interface TransportFailure {
  error: UpstreamError;
  unsent: boolean;
}

/** Names what went wrong between us and the service. `timedOut`: our own limit for the try ended it. */
export function transportFailure(
  cause: unknown,
  { facts, timedOut }: { facts: UpstreamFacts; timedOut: boolean },
): TransportFailure {
  const { service, operation } = facts;
  const at = `(${operation})`;
  const known = { ...facts, cause };
  if (timedOut) {
    const text = `The ${service} service did not answer in time ${at}.`;
    return { error: new TransportError(text, { ...known, timedOut: true }), unsent: false };
  }
  if (cause instanceof BodyTooLarge) {
    const text = `The ${service} service sent an answer larger than this client takes ${at}.`;
    return { error: new BadShapeError(text, known), unsent: false };
  }
  if (cause instanceof UnknownEncoding) {
    const text = `The ${service} service packed its answer in a way that was not asked for ${at}: ${cause.message}.`;
    return { error: new BadShapeError(text, known), unsent: false };
  }
  const unsent = neverSent(cause);
  const what = unsent ? 'cannot be reached' : 'gave no whole answer';
  const text = `The ${service} service ${what} ${at}: ${codeOf(cause)}.`;
  return { error: new TransportError(text, known), unsent };
}

/** Whether the connection was never made: only then is it certain that the service took nothing. */
function neverSent(cause: unknown): boolean {
  if (cause instanceof errors.ConnectTimeoutError) return true;
  if (cause instanceof AggregateError) return cause.errors.length > 0 && cause.errors.every(neverSent);
  if (!(cause instanceof Error) || !('syscall' in cause)) return false;
  return cause.syscall === 'connect' || cause.syscall === 'getaddrinfo';
}

/** The code of a system or client error; its message could name addresses and is left to `cause`. */
function codeOf(cause: unknown): string {
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return cause instanceof Error ? cause.name : 'unknown';
}
