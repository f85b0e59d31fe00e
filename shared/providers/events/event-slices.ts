import { TransportError } from '../../domain/lib/errors.ts';
import type { EventType } from '../../domain/services/event-filters.ts';
import { DAY, dayOf } from '../../domain/time/instant.ts';
import { slicesOf, type Window } from '../../domain/time/window.ts';
import type { CallOptions } from '../http/call-options.ts';
import type { HttpClient } from '../http/http-client.ts';
import type { EventsRequest } from './events-request.ts';
import { askForEvents, type EventsAnswer } from './search-events.ts';

/** A search over a span of extraction time; `extraction_date` of its filters is set by the iteration. */
export interface SlicedEventSearch<T extends EventType> {
  request: EventsRequest<T>;
  window: Window;
}

/** A part of the span. */
export interface EventSlice {
  window: Window;
  /** Events of earlier slices are not given again; some may lie up to a day outside the window. */
  answer: EventsAnswer;
  /** True: a single day may hold more than one answer. */
  cut: boolean;
}

/**
 * Slices of a span, oldest first. Filters go by days, so a slice is asked from the day it begins in to the day after it ends.
 * A slice that may be cut, or that is too heavy for the service's time limit, is halved down to a single day.
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

/** The halves of a span, cut at midnight; undefined for a span within two days of the calendar. */
function halvesByDay({ from, to }: Window): [Window, Window] | undefined {
  const middle = Math.round((from + to) / 2 / DAY) * DAY;
  if (middle - from < DAY || to - middle < DAY) return undefined;
  return [
    { from, to: middle },
    { from: middle, to },
  ];
}
