import { setTimeout } from 'node:timers/promises';
import { Pool } from 'undici';
import { ThrottledError, TransportError, type UpstreamError } from '../../domain/lib/errors.ts';
import { SECOND } from '../../domain/time/instant.ts';
import type { Clock } from '../../use-cases/ports/clock.ts';
import { attempt, type Failure } from './attempt.ts';
import {
  type Call,
  type CallOptions,
  type ClientSettings,
  type HttpClient,
  type OpenClient,
  operationOf,
  type RetryPolicy,
  type ServiceFacts,
} from './http-client.ts';

/** The clock of the machine: the default of the clients. */
export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds) => setTimeout(milliseconds),
};

/** The limit of a whole call, waits included. */
const CALL_LIMIT = 150 * SECOND;
/** A try with less time than this would time out, so it is not started. */
const SHORTEST_TRY = SECOND / 4;
/** Our own waits are a random part of the first span, then of twice that: at most 3 s together. */
const FIRST_WAIT = SECOND;
const LONGEST_WAIT = 2 * SECOND;
/** The longest wait that the server may request within a call. The error of a longer one is thrown. */
const LONGEST_SERVER_WAIT = 20 * SECOND;

/** The base of a typed client, with the defaults of clock, randomness and connections. */
export function openHttpClient(
  settings: ClientSettings,
  facts: ServiceFacts,
): { http: HttpClient; clock: Clock } {
  const { prefix = '' } = facts;
  const open: OpenClient = {
    connections: 2,
    bodyLimit: 64 * 1024 * 1024,
    clock: SYSTEM_CLOCK,
    random: Math.random,
    dispatcher: settings.dispatcher ?? createDispatcher(settings.baseUrl, settings.connections ?? 2),
    headers: {},
    ...settings,
    ...facts,
    prefix,
    baseUrl: prefixed(settings.baseUrl, prefix),
  };
  let closing: Promise<void> | undefined;
  const http: HttpClient = {
    call: (call, options = {}) => callUntilAnswered(call, { open, options }),
    close: () => (closing ??= open.dispatcher.close()),
  };
  return { http, clock: open.clock };
}

async function callUntilAnswered<T>(
  call: Call<T>,
  { open, options }: { open: OpenClient; options: CallOptions },
): Promise<T> {
  const { clock, random } = open;
  const { policy } = call.endpoint;
  const end = Math.min(clock.now() + CALL_LIMIT, options.deadline ?? Infinity);
  let last: UpstreamError | undefined;
  for (let tries = 1, wait = 0; ; tries += 1) {
    if (clock.now() + wait + SHORTEST_TRY > end) throw last ?? noTimeLeft(call, open);
    if (wait > 0) await clock.sleep(wait);
    const outcome = await attempt(call, open, Math.min(policy.tryLimit, end - clock.now()));
    const { correlationId } = outcome;
    options.observe?.({ sent: 'value' in outcome || !outcome.unsent, correlationId });
    if ('value' in outcome) return outcome.value;
    last = outcome.error;
    const next = waitBeforeRetry(outcome, { policy, tries, random });
    if (next === undefined) throw last;
    wait = next;
  }
}

function noTimeLeft(call: Call<unknown>, { service }: OpenClient): TransportError {
  const operation = operationOf(call.endpoint);
  const text = `No time was left to call the ${service} service (${operation}).`;
  return new TransportError(text, { service, operation, timedOut: true });
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
  const { serverWait } = failure;
  if (serverWait !== undefined) return serverWait <= LONGEST_SERVER_WAIT ? serverWait : undefined;
  if (failure.error instanceof ThrottledError && policy.repeat === 'unsent') return undefined;
  return Math.floor(random() * Math.min(FIRST_WAIT * 2 ** (tries - 1), LONGEST_WAIT));
}

function mayRepeat({ error, unsent }: Failure, policy: RetryPolicy): boolean {
  if (error instanceof ThrottledError) return true;
  if (!(error instanceof TransportError)) return false;
  if (unsent) return true;
  return policy.repeat === 'always' && (policy.repeatTimeouts || !error.timedOut);
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
