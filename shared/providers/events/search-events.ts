import * as z from 'zod';
import { type CallOptions, hiddenFailure, type HttpClient, reading } from '../http/http-client.ts';
import {
  identifier,
  identifiers,
  items,
  list,
  maybe,
  maybeInstant,
  maybeNumber,
  maybeRank,
  maybeText,
  number,
  requiredItems,
  texts,
  withDatePrecision,
} from '../http/lenient.ts';
import { jsonReader } from '../http/reader.ts';
import { checkEventsRequest, type EventsRequest } from './events-request.ts';

const place = z.object({
  country: maybeText,
  city: maybeText,
  state: maybeText,
  county: maybeText,
  raw_location: maybeText,
});

/** The title, the summary and the facts of each type of event (events service, sections 4.2 to 4.6). */
const eventDetails = {
  data_breach: z.object({
    title: maybeText,
    summary: maybeText,
    data: maybeText,
    data_type: maybeText,
    impacted: texts,
  }),
  fundraising: z.object({
    title: maybeText,
    summary: maybeText,
    /** In the event's own currency. */
    amount: maybeNumber,
    currency: maybeText,
    funding_type: maybeText,
    company_legal_name: maybeText,
    valuation: maybeText,
    founders: texts,
    investors: texts,
  }),
  layoff: z.object({
    summary: maybeText,
    location: list(place),
    number_of_people_laid_off: maybeNumber,
    min_number_of_people_laid_off: maybeNumber,
    max_number_of_people_laid_off: maybeNumber,
    percentage_of_people_laid_off: maybeNumber,
  }),
  supply_chain_disruption: z.object({
    summary: maybeText,
    disruption_type: maybeText,
    facility_type: maybeText,
    expected_timeframe: maybeText,
    supply_impact_severity: maybeText,
    affected_industries: texts,
    affected_products: texts,
    additional_affected_companies: texts,
    location: list(place),
  }),
  tariffs_v2: z.object({
    summary: maybeText,
    imposing_country_name: maybeText,
    targeted_country_names: texts,
    measure_type: maybeText,
    main_tariff_rate: maybeNumber,
    previous_tariff_rate: maybeText,
    tariff_rates: texts,
    affected_industries: texts,
    affected_products: texts,
    /** Some dates are incomplete, such as `2025/01`, so they remain texts. */
    announcement_date: maybeText,
    implementation_date: maybeText,
    expiration_date: maybeText,
  }),
};

const names = list(z.object({ entity_name: z.string() }));

const article = z.object({
  id: identifier,
  title: maybeText,
  link: maybeText,
  description: maybeText,
  content: maybeText,
  published_date: maybeInstant,
  published_date_precision: maybeText,
  domain_url: maybeText,
  name_source: maybeText,
  language: maybeText,
  rank: maybeRank,
  media: maybeText,
  nlp: maybe(z.object({ theme: texts, ner_PER: names, ner_LOC: names })),
});

const flat = z.record(z.string(), z.unknown());

/** Articles, at the top of an answer or inside an event. Those without an id are dropped and counted. */
const eventArticles = items(z.preprocess((value) => withDatePrecision(nested(value)), article));

const event = z.object({
  id: identifier,
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
      /** The number of events and articles without an id, which cannot be used. */
      dropped: events.dropped + dropped,
      /** The events without an id. An article without an id is only a detail of its event. */
      unusable: events.unusable,
      mayBeCut: isRoundFigure(count) || count > events.kept.length + events.dropped,
    };
  });

/** The events of one search. `mayBeCut`: there may be more events than one answer contains; query a shorter span. */
type EventsAnswer = z.infer<typeof answer>;

const endpoint = reading('POST', '/api/events_search');
const read = jsonReader(answer, hiddenFailure);

/** Searches events of one type. Throws a RefusedError for a request that is not valid, else any UpstreamError. */
export async function searchEvents(
  http: HttpClient,
  { request, options }: { request: EventsRequest; options: CallOptions | undefined },
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

/** An article of an event: id, title, link, media and the fields of additional_article_fields. */
export type EventArticle = z.infer<typeof article> & { raw: unknown };

/** A field that is requested by a dotted name may have that name in the answer (events service, articles). */
function nested(value: unknown): unknown {
  const fields = flat.safeParse(value);
  if (!fields.success) return value;
  const dotted = Object.entries(fields.data).filter(([name]) => name.includes('.'));
  const result = new Map(Object.entries(fields.data));
  for (const [name, part] of dotted) {
    const [group = '', field = ''] = name.split('.');
    const inGroup = Object.entries(flat.safeParse(result.get(group)).data ?? {});
    result.set(group, Object.fromEntries([...inGroup, [field, part]]));
  }
  return Object.fromEntries(result);
}
