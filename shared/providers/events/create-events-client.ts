import type { Dispatcher } from 'undici';
import type { EventType } from '../../domain/event-filters.ts';
import type { Clock } from '../../use-cases/ports.ts';
import type { CallOptions } from '../http/call-options.ts';
import { createDispatcher } from '../http/create-dispatcher.ts';
import { createHttpClient } from '../http/create-http-client.ts';
import { keyProvider } from '../http/key-provider.ts';
import { SYSTEM_CLOCK } from '../http/system-clock.ts';
import { readEventFields } from './event-fields.ts';
import { eventSlices, type SlicedEventSearch } from './event-slices.ts';
import type { EventsRequest } from './events-request.ts';
import { searchEvents } from './search-events.ts';
import { readHealth, readSubscription } from './service-state.ts';

/** What an events client needs, and what may be set. */
export interface EventsClientSettings {
  /** Without the `/api` segment, which is part of every path here. */
  baseUrl: string;
  /** The key, or who knows it; asked before each try. Not always the key of the news service. */
  key: string | (() => Promise<string>);
  /** Calls at one time; 2 unless set. */
  connections?: number;
  /** Requests that may start in a second; unlimited unless set. 1 is advised unless the plan names a figure. */
  perSecond?: number;
  /** The largest answer, in bytes; 64 MiB unless set. With whole articles attached it grows large. */
  bodyLimit?: number;
  clock?: Clock;
  /** 0 up to but not including 1. */
  random?: () => number;
  dispatcher?: Dispatcher;
}

export type EventsClient = ReturnType<typeof createEventsClient>;

/**
 * A client of the events service. Every operation takes `CallOptions` and throws an `UpstreamError`. A GoneError on every
 * call means that the service was withdrawn: event queries should then rest, with one alarm.
 */
export function createEventsClient({
  baseUrl,
  key,
  connections = 2,
  bodyLimit = 64 * 1024 * 1024,
  clock = SYSTEM_CLOCK,
  random = Math.random,
  dispatcher = createDispatcher(baseUrl, connections),
  perSecond,
}: EventsClientSettings) {
  const http = createHttpClient({
    service: 'events',
    baseUrl,
    keyHeader: 'x-api-token',
    key: keyProvider(key),
    clock,
    random,
    dispatcher,
    bodyLimit,
    ...(perSecond !== undefined && { perSecond }),
  });
  return {
    /** Events of one type; see {@link searchEvents}. */
    searchEvents: <T extends EventType>(request: EventsRequest<T>, options?: CallOptions) =>
      searchEvents(http, { request, options }),
    /** A span of any size in slices that fit; see {@link eventSlices}. */
    eventSlices: <T extends EventType>(search: SlicedEventSearch<T>, options?: CallOptions) =>
      eventSlices(http, { ...search, ...options }),
    /** Which filters an event type has, in the service's words. */
    eventFields: (event_type: EventType, options?: CallOptions) =>
      readEventFields(http, { event_type, options }),
    subscription: (options?: CallOptions) => readSubscription(http, options),
    health: (options?: CallOptions) => readHealth(http, options),
    /** Ends open connections. */
    close: () => http.close(),
  };
}
