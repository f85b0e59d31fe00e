import { errors, type Dispatcher } from 'undici';
import { defined } from '../../domain/lib/fields.ts';
import { RefusedError, type Service, type UpstreamError } from '../../domain/lib/errors.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { answerError, badShape, cutBody, type FailedAnswer } from './answer-error.ts';
import { operationOf, targetOf } from './endpoint.ts';
import { errorMessageOf } from './error-message.ts';
import type { Call, HttpClientSettings } from './http-client.ts';
import { maskAnswer, maskKey } from './mask-key.ts';
import { ACCEPTED_ENCODINGS, readBody } from './read-body.ts';
import type { ServiceAnswer } from './reader.ts';
import { serverWaitOf } from './retry/retry-after.ts';
import { transportFailure } from './transport-failure.ts';

/** The outcome of one request. */
export type Attempt<T> = Facts & ({ value: T } | Failure);

interface Facts {
  status?: number;
  correlationId?: string;
  processTime?: number;
}

export interface Failure {
  error: UpstreamError;
  /** True: certainly nothing was sent. */
  unsent: boolean;
  /** The wait that the server requested, in milliseconds. */
  serverWait?: number | undefined;
}

export interface TryLimits {
  /** The longest this try may take, in milliseconds. */
  limit: number;
  /** The caller's signal. When it fires, its reason is thrown. */
  signal: AbortSignal | undefined;
}

/** Makes one request and reads its answer. Never retries. */
export async function attempt<T>(
  call: Call<T>,
  { settings, limits }: { settings: HttpClientSettings; limits: TryLimits },
): Promise<Attempt<T>> {
  const { service, clock } = settings;
  const operation = operationOf(call.endpoint);
  const key = (await settings.key()).trim();
  if (!/^[\x21-\x7e]+$/.test(key)) return { error: unusableKey(service, operation), unsent: true };
  const timeUp = AbortSignal.timeout(Math.max(1, Math.floor(limits.limit)));
  const request = { ...requestOf(call, { settings, key }), signal: joined(timeUp, limits.signal) };
  let answer: ServiceAnswer;
  try {
    answer = await exchange(request, settings);
  } catch (cause) {
    limits.signal?.throwIfAborted();
    if (cause instanceof errors.InvalidArgumentError) throw cause;
    const facts = { service, operation };
    return transportFailure(cause, { facts, timedOut: timeUp.aborted });
  }
  return judge(call, { answer, key, service, now: clock.now() });
}

function requestOf(
  call: Call<unknown>,
  { settings, key }: { settings: HttpClientSettings; key: string },
): Dispatcher.RequestOptions {
  const base = new URL(settings.baseUrl);
  const { json, form, endpoint } = call;
  return {
    origin: base.origin,
    path: base.pathname.replace(/(?<!\/)\/+$/, '') + targetOf(endpoint, call),
    method: endpoint.method,
    headers: {
      accept: 'application/json, text/csv;q=0.9, */*;q=0.1',
      'accept-encoding': ACCEPTED_ENCODINGS,
      ...settings.headers,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      [settings.keyHeader]: key,
    },
    body: json === undefined ? (form ?? null) : JSON.stringify(json),
  };
}

/** Sends one request and reads its whole answer. */
async function exchange(
  request: Dispatcher.RequestOptions,
  { dispatcher, bodyLimit }: HttpClientSettings,
): Promise<ServiceAnswer> {
  const response = await dispatcher.request(request);
  const headers = plainHeaders(response.headers);
  const encoding = headers['content-encoding'] ?? '';
  const text = await readBody(response.body, { encoding, limit: bodyLimit });
  return { status: response.statusCode, headers, text };
}

function judge<T>(
  call: Call<T>,
  given: { answer: ServiceAnswer; key: string; service: Service; now: Instant },
): Attempt<T> {
  const { answer, key, service, now } = given;
  const { status, headers } = answer;
  const correlationId = headers['correlation-id'] ?? headers['x-request-id'];
  const processTime = Number.parseFloat(headers['x-process-time'] ?? '');
  const facts = defined<Facts>({
    status,
    correlationId: correlationId && maskKey(correlationId, key),
    processTime: Number.isNaN(processTime) ? undefined : processTime,
  });
  const failed: FailedAnswer = {
    service,
    operation: operationOf(call.endpoint),
    status,
    words: '',
    correlationId: facts.correlationId,
    serverWait: serverWaitOf(headers, now),
    refusals: call.endpoint.refusals,
  };
  const { serverWait } = failed;
  const failure = (error: UpstreamError) => ({ ...facts, error, unsent: false, serverWait });
  const withWords = () => ({ ...failed, words: errorMessageOf(answer.text, key) });
  if (status < 200 || status >= 300) return failure(answerError(withWords()));
  const reading = call.read({ ...answer, text: maskAnswer(answer.text, key) });
  if ('value' in reading) return { ...facts, value: reading.value };
  if ('cut' in reading) return failure(cutBody(failed));
  if ('problem' in reading) return failure(badShape(maskKey(reading.problem, key), failed));
  const hidden = reading.failure.status;
  if (hidden === undefined) return failure(badShape(withWords().words, failed));
  return failure(answerError({ ...withWords(), status: hidden }));
}

function joined(timeUp: AbortSignal, signal: AbortSignal | undefined): AbortSignal {
  return signal ? AbortSignal.any([timeUp, signal]) : timeUp;
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

function unusableKey(service: Service, operation: string): RefusedError {
  const text = `No usable key is set for the ${service} service: it is empty or contains characters that no header allows.`;
  return new RefusedError(text, { service, operation, refusal: 'key' });
}
