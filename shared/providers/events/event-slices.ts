import { TransportError } from '../../domain/lib/errors.ts';
import type { EventType } from '../../domain/services/event-filters.ts';
import { DAY, dayOf } from '../../domain/time/instant.ts';
import { slicesOf, type Window } from '../../domain/time/window.ts';
import type { CallOptions } from '../http/call-options.ts';
import type { HttpClient } from '../http/http-client.ts';
import type { EventsRequest } from './events-request.ts';
import { askForEvents, type EventsAnswer } from './search-events.ts';

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
