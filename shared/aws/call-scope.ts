import { AsyncLocalStorage } from 'node:async_hooks';
import type { Instant } from '../domain/time/instant.ts';

/** One call of a function. What it begins, however many promises later, still belongs to it. */
interface CallScope {
  /** No request is sent from this instant on. */
  deadline: Instant;
  /** Fires when the handler has returned. */
  ended: AbortSignal;
  now: () => Instant;
}

/** What a request may still take, where a call sends it. */
interface RequestLimits {
  /** Milliseconds until the deadline; more than 0. */
  left: number;
  ended: AbortSignal;
}

/** A request was not sent: its handler has returned, or its time is up. Nothing of it took effect. */
export class RequestNotSent extends Error {
  override readonly name = 'RequestNotSent';
}

const scopes = new AsyncLocalStorage<CallScope>();

/**
 * Does the work of one call. Lambda freezes a function between two calls, and promises that are left over go on in
 * the next call (AWS Lambda Developer Guide, "Lambda execution environment lifecycle"). So when the work has ended,
 * well or not, what it left over can send nothing more, and what it is sending is broken off.
 *
 * @param limits until when the function lives, by the same clock as `now`. `signal` fires when the handler returns
 *   before its work has ended, because the time is up.
 */
export async function withinCall<R>(
  { deadline, now = Date.now, signal }: { deadline: Instant; now?: () => Instant; signal?: AbortSignal },
  work: () => Promise<R>,
): Promise<R> {
  const ending = new AbortController();
  const end = () => ending.abort(new RequestNotSent('The handler that sent this request has returned.'));
  signal?.addEventListener('abort', end, { once: true });
  try {
    return await scopes.run({ deadline, now, ended: ending.signal }, work);
  } finally {
    end();
  }
}

/**
 * Does a part of the work of a call that must send nothing from an earlier instant on. Outside of a call it has no
 * limit.
 */
export function withinDeadline<R>(deadline: Instant, work: () => Promise<R>): Promise<R> {
  const scope = scopes.getStore();
  if (!scope) return work();
  return scopes.run({ ...scope, deadline: Math.min(deadline, scope.deadline) }, work);
}

/**
 * What the request that is about to be sent may take. The clock is read and no timer is waited for: a process that
 * was frozen goes on before its timers fire. Undefined outside of a call, as in the command line.
 *
 * @throws RequestNotSent when the handler has returned, or the time of the call is up.
 */
export function requestLimits(): RequestLimits | undefined {
  const scope = scopes.getStore();
  if (!scope) return undefined;
  scope.ended.throwIfAborted();
  const left = scope.deadline - scope.now();
  if (left <= 0) throw new RequestNotSent('The time of the call was up before this request was sent.');
  return { left, ended: scope.ended };
}
