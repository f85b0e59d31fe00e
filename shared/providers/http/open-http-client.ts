import type { Dispatcher } from 'undici';
import type { Service } from '../../domain/lib/errors.ts';
import type { Clock } from '../../use-cases/ports/clock.ts';
import { createDispatcher } from './create-dispatcher.ts';
import { createHttpClient } from './create-http-client.ts';
import type { HttpClient } from './http-client.ts';
import { SYSTEM_CLOCK } from './system-clock.ts';

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
export interface ServiceFacts {
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
