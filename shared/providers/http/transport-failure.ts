import { errors } from 'undici';
import {
  BadShapeError,
  TransportError,
  type UpstreamError,
  type UpstreamFacts,
} from '../../domain/lib/errors.ts';
import { BodyTooLarge, UnknownEncoding } from './read-body.ts';

/** The error of a try without an answer, and whether certainly nothing was sent. */
export interface TransportFailure {
  error: UpstreamError;
  unsent: boolean;
}

/** Returns the error of a failed connection. `timedOut`: our own limit ended the try. */
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
    const text = `The ${service} service sent an answer larger than the limit of this client ${at}.`;
    return { error: new BadShapeError(text, known), unsent: false };
  }
  if (cause instanceof UnknownEncoding) {
    const text = `The ${service} service sent its answer in an encoding that was not requested ${at}: ${cause.message}.`;
    return { error: new BadShapeError(text, known), unsent: false };
  }
  const unsent = neverSent(cause);
  const what = unsent ? 'cannot be reached' : 'gave no whole answer';
  const text = `The ${service} service ${what} ${at}: ${codeOf(cause)}.`;
  return { error: new TransportError(text, known), unsent };
}

/** Whether there was no connection: only then the service certainly accepted nothing. */
function neverSent(cause: unknown): boolean {
  if (cause instanceof errors.ConnectTimeoutError) return true;
  if (cause instanceof AggregateError) return cause.errors.length > 0 && cause.errors.every(neverSent);
  if (!(cause instanceof Error) || !('syscall' in cause)) return false;
  return cause.syscall === 'connect' || cause.syscall === 'getaddrinfo';
}

/** The code of a system or client error. Its message may contain addresses, so it is only in `cause`. */
function codeOf(cause: unknown): string {
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return cause instanceof Error ? cause.name : 'unknown';
}
