import * as z from 'zod';
import { eventFilterOf, type EventType } from '../../domain/services/event-filters.ts';
import { DAY, dayOf } from '../../domain/time/instant.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { Window } from '../../domain/time/window.ts';
import { eventsRequest } from './check-request.ts';
import type { EventsRequest } from './events-request.ts';

/** What a finding shows of its articles; the fields that the watch asks for come on top. */
const ARTICLE_FIELDS = ['published_date', 'domain_url', 'name_source', 'language', 'description'] as const;

/** The parts of a watch's query that a run adds to; the check of the request reports errors in them. */
const querySchema = z.looseObject({
  additional_filters: z.record(z.string(), z.unknown()).catch({}),
  additional_article_fields: z.array(z.string()).catch([]),
});

/**
 * What a run asks of the events service: filters go by days, whether the last one is counted in is not known, so a window
 * is asked from the day it begins in to the day after it ends.
 * @throws RefusedError with refusal `request`
 */
export function watchRequest({ query }: Watch, { from, to }: Window): EventsRequest<EventType> {
  const {
    additional_filters: filters,
    additional_article_fields: fields,
    ...rest
  } = querySchema.parse(query);
  return eventsRequest({
    ...rest,
    additional_filters: { ...filters, extraction_date: { gte: dayOf(from), lte: dayOf(to - 1 + DAY) } },
    attach_articles_data: true,
    additional_article_fields: [...new Set([...ARTICLE_FIELDS, ...fields])],
  });
}

/** The texts that the filters of a search look for. */
export function wantedTexts({
  event_type: type,
  additional_filters: filters = {},
}: EventsRequest<EventType>): string[] {
  return Object.entries(filters).flatMap(([key, value]): string[] => {
    const row = eventFilterOf(type, key);
    if (row?.form !== 'text' || row.values) return [];
    return z.array(z.string()).catch([]).parse([value].flat());
  });
}
