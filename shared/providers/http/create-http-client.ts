import { defined } from '../../domain/lib/fields.ts';
import { TransportError, type UpstreamError } from '../../domain/lib/errors.ts';
import { SECOND, type Instant } from '../../domain/time/instant.ts';
import type { Clock } from '../../use-cases/ports/clock.ts';
import { attempt, type Attempt } from './attempt.ts';
import type { CallOptions, Exchange } from './call-options.ts';
import { operationOf } from './endpoint.ts';
import type { Call, HttpClient, HttpClientSettings } from './http-client.ts';
import { createCallLimiter, type CallLimiter } from './retry/pacer.ts';
import { waitBeforeRetry } from './retry/wait-before-retry.ts';

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
