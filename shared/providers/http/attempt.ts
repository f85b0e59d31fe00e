import { type Dispatcher, errors } from 'undici';
import {
  BadShapeError,
  GoneError,
  type Refusal,
  RefusedError,
  type Service,
  ThrottledError,
  TransportError,
  type UpstreamError,
  type UpstreamFacts,
} from '../../domain/lib/errors.ts';
import { defined } from '../../domain/lib/fields.ts';
import { HOUR, type Instant, SECOND } from '../../domain/time/instant.ts';
import { type Call, type OpenClient, operationOf, targetOf } from './http-client.ts';
import {
  ACCEPTED_ENCODINGS,
  BodyTooLarge,
  errorMessageOf,
  maskAnswer,
  maskKey,
  readBody,
  type ServiceAnswer,
  UnknownEncoding,
} from './reader.ts';

/** The outcome of one request. */
export type Attempt<T> = { correlationId?: string | undefined } & ({ value: T } | Failure);

export interface Failure {
  error: UpstreamError;
  /** True: certainly nothing was sent. */
  unsent: boolean;
  /** The wait that the server requested, in milliseconds. */
  serverWait?: number | undefined;
}

/** Makes one request, in at most `limit` milliseconds, and reads its answer. Never retries. */
export async function attempt<T>(call: Call<T>, client: OpenClient, limit: number): Promise<Attempt<T>> {
  const facts = { service: client.service, operation: operationOf(call.endpoint) };
  const key = (typeof client.key === 'string' ? client.key : await client.key()).trim();
  if (!/^[\x21-\x7e]+$/.test(key)) return { error: unusableKey(facts), unsent: true };
  const signal = AbortSignal.timeout(Math.max(1, Math.floor(limit)));
  const request = { ...requestOf(call, client, key), signal };
  let answer: ServiceAnswer;
  try {
    answer = await exchange(request, client);
  } catch (cause) {
    if (cause instanceof errors.InvalidArgumentError) throw cause;
    return transportFailure(cause, { facts, timedOut: signal.aborted });
  }
  return judge(call, { answer, key, facts, now: client.clock.now() });
}

function requestOf(
  { json, endpoint, ...parcel }: Call<unknown>,
  { baseUrl, headers, keyHeader }: OpenClient,
  key: string,
): Dispatcher.RequestOptions {
  const base = new URL(baseUrl);
  return {
    origin: base.origin,
    path: base.pathname.replace(/(?<!\/)\/+$/, '') + targetOf(endpoint, parcel),
    method: endpoint.method,
    headers: {
      accept: 'application/json, text/csv;q=0.9, */*;q=0.1',
      'accept-encoding': ACCEPTED_ENCODINGS,
      ...headers,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      [keyHeader]: key,
    },
    body: json === undefined ? null : JSON.stringify(json),
  };
}

/** Sends one request and reads its whole answer. */
async function exchange(
  request: Dispatcher.RequestOptions,
  { dispatcher, bodyLimit }: OpenClient,
): Promise<ServiceAnswer> {
  const response = await dispatcher.request(request);
  const headers = plainHeaders(response.headers);
  const encoding = headers['content-encoding'] ?? '';
  const text = await readBody(response.body, { encoding, limit: bodyLimit });
  return { status: response.statusCode, headers, text };
}

function judge<T>(
  call: Call<T>,
  { answer, key, facts, now }: { answer: ServiceAnswer; key: string; facts: UpstreamFacts; now: Instant },
): Attempt<T> {
  const { status, headers } = answer;
  const said = headers['correlation-id'] ?? headers['x-request-id'];
  const correlationId = said && maskKey(said, key);
  const serverWait = serverWaitOf(headers, now);
  const { refusals } = call.endpoint;
  const failed: FailedAnswer = { ...facts, status, words: '', correlationId, serverWait, refusals };
  const failure = (error: UpstreamError) => ({ correlationId, error, unsent: false, serverWait });
  const withWords = () => ({ ...failed, words: errorMessageOf(answer.text, key) });
  if (status < 200 || status >= 300) return failure(answerError(withWords()));
  const reading = call.read({ ...answer, text: maskAnswer(answer.text, key) });
  if ('value' in reading) return { correlationId, value: reading.value };
  if ('cut' in reading) return failure(cutBody(failed));
  if ('problem' in reading) return failure(badShape(maskKey(reading.problem, key), failed));
  const hidden = reading.failure.status;
  if (hidden === undefined) return failure(badShape(withWords().words, failed));
  return failure(answerError({ ...withWords(), status: hidden }));
}

/** A header that is sent twice has its first value. */
function plainHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) plain[name.toLowerCase()] = first;
  }
  return plain;
}

function unusableKey(facts: UpstreamFacts): RefusedError {
  const text = `No usable key is set for the ${facts.service} service: it is empty or contains characters that no header allows.`;
  return new RefusedError(text, { ...facts, refusal: 'key' });
}

/** Returns the error of a failed connection. `timedOut`: our own limit ended the try. */
function transportFailure(
  cause: unknown,
  { facts, timedOut }: { facts: UpstreamFacts; timedOut: boolean },
): Failure {
  const { service, operation } = facts;
  const known = { ...facts, cause };
  const textOf = (what: string) => `The ${service} service ${what} (${operation}).`;
  if (timedOut) {
    const error = new TransportError(textOf('did not answer in time'), { ...known, timedOut: true });
    return { error, unsent: false };
  }
  if (cause instanceof BodyTooLarge) {
    const text = textOf('sent an answer larger than the limit of this client');
    return { error: new BadShapeError(text, known), unsent: false };
  }
  if (cause instanceof UnknownEncoding) {
    const text = textOf(`sent its answer in the encoding ${cause.message}, which was not requested`);
    return { error: new BadShapeError(text, known), unsent: false };
  }
  const unsent = neverSent(cause);
  const text = textOf(`${unsent ? 'cannot be reached' : 'gave no whole answer'}: ${codeOf(cause)}`);
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

/** The known facts of an answer without success. */
interface FailedAnswer {
  service: Service;
  operation: string;
  status: number;
  /** The service's text, with the key masked. May be empty. */
  words: string;
  correlationId: string | undefined;
  /** The wait that the server requested, in milliseconds. */
  serverWait: number | undefined;
  /** Statuses with a special meaning on this endpoint, unless the server says how long to wait. */
  refusals: Readonly<Record<number, Refusal>> | undefined;
}

/** Words for a short overload, which ends by itself. */
const MOMENTARY =
  /concurren|parallel|simultaneous|at once|per[ -](second|minute|hour)|calls? a second|rate.?limit|slot/i;

/** Words for the monthly limits of the plan. A short wait does not help. */
const SPENT =
  /quota|credits?\b|\b(calls|requests|usage)\b.*\b(plan|month|monthly|billing|subscription|used up|exhausted|remaining|left)\b|\b(plan|month|monthly|billing|subscription)\b.*\b(calls|requests|usage)\b|\bused up\b/i;

/** Words for something that the plan does not include. */
const LACKING = /\bnot (include|allow|support|available|part)|n't include/i;

/** Words for a wrong key. The extraction service answers those with 403 too (extraction service, errors). */
const KEY_INCIDENT = /\b(api[- ]?)?key\b|organi[sz]ation|\bmember\b/i;

/**
 * The error for a status (news service, errors; events service, errors; extraction service, errors). The text of the
 * answer decides only whether the calls of the month are used up, because no status is documented for that.
 */
export function answerError(answer: FailedAnswer): UpstreamError {
  const { status, serverWait } = answer;
  const facts = factsOf(answer);
  const refusal = refusalOf(answer);
  if (refusal) return new RefusedError(textOf(answer, REFUSALS[refusal]), { ...facts, refusal });
  if (status === 429) {
    const text = textOf(answer, 'asks us to slow down');
    return new ThrottledError(text, serverWait === undefined ? facts : { ...facts, retryAfter: serverWait });
  }
  if (status === 408) {
    return new TransportError(textOf(answer, 'ran out of time'), { ...facts, timedOut: true });
  }
  if (status >= 500) return new TransportError(textOf(answer, 'failed'), facts);
  if (status >= 300 && status < 400) {
    return new GoneError(textOf(answer, 'redirects to another address; set that one'), facts);
  }
  if (status === 404 || status === 405 || status === 410) {
    return new GoneError(textOf(answer, 'does not have the requested object'), facts);
  }
  return new RefusedError(textOf(answer, REFUSALS.request), { ...facts, refusal: 'request' });
}

const REFUSALS: Readonly<Record<Refusal, string>> = {
  key: 'refused the key',
  plan: 'refused what the plan does not include',
  quota: 'says that the calls or credits of the plan are used up',
  request: 'refused the request',
};

function refusalOf({ service, status, words, refusals, serverWait }: FailedAnswer): Refusal | undefined {
  const own = refusals?.[status];
  if (own && serverWait === undefined) return own;
  if (status === 401) return 'key';
  if (status === 402) return 'quota';
  const spent = SPENT.test(words) && !MOMENTARY.test(words);
  if (status === 429) return spent ? 'quota' : undefined;
  if (status !== 403) return undefined;
  if (spent && !LACKING.test(words)) return 'quota';
  return service === 'extraction' && KEY_INCIDENT.test(words) ? 'key' : 'plan';
}

/** A successful answer whose body does not have the form of the contract. */
function badShape(words: string, answer: FailedAnswer): BadShapeError {
  const text = textOf({ ...answer, words }, 'sent an answer of an unknown shape');
  return new BadShapeError(text, factsOf(answer));
}

/** A successful answer whose body is incomplete. */
function cutBody(answer: FailedAnswer): TransportError {
  const text = textOf({ ...answer, words: 'the body is incomplete' }, 'failed');
  return new TransportError(text, factsOf(answer));
}

function factsOf({ service, operation, status, correlationId }: FailedAnswer): UpstreamFacts {
  return defined<UpstreamFacts>({ service, operation, status, correlationId });
}

function textOf({ service, operation, status, words }: FailedAnswer, what: string): string {
  const said = words === '' ? '.' : `: ${words}${/[.!?]$/.test(words) ? '' : '.'}`;
  return `The ${service} service ${what} (${operation}, status ${status})${said}`;
}

/** Of a service, a longer wait is a mistake: it must not stop a watch for days. */
const LONGEST_WISH = HOUR;

/** Numbers from this one on are instants, not durations: seconds since 1970 (2001 and later). */
const EPOCH_SECONDS = 1e9;
const EPOCH_MILLISECONDS = 1e12;

type Headers = Readonly<Record<string, string>>;

/**
 * The wait that the server requests, in milliseconds: `Retry-After`, else `X-RateLimit-Reset`, each as a number of
 * seconds, as seconds since 1970 or as an HTTP date (news service, headers). Undefined if neither is readable.
 *
 * @param longest what a longer wait is cut to, in milliseconds.
 */
export function serverWaitOf(
  headers: Headers,
  now: Instant,
  longest: number = LONGEST_WISH,
): number | undefined {
  const wait =
    waitOf(headers['retry-after'], now) ??
    waitOf(headers['x-ratelimit-reset'], now) ??
    waitOf(headers['ratelimit-reset'], now);
  return wait === undefined ? undefined : Math.min(Math.max(wait, 0), longest);
}

function waitOf(text: string | undefined, now: Instant): number | undefined {
  const value = text?.trim() ?? '';
  if (value === '') return undefined;
  const number = /^\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
  if (number === undefined) {
    const at = Date.parse(value);
    return Number.isNaN(at) ? undefined : at - now;
  }
  if (number >= EPOCH_MILLISECONDS) return number - now;
  if (number >= EPOCH_SECONDS) return number * SECOND - now;
  return Math.ceil(number * SECOND);
}
