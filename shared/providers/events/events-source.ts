import * as z from 'zod';
import { compileExclusions } from '../../domain/findings/fit-finding.ts';
import { eventFilterOf } from '../../domain/services/event-filters.ts';
import { DAY, dayOf, type Window } from '../../domain/time/instant.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { CallLimits } from '../../use-cases/ports/clock.ts';
import type { FoundPage, Source } from '../../use-cases/ports/services.ts';
import { counting } from '../http/http-client.ts';
import { foundPageItems } from '../http/lenient.ts';
import type { EventsClient } from './create-events-client.ts';
import { checkEventsRequest, type EventsRequest } from './events-request.ts';
import { eventToFinding } from './to-finding.ts';

/** The events service as a port of runs. One answer contains all events of a window, unless it may be incomplete. */
export function eventsSource(client: EventsClient): Source {
  const ask = async (
    { watch, window }: { watch: Watch; window: Window },
    limits: CallLimits,
  ): Promise<FoundPage> => {
    const request = watchRequest(watch, window);
    const { answer, ...counts } = await counting(limits, (options) => client.searchEvents(request, options));
    const sight = {
      type: request.event_type,
      window,
      wanted: wantedTexts(request),
      exclusions: compileExclusions(watch.exclude, watch.accents),
    };
    return {
      ...foundPageItems(answer.events, {
        toFinding: (event) => eventToFinding(event, sight),
        unusable: answer.unusable,
      }),
      refused: answer.dropped,
      hits: answer.count,
      pages: 1,
      capped: answer.mayBeCut,
      ...counts,
    };
  };
  return {
    fetchPage: ask,
    async count(asked, limits) {
      const { hits, calls } = await ask(asked, limits);
      return { hits, calls };
    },
    probe: async (_watch, { deadline }) => void (await client.subscription({ deadline })),
  };
}

/** The article fields that a finding shows, in addition to those that the watch requests. */
const ARTICLE_FIELDS = [
  'published_date',
  'published_date_precision',
  'domain_url',
  'name_source',
  'language',
  'description',
] as const;

/** The parts of a watch's query that a run extends. The check of the request reports errors in them. */
const querySchema = z.looseObject({
  additional_filters: z.record(z.string(), z.unknown()).catch({}),
  additional_article_fields: z.array(z.string()).catch([]),
});

/**
 * The request of a run. Filters use days, and it is unknown whether they include the last one. So a window
 * is queried from its first day to the day after its end.
 * @throws RefusedError with refusal `request`
 */
function watchRequest({ query }: Watch, { from, to }: Window): EventsRequest {
  const {
    additional_filters: filters,
    additional_article_fields: fields,
    ...rest
  } = querySchema.parse(query);
  return checkEventsRequest({
    ...rest,
    additional_filters: { ...filters, extraction_date: { gte: dayOf(from), lte: dayOf(to - 1 + DAY) } },
    attach_articles_data: true,
    additional_article_fields: [...new Set([...ARTICLE_FIELDS, ...fields])],
  });
}

/** The texts in the filters of a search. */
function wantedTexts({ event_type: type, additional_filters: filters = {} }: EventsRequest): string[] {
  return Object.entries(filters).flatMap(([key, value]): string[] => {
    const row = eventFilterOf(type, key);
    if (row?.form !== 'text' || row.values) return [];
    return z.array(z.string()).catch([]).parse([value].flat());
  });
}
