import * as z from 'zod';
import type { EventType } from '../../domain/services/event-filters.ts';
import type { CallOptions } from '../http/call-options.ts';
import { reading } from '../http/endpoint.ts';
import type { HttpClient } from '../http/http-client.ts';
import { hiddenFailure } from '../http/hidden-failure.ts';
import {
  identifier,
  identifiers,
  maybe,
  maybeInstant,
  maybeText,
  number,
  requiredItems,
} from '../http/lenient.ts';
import { jsonReader } from '../http/reader.ts';
import { checkEventsRequest } from './check-request.ts';
import { eventArticles, type EventArticle } from './event-article.ts';
import { eventDetails } from './event-details.ts';
import type { EventsRequest } from './events-request.ts';

const event = z.object({
  id: identifier,
  event_type: maybeText,
  /** The wider category. */
  global_event_type: maybeText,
  associated_article_ids: identifiers,
  /** When the service extracted the event from the news. Scheduled runs use it. */
  extraction_date: maybeInstant,
  /** When it happened. Often unknown. */
  event_date: maybeInstant,
  company_name: maybeText,
  data_breach: maybe(eventDetails.data_breach),
  fundraising: maybe(eventDetails.fundraising),
  layoff: maybe(eventDetails.layoff),
  supply_chain_disruption: maybe(eventDetails.supply_chain_disruption),
  tariffs_v2: maybe(eventDetails.tariffs_v2),
  articles: eventArticles,
});

/** An event, with its articles if they were requested, and its JSON in `raw`. */
export type EventRecord = Omit<z.infer<typeof event>, 'articles'> & {
  articles: EventArticle[];
  raw: unknown;
};

const answer = z
  .object({ message: z.string(), count: number, events: requiredItems(event), articles: eventArticles })
  .transform(({ message, count, events, articles }) => {
    const inside = events.kept.flatMap((record) => record.articles.kept);
    const byId = new Map([...articles.kept, ...inside].map((article) => [article.id, article]));
    const dropped = events.kept.reduce((sum, record) => sum + record.articles.dropped, articles.dropped);
    return {
      message,
      count,
      events: events.kept.map((record): EventRecord => ({ ...record, articles: articlesOf(record, byId) })),
      /** Every article of the answer, once. */
      articles: [...byId.values()],
      /** The number of events and articles without an id, which cannot be used. */
      dropped: events.dropped + dropped,
      /** The events without an id. An article without an id is only a detail of its event. */
      unusable: events.unusable,
      mayBeCut: isRoundFigure(count) || count > events.kept.length + events.dropped,
    };
  });

/** The events of one search. `mayBeCut`: there may be more events than one answer contains; query a shorter span. */
export type EventsAnswer = z.infer<typeof answer>;

const endpoint = reading('POST', '/api/events_search');
const read = jsonReader(answer, hiddenFailure);

/** Searches events of one type. Throws a RefusedError for a request that is not valid, else any UpstreamError. */
export function searchEvents<T extends EventType>(
  http: HttpClient,
  { request, options }: { request: EventsRequest<T>; options: CallOptions | undefined },
): Promise<EventsAnswer> {
  return askForEvents(http, { request, options });
}

/** As {@link searchEvents}, for a request whose event type the compiler does not know. It is checked too. */
export async function askForEvents(
  http: HttpClient,
  { request, options }: { request: object; options: CallOptions | undefined },
): Promise<EventsAnswer> {
  return http.call({ endpoint, json: checkEventsRequest(request), read }, options);
}

/** Articles are at the top of the answer or inside the event (events service, articles). */
function articlesOf(
  { associated_article_ids, articles }: z.infer<typeof event>,
  byId: ReadonlyMap<string, EventArticle>,
): EventArticle[] {
  const ids = new Set([...associated_article_ids, ...articles.kept.map(({ id }) => id)]);
  return [...ids].flatMap((id) => byId.get(id) ?? []);
}

/** The limit of one answer is unknown, but is probably one of these (events service, limits). */
function isRoundFigure(count: number): boolean {
  return [100, 1_000, 10_000].includes(count);
}
