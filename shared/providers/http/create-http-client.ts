import { setTimeout } from 'node:timers/promises';
import { type Dispatcher, Pool } from 'undici';
import { type Service, ThrottledError, TransportError, type UpstreamError } from '../../domain/lib/errors.ts';
import { defined } from '../../domain/lib/fields.ts';
import { type Instant, SECOND } from '../../domain/time/instant.ts';
import type { Clock } from '../../use-cases/ports/clock.ts';
import { attempt, type Attempt, type Failure } from './attempt.ts';
import {
  type Call,
  type CallOptions,
  type Exchange,
  type HttpClient,
  type HttpClientSettings,
  operationOf,
  type RetryPolicy,
} from './http-client.ts';

/** The clock of the machine: the default of the clients. */
export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds) => setTimeout(milliseconds),
};

/** A try with less time than this would time out, so it is not started. */
const SHORTEST_TRY = SECOND / 4;

/** Creates the HTTP client of one service. */
export function createHttpClient(settings: HttpClientSettings): HttpClient {
  const limiter = settings.perSecond === undefined ? undefined : createCallLimiter(settings.perSecond);
  let closing: Promise<void> | undefined;
  return {
    call: (call, options = {}) => callUntilAnswered(call, { settings, limiter, options }),
    close: () => (closing ??= settings.dispatcher.close()),
  };
}

interface Circumstances {
  settings: HttpClientSettings;
  limiter: CallLimiter | undefined;
  options: CallOptions;
}

async function callUntilAnswered<T>(call: Call<T>, circumstances: Circumstances): Promise<T> {
  const { settings, limiter, options } = circumstances;
  const { clock, random } = settings;
  const { policy } = call.endpoint;
  const end = Math.min(clock.now() + policy.callLimit, options.deadline ?? Infinity);
  let last: UpstreamError | undefined;
  for (let tries = 1, wait = 0; ; tries += 1) {
    wait = Math.max(wait, limiter?.(clock.now() + wait) ?? 0);
    if (clock.now() + wait + SHORTEST_TRY > end) throw last ?? noTimeLeft(call, settings);
    if (wait > 0) await pause(clock, { wait, signal: options.signal });
    const outcome = await observedAttempt(call, { circumstances, tries, end });
    if ('value' in outcome) return outcome.value;
    last = outcome.error;
    const next = waitBeforeRetry(outcome, { policy, tries, random });
    if (next === undefined) throw last;
    wait = next;
  }
}

async function observedAttempt<T>(
  call: Call<T>,
  { circumstances, tries, end }: { circumstances: Circumstances; tries: number; end: Instant },
): Promise<Attempt<T>> {
  const { settings, options } = circumstances;
  const start = settings.clock.now();
  options.signal?.throwIfAborted();
  const limit = Math.min(call.endpoint.policy.tryLimit, end - start);
  const outcome = await attempt(call, { settings, limits: { limit, signal: options.signal } });
  options.observe?.(exchangeOf(call, { outcome, settings, tries, start }));
  return outcome;
}

function exchangeOf(
  call: Call<unknown>,
  given: { outcome: Attempt<unknown>; settings: HttpClientSettings; tries: number; start: Instant },
): Exchange {
  const { outcome, settings, tries, start } = given;
  const { status, correlationId, processTime } = outcome;
  return defined<Exchange>({
    service: settings.service,
    operation: operationOf(call.endpoint),
    try: tries,
    sent: 'value' in outcome || !outcome.unsent,
    duration: settings.clock.now() - start,
    status,
    correlationId,
    processTime,
    error: 'value' in outcome ? undefined : outcome.error.name,
  });
}

/** Waits. Throws the signal's reason when it fires. */
async function pause(
  clock: Clock,
  { wait, signal }: { wait: number; signal: AbortSignal | undefined },
): Promise<void> {
  if (!signal) return clock.sleep(wait);
  signal.throwIfAborted();
  const fired = Promise.withResolvers<never>();
  const stop = () => fired.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    await Promise.race([clock.sleep(wait), fired.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function noTimeLeft(call: Call<unknown>, { service }: HttpClientSettings): TransportError {
  const operation = operationOf(call.endpoint);
  const text = `No time was left to call the ${service} service (${operation}).`;
  return new TransportError(text, { service, operation, timedOut: true });
}

/** Returns how long a request must wait, in milliseconds from `now`. */
type CallLimiter = (now: Instant) => number;

/** Spreads requests so that no more than `perSecond` start in a second. */
function createCallLimiter(perSecond: number): CallLimiter {
  const gap = SECOND / perSecond;
  let free = 0;
  return (now) => {
    const turn = Math.max(now, free);
    free = turn + gap;
    return Math.ceil(turn - now);
  };
}

/**
 * How long to wait before the same request is repeated, in milliseconds. Undefined when it must not be. The server's
 * wait is used unchanged. Ours is a random part of a doubling span, so that many clients do not repeat at once.
 */
function waitBeforeRetry(
  failure: Failure,
  { policy, tries, random }: { policy: RetryPolicy; tries: number; random: () => number },
): number | undefined {
  if (tries >= policy.tries || !mayRepeat(failure, policy)) return undefined;
  if (failure.serverWait !== undefined) {
    return failure.serverWait <= policy.longestServerWait ? failure.serverWait : undefined;
  }
  if (failure.error instanceof ThrottledError && !policy.repeatUntimedThrottle) return undefined;
  const span = Math.min(policy.firstWait * 2 ** (tries - 1), policy.longestWait);
  return Math.floor(random() * span);
}

function mayRepeat({ error, unsent }: Failure, policy: RetryPolicy): boolean {
  if (error instanceof ThrottledError) return true;
  if (!(error instanceof TransportError)) return false;
  if (unsent) return true;
  if (policy.repeat === 'unsent') return false;
  return policy.repeatTimeouts || !error.timedOut;
}

/** The settings of the client of any service. */
export interface ClientSettings {
  /** With the prefix of all paths. */
  baseUrl: string;
  /** The key, or a function that returns it. It is called before each try, so that a changed key is used at once. */
  key: string | (() => Promise<string>);
  /** Calls at one time. Default: 2. All users of the key share the limit of the plan. */
  connections?: number;
  /** The most requests that start per second. Default: unlimited. */
  perSecond?: number;
  /** The largest answer, compressed or not, in bytes. Default: 64 MiB. */
  bodyLimit?: number;
  clock?: Clock;
  /** At least 0 and less than 1. */
  random?: () => number;
  dispatcher?: Dispatcher;
}

/** The differences between the services. */
interface ServiceFacts {
  service: Service;
  keyHeader: string;
  /** Between the address and every path. May be empty. */
  prefix?: string;
  headers?: Readonly<Record<string, string>>;
}

/** Creates the base of a typed client, with the defaults of clock, randomness and connections. */
export function openHttpClient(
  {
    baseUrl,
    key,
    connections = 2,
    bodyLimit = 64 * 1024 * 1024,
    clock = SYSTEM_CLOCK,
    random = Math.random,
    dispatcher = createDispatcher(baseUrl, connections),
    perSecond,
  }: ClientSettings,
  { service, keyHeader, prefix = '', headers = {} }: ServiceFacts,
): { http: HttpClient; clock: Clock } {
  const http = createHttpClient({
    service,
    baseUrl: prefixed(baseUrl, prefix),
    keyHeader,
    key: typeof key === 'string' ? () => Promise.resolve(key) : key,
    headers,
    clock,
    random,
    dispatcher,
    bodyLimit,
    perSecond,
  });
  return { http, clock };
}

/** The address with the prefix, with one slash between them. */
function prefixed(baseUrl: string, prefix: string): string {
  const path = prefix.replaceAll(/^\/+|(?<!\/)\/+$/g, '');
  return path === '' ? baseUrl : `${baseUrl.replace(/(?<!\/)\/+$/, '')}/${path}`;
}

/**
 * Connections to one service, at most `connections` at a time: further calls wait. undici's own limits
 * for headers and body are off, because every try has a limit of its own. HTTP/2 is off, because no
 * service is known to need it and it costs time at each cold start.
 */
export function createDispatcher(baseUrl: string, connections: number): Pool {
  return new Pool(new URL(baseUrl).origin, {
    connections,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: 10 * SECOND },
  });
}
