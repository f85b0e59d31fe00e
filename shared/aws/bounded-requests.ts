import { AsyncLocalStorage } from 'node:async_hooks';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { type Instant, SECOND } from '../domain/time/instant.ts';

/** The limits of one try in milliseconds: to connect, and until the answer begins or goes on. */
interface TryLimits {
  connect: number;
  answer: number;
}

/**
 * A read of 1 MB takes DynamoDB well under a second, and an order or a page of a report less. A try that takes longer
 * than this has lost its server.
 */
const TRY: TryLimits = { connect: 3 * SECOND, answer: 10 * SECOND };

/**
 * Settings of a client of the SDK, which has no time limits by itself. Each try of a request has one, ends before the
 * deadline of the call that sends it, and is not sent at all when the handler of that call has returned. The SDK
 * tries again after a time-out, and not after a request that may not be sent.
 */
export function boundedRequests(limits: TryLimits = TRY): { requestHandler: NodeHttpHandler } {
  return { requestHandler: new BoundedHandler(limits) };
}

/** The SDK has 50 sockets for a host. What waits for one of them would wait within the time of its try. */
const MOST_AT_ONCE = 50;

/**
 * The last step of a try, after it was signed. A try waits here for its turn, so that its time begins when a socket
 * is free.
 */
class BoundedHandler extends NodeHttpHandler {
  readonly #limits: TryLimits;
  readonly #waiting: (() => void)[] = [];
  #atWork = 0;

  constructor({ connect, answer }: TryLimits) {
    super({
      connectionTimeout: connect,
      requestTimeout: answer,
      socketTimeout: answer,
      throwOnRequestTimeout: true,
    });
    this.#limits = { connect, answer };
  }

  override async handle(...given: Parameters<NodeHttpHandler['handle']>) {
    if (this.#atWork >= MOST_AT_ONCE) await new Promise<void>((begin) => this.#waiting.push(begin));
    else this.#atWork += 1;
    try {
      return await this.#send(...given);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#atWork -= 1;
    }
  }

  /** What the call still allows is read here: the try may have waited. */
  async #send(...[request, options]: Parameters<NodeHttpHandler['handle']>) {
    const call = requestLimits();
    if (!call) return super.handle(request, options);
    const { abortSignal: own } = options ?? {};
    const abortSignal = own instanceof AbortSignal ? AbortSignal.any([own, call.ended]) : call.ended;
    const requestTimeout = Math.min(this.#limits.answer, call.left);
    return super.handle(request, { ...options, abortSignal, requestTimeout });
  }
}

/** Awaits a call. Returns undefined when it fails with this error. Other errors are thrown. */
export async function undefinedOn<T>(
  failure: new (...args: never[]) => Error,
  call: Promise<T>,
): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof failure) return undefined;
    throw error;
  }
}

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
