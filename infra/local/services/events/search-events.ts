import { DAY, type Instant } from '../../../../shared/domain/time/instant.ts';
import type { Plan } from '../kit/plan/plan.ts';
import { matchesFilters } from './match-event.ts';
import { type ReadFilters, readFilters } from './read-filters.ts';
import type { SearchRequest } from './search-request.ts';
import type { StoredEvent } from './stored-event.ts';

/**
 * The events that fit a search, newest extraction first, at most `mostEvents` of the plan. Events of the future are
 * not there yet. Without dates a search looks back 30 days by the date of the event (events service, filter value
 * forms); an event without that date is taken by its extraction.
 *
 * @throws RequestRefused 422 for filters that are not valid.
 */
export function searchEvents(
  events: readonly StoredEvent[],
  { request, now, plan }: { request: SearchRequest; now: Instant; plan: Plan['events'] },
): StoredEvent[] {
  const filters = readFilters(request.additional_filters, { type: request.event_type, now });
  const since = defaultStart(filters, { now, plan });
  return events
    .filter(({ type, extractedAt }) => type === request.event_type && extractedAt <= now)
    .filter((event) => (event.eventAt ?? event.extractedAt) >= since && matchesFilters(event, filters))
    .toSorted((a, b) => b.extractedAt - a.extractedAt)
    .slice(0, plan.mostEvents);
}

function defaultStart(filters: ReadFilters, { now, plan }: { now: Instant; plan: Plan['events'] }): Instant {
  if (filters.has('event_date')) return -Infinity;
  if (filters.has('extraction_date') && !plan.defaultDaysAlways) return -Infinity;
  return Math.floor((now - plan.defaultDays * DAY) / DAY) * DAY;
}
