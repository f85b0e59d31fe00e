import type { Dispatcher } from 'undici';
import * as z from 'zod';
import type { Refusal, Service } from '../../domain/lib/errors.ts';
import { type Instant, SECOND } from '../../domain/time/instant.ts';
import type { CallLimits, Clock } from '../../use-cases/ports/clock.ts';
import type { Counted } from '../../use-cases/ports/services.ts';
import { maybeNumber } from './lenient.ts';
import type { Reader } from './reader.ts';

/** Options of every call. */
export interface CallOptions {
  /** No try and no wait continues after this instant. The last error is then thrown. */
  deadline?: Instant;
  /** Called with every request, failed ones too. */
  observe?: (request: SentRequest) => void;
}

/** What a call asks about each of its requests. */
interface SentRequest {
  /** False: the request was certainly not sent, so it does not count against the plan. */
  sent: boolean;
  correlationId?: string | undefined;
}

/** When a kind of operation is repeated, and how long a try may take. */
export interface RetryPolicy {
  /** The most requests, including the first. */
  tries: number;
  /**
   * `always`: a repeat changes nothing, so it follows resets, cut bodies, 5xx and 429. `unsent`: a repeat could act
   * twice, so it follows only when the service certainly accepted nothing: no connection, or a 429 that says when. A
   * 429 without a wait then means that all job slots are busy: minutes, not seconds.
   */
  repeat: 'always' | 'unsent';
  /** Whether a request that timed out is repeated. */
  repeatTimeouts: boolean;
  /** The limit of one try, from its start to the last byte, in milliseconds. */
  tryLimit: number;
}

/**
 * Article searches. The service stops after 30 s, so a try gets 45 s. A search that timed out is not repeated: the run
 * halves its window instead.
 */
export const SEARCHING: RetryPolicy = {
  tries: 3,
  repeat: 'always',
  repeatTimeouts: false,
  tryLimit: 45 * SECOND,
};

/**
 * Other operations that can be repeated: reading, deleting, setting a value. A try gets 60 s, as in public clients. A
 * time-out is repeated, because the request cannot be made smaller.
 */
export const READING: RetryPolicy = { ...SEARCHING, repeatTimeouts: true, tryLimit: 60 * SECOND };

/** Calls that act twice when repeated: submit, continue, create, trigger. */
export const DOING: RetryPolicy = { ...READING, repeat: 'unsent', repeatTimeouts: false };

/** One call: its endpoint, its content, and how its answer is read. */
export interface Call<T> extends Parcel {
  endpoint: Endpoint;
  read: Reader<T>;
}

/** The base of the typed clients: address, key, time limits, retries and errors of one service. */
export interface HttpClient {
  /**
   * Sends a request until it has a usable answer, as far as the endpoint's retry policy allows, and reads the answer.
   * @throws UpstreamError of the last try; the errors of the function that reads the key.
   */
  call<T>(call: Call<T>, options?: CallOptions): Promise<T>;
  /** Closes the connections when the running calls have their answers. */
  close(): Promise<void>;
}

/** The settings of the client of any service. */
export interface ClientSettings {
  /** With the prefix of all paths. */
  baseUrl: string;
  /** The key, or a function that returns it. It is called before each try, so that a changed key is used at once. */
  key: string | (() => Promise<string>);
  /** Calls at one time. Default: 2. All users of the key share the limit of the plan. */
  connections?: number;
  /** The largest answer, compressed or not, in bytes. Default: 64 MiB. */
  bodyLimit?: number;
  clock?: Clock;
  /** At least 0 and less than 1, as `Math.random`. It varies our own waits. */
  random?: () => number;
  dispatcher?: Dispatcher;
}

/** The differences between the services. */
export interface ServiceFacts {
  service: Service;
  /** The header that carries the key. */
  keyHeader: string;
  /** Between the address and every path. May be empty. */
  prefix?: string;
  /** Sent with each request. */
  headers?: Readonly<Record<string, string>>;
}

/** What one client holds: its settings with their defaults, and the connections. */
export type OpenClient = Required<ClientSettings & ServiceFacts>;

/** One operation of a service. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path below the base address, with ids in braces: `/status/{job_id}`. */
  path: `/${string}`;
  policy: RetryPolicy;
  /** Statuses that mean a special refusal here, such as 429 for the plan's monitor slots. */
  refusals?: Readonly<Record<number, Refusal>>;
}

/** An operation that can be repeated: it reads, deletes or sets a value. */
export function reading(method: Endpoint['method'], path: Endpoint['path']): Endpoint {
  return { method, path, policy: READING };
}

/** An operation that acts twice when it is repeated. */
export function doing(method: Endpoint['method'], path: Endpoint['path']): Endpoint {
  return { method, path, policy: DOING };
}

type SentValue = string | number | boolean | undefined;

/** The ids of the path, the query and the body of a request. */
interface Parcel {
  ids?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, SentValue>>;
  json?: unknown;
}

/** The name of an operation in errors and logs: method and path without ids. */
export function operationOf(endpoint: Endpoint): string {
  return `${endpoint.method} ${endpoint.path}`;
}

/**
 * The path with ids and query. Ids are percent-encoded, so that an id cannot change the path.
 * @throws RangeError for a missing id, and for `''`, `.` and `..`, which would change the path
 */
export function targetOf(endpoint: Endpoint, { ids = {}, query = {} }: Parcel): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, ids[name]));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.append(name, String(value));
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

function segmentOf(name: string, id: string | undefined): string {
  if (id === undefined || /^\.{0,2}$/.test(id)) throw new RangeError(`${name} is not a valid id.`);
  return encodeURIComponent(id);
}

const failure = z.object({ status_code: maybeNumber });

/** An error inside an answer with status 200: the body contains an error status. */
export function hiddenFailure(body: unknown): { status: number } | undefined {
  const status = failure.safeParse(body).data?.status_code;
  return status !== undefined && status >= 400 && status < 600 ? { status } : undefined;
}

/** Makes a call and counts its requests. The correlation id is that of the last one with an id. */
export async function counting<T>(
  { deadline }: CallLimits,
  call: (options: CallOptions) => Promise<T>,
): Promise<Counted & { answer: T }> {
  const counts: Counted = { calls: 0 };
  const observe: CallOptions['observe'] = ({ sent, correlationId }) => {
    counts.calls += sent ? 1 : 0;
    if (correlationId !== undefined) counts.correlationId = correlationId;
  };
  const answer = await call({ deadline, observe });
  return { answer, ...counts };
}
