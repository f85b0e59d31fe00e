import * as z from 'zod';
import { defined } from '../../domain/lib/fields.ts';
import type { PlanFigures } from '../../domain/usage/budget.ts';
import type { CallLimits } from '../../use-cases/ports/clock.ts';
import { type CallOptions, hiddenFailure, reading } from '../http/http-client.ts';
import { maybeNumber, maybeText } from '../http/lenient.ts';
import { openHttpClient } from '../http/create-http-client.ts';
import type { ClientSettings } from '../http/http-client.ts';
import { jsonReader } from '../http/reader.ts';
import type { EventsRequest } from './events-request.ts';
import { searchEvents } from './search-events.ts';

/**
 * `baseUrl` is the address without the `/api` segment. Use at most 1 request per second unless the plan names a
 * limit.
 */
export type EventsClientSettings = ClientSettings;

export type EventsClient = ReturnType<typeof createEventsClient>;

/**
 * A client of the events service. Every operation takes `CallOptions` and throws an `UpstreamError`. A GoneError on
 * every call means that the service was withdrawn: stop event queries and raise one incident.
 */
export function createEventsClient(settings: EventsClientSettings) {
  const { http } = openHttpClient(settings, { service: 'events', keyHeader: 'x-api-token' });
  return {
    /** Events of one type; see {@link searchEvents}. */
    searchEvents: (request: EventsRequest, options?: CallOptions) => searchEvents(http, { request, options }),
    /** Limits and use of the plan. */
    subscription: (options?: CallOptions) =>
      http.call({ endpoint: SUBSCRIPTION, read: jsonReader(subscription, hiddenFailure) }, options),
    /** Closes open connections. */
    close: () => http.close(),
  };
}

const subscription = z.object({
  plan_name: maybeText,
  usage_assigned_calls: maybeNumber,
  usage_remaining_calls: maybeNumber,
});

const SUBSCRIPTION = reading('GET', '/api/subscription');

/** Reads the calls that the plan allows and those that are left (events service, other answers). */
export function eventsPlan(client: Pick<EventsClient, 'subscription'>) {
  return async ({ deadline }: CallLimits): Promise<PlanFigures> => {
    const { usage_assigned_calls: allowed, usage_remaining_calls: left } = await client.subscription({
      deadline,
    });
    return defined<PlanFigures>({ allowed, left });
  };
}
