import type { EventType } from '../../domain/services/event-filters.ts';
import type { CallOptions } from '../http/call-options.ts';
import { openHttpClient, type ClientSettings } from '../http/open-http-client.ts';
import { readEventFields } from './event-fields.ts';
import { eventSlices, type SlicedEventSearch } from './event-slices.ts';
import type { EventsRequest } from './events-request.ts';
import { searchEvents } from './search-events.ts';
import { readHealth, readSubscription } from './service-state.ts';

/** `baseUrl` is the address without the `/api` segment. 1 request a second is advised unless the plan names a figure. */
export type EventsClientSettings = ClientSettings;

export type EventsClient = ReturnType<typeof createEventsClient>;

/**
 * A client of the events service. Every operation takes `CallOptions` and throws an `UpstreamError`. A GoneError on every
 * call means that the service was withdrawn: event queries should then rest, with one alarm.
 */
export function createEventsClient(settings: EventsClientSettings) {
  const { http } = openHttpClient(settings, { service: 'events', keyHeader: 'x-api-token' });
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
