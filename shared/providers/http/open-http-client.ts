import type { Dispatcher } from 'undici';
import type { Service } from '../../domain/lib/errors.ts';
import type { Clock } from '../../use-cases/ports/clock.ts';
import { createDispatcher } from './create-dispatcher.ts';
import { createHttpClient } from './create-http-client.ts';
import type { HttpClient } from './http-client.ts';
import { SYSTEM_CLOCK } from './system-clock.ts';

/** What the client of any of the services needs, and what may be set. */
export interface ClientSettings {
  /** With every part of the path that stands before all operations. */
  baseUrl: string;
  /** The key, or who knows it; asked before each try, so that a changed key is used at once. */
  key: string | (() => Promise<string>);
  /** Calls at one time; 2 unless set. The plan's figure is shared by everyone who uses the key. */
  connections?: number;
  /** Requests that may start in a second; unlimited unless set. */
  perSecond?: number;
  /** The largest answer, packed or unpacked, in bytes; 64 MiB unless set. */
  bodyLimit?: number;
  clock?: Clock;
  /** 0 up to but not including 1. */
  random?: () => number;
  dispatcher?: Dispatcher;
}

/** What differs from service to service. */
export interface ServiceFacts {
  service: Service;
  keyHeader: string;
  /** Between the address and every path; may be empty. */
  prefix?: string;
  headers?: Readonly<Record<string, string>>;
}

/** Makes the base of a typed client: the only place where clock, randomness and connections have defaults. */
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
    ...(perSecond !== undefined && { perSecond }),
  });
  return { http, clock };
}

/** The address with the prefix, whichever of the two brought the slashes. */
function prefixed(baseUrl: string, prefix: string): string {
  const path = prefix.replaceAll(/^\/+|\/+$/g, '');
  return path === '' ? baseUrl : `${baseUrl.replace(/\/+$/, '')}/${path}`;
}
