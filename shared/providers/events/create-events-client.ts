import * as z from 'zod';
import { TransportError } from '../../domain/lib/errors.ts';
import { defined } from '../../domain/lib/fields.ts';
import type { EventType } from '../../domain/services/event-filters.ts';
import { DAY, dayOf } from '../../domain/time/instant.ts';
import { slicesOf, type Window } from '../../domain/time/window.ts';
import type { PlanFigures } from '../../domain/usage/budget.ts';
import type { CallLimits } from '../../use-cases/ports/clock.ts';
import { type CallOptions, hiddenFailure, type HttpClient, reading } from '../http/http-client.ts';
import { maybe, maybeFlag, maybeNumber, maybeObject, maybeText, texts } from '../http/lenient.ts';
import { type ClientSettings, openHttpClient } from '../http/create-http-client.ts';
import { jsonReader } from '../http/reader.ts';
import type { EventsRequest } from './events-request.ts';
import { askForEvents, type EventsAnswer, searchEvents } from './search-events.ts';

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

/** A search over a span of extraction time. The iteration sets the filter `extraction_date`. */
export interface SlicedEventSearch<T extends EventType> {
  request: EventsRequest<T>;
  window: Window;
}

/** A part of the span. */
export interface EventSlice {
  window: Window;
  /** Without the events of earlier slices. Some may be up to 1 day outside the window. */
  answer: EventsAnswer;
  /** True: the answer for a single day may be incomplete. */
  cut: boolean;
}

/**
 * Slices of a span, oldest first. Filters use days, so a slice is queried from its first day to the day after its end.
 * A slice that may be incomplete, or that exceeds the service's time limit, is halved, down to a single day.
 */
export async function* eventSlices<T extends EventType>(
  http: HttpClient,
  { request, window, ...options }: SlicedEventSearch<T> & CallOptions,
): AsyncGenerator<EventSlice, void, void> {
  const seen = new Set<string>();
  const open = slicesOf(window).toReversed();
  for (let slice = open.pop(); slice; slice = open.pop()) {
    const halves = halvesByDay(slice);
    const extraction_date = { gte: dayOf(slice.from), lte: dayOf(slice.to - 1 + DAY) };
    const filters = { ...request.additional_filters, extraction_date };
    const asked = { ...request, additional_filters: filters };
    const answer = await askOrSplit(
      () => askForEvents(http, { request: asked, options }),
      halves !== undefined,
    );
    if (halves && (answer === 'too-heavy' || answer.mayBeCut)) {
      open.push(...halves.toReversed());
    } else if (answer !== 'too-heavy') {
      const events = answer.events.filter(({ id }) => !seen.has(id) && seen.add(id));
      yield { window: slice, answer: { ...answer, events }, cut: answer.mayBeCut };
    }
  }
}

async function askOrSplit<T>(ask: () => Promise<T>, canBeHalved: boolean): Promise<T | 'too-heavy'> {
  try {
    return await ask();
  } catch (error) {
    if (canBeHalved && error instanceof TransportError && error.timedOut) return 'too-heavy';
    throw error;
  }
}

/** The halves of a span, divided at midnight. Undefined for a span within 2 calendar days. */
function halvesByDay({ from, to }: Window): [Window, Window] | undefined {
  const middle = Math.round((from + to) / 2 / DAY) * DAY;
  if (middle - from < DAY || to - middle < DAY) return undefined;
  return [
    { from, to: middle },
    { from: middle, to },
  ];
}

const field = z.object({ type: maybeText, usage_example: maybeObject });

const answer = z.object({
  message: maybeText,
  count: maybeNumber,
  /** Filter key to its type (`String`, `Date`, `Number` or another) and an example. */
  fields: maybe(z.record(z.string(), maybe(field))),
});

/** The filters of an event type. */
export type EventFields = z.infer<typeof answer>;

const endpoint = reading('GET', '/api/events_info/get_event_fields');
const read = jsonReader(answer, hiddenFailure);

/** Reads the filters of an event type from the service. */
export function readEventFields(
  http: HttpClient,
  { event_type, options }: { event_type: EventType; options: CallOptions | undefined },
): Promise<EventFields> {
  return http.call({ endpoint, query: { event_type }, read }, options);
}

const subscription = z.object({
  active: maybeFlag,
  calls_per_seconds: maybeNumber,
  plan_name: maybeText,
  usage_assigned_calls: maybeNumber,
  usage_remaining_calls: maybeNumber,
  additional_info: maybe(z.object({ available_events: texts })),
});

/** Limits and use of the plan. */
export type EventsSubscription = z.infer<typeof subscription>;

const health = z.object({ message: maybeText });

/** `message` is `Healthy` when the service works. */
export type EventsHealth = z.infer<typeof health>;

const SUBSCRIPTION = reading('GET', '/api/subscription');
const HEALTH = reading('GET', '/api/health');

export function readSubscription(http: HttpClient, options?: CallOptions): Promise<EventsSubscription> {
  return http.call({ endpoint: SUBSCRIPTION, read: jsonReader(subscription, hiddenFailure) }, options);
}

export function readHealth(http: HttpClient, options?: CallOptions): Promise<EventsHealth> {
  return http.call({ endpoint: HEALTH, read: jsonReader(health, hiddenFailure) }, options);
}

/** Reads the calls that the plan allows and those that are left (events service, other answers). */
export function eventsPlan(client: Pick<EventsClient, 'subscription'>) {
  return async ({ deadline }: CallLimits): Promise<PlanFigures> => {
    const { usage_assigned_calls: allowed, usage_remaining_calls: left } = await client.subscription({
      deadline,
    });
    return defined<PlanFigures>({ allowed, left });
  };
}
