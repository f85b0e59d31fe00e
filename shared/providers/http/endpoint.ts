import type { FormData } from 'undici';
import type { Refusal } from '../../domain/lib/errors.ts';
import { DOING, READING, type RetryPolicy } from './retry/retry-policy.ts';

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

export type SentValue = string | number | boolean | undefined;

/** The ids of the path, the query and the body of a request. */
export interface Parcel {
  ids?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, SentValue>>;
  json?: unknown;
  form?: FormData;
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
