import type { EventType } from '../../domain/services/event-filters.ts';
import type { CallOptions } from '../http/call-options.ts';
import { openHttpClient, type ClientSettings } from '../http/open-http-client.ts';
import { readEventFields } from './event-fields.ts';
import { eventSlices, type SlicedEventSearch } from './event-slices.ts';
import type { EventsRequest } from './events-request.ts';
import { searchEvents } from './search-events.ts';
import { readHealth, readSubscription } from './service-state.ts';

/** `baseUrl` is the address without the `/api` segment. Use at most 1 request per second unless the plan names a limit. */
export type EventsClientSettings = ClientSettings;

export type EventsClient = ReturnType<typeof createEventsClient>;

/**
 * A client of the events service. Every operation takes `CallOptions` and throws an `UpstreamError`. A GoneError on every
 * call means that the service was withdrawn: stop event queries and raise one incident.
 */
export function createEventsClient(settings: EventsClientSettings) {
  const { http } = openHttpClient(settings, { service: 'events', keyHeader: 'x-api-token' });
  return {
    /** Events of one type; see {@link searchEvents}. */
    searchEvents: <T extends EventType>(request: EventsRequest<T>, options?: CallOptions) =>
      searchEvents(http, { request, options }),
    /** A span of any size, in slices; see {@link eventSlices}. */
    eventSlices: <T extends EventType>(search: SlicedEventSearch<T>, options?: CallOptions) =>
      eventSlices(http, { ...search, ...options }),
    /** The filters of an event type, as the service names them. */
    eventFields: (event_type: EventType, options?: CallOptions) =>
      readEventFields(http, { event_type, options }),
    subscription: (options?: CallOptions) => readSubscription(http, options),
    health: (options?: CallOptions) => readHealth(http, options),
    /** Closes open connections. */
    close: () => http.close(),
  };
}
