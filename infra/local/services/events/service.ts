import { Hono } from 'hono';
import * as z from 'zod';
import { isObject } from '../../../../shared/domain/lib/fields.ts';
import { wordTexts } from '../../../../shared/domain/query/words.ts';
import {
  EVENT_TYPES,
  type EventFilter,
  eventFilterKeysOf,
  eventFilterOf,
  type EventType,
} from '../../../../shared/domain/services/event-filters.ts';
import { ARTICLE_FIELDS } from '../../../../shared/domain/services/event-values.ts';
import { DAY, type Instant, isoOf } from '../../../../shared/domain/time/instant.ts';
import type { CorpusArticle } from '../kit/corpus/article-record.ts';
import {
  type Call,
  type LocalService,
  queryOf,
  readBodyAs,
  type ServiceApp,
} from '../kit/http/local-service.ts';
import { RequestRefused, statusErrors } from '../kit/http/refusal.ts';
import type { Plan } from '../kit/plan.ts';
import type { ServiceDeps } from '../kit/service-deps.ts';
import { openAnalyst } from '../news/analyst.ts';
import { coreOf, nlpAnswer } from '../news/article-answer.ts';
import { entryOf } from '../news/library/entry.ts';
import { openEventStore } from './event-store.ts';
import { matchesFilters, readFilters, type ReadFilters } from './event-filters.ts';
import type { StoredEvent } from './stored-event.ts';

/** The body of a search (events service, request). Fields it does not know are passed over. */
export const searchRequest = z.object({
  event_type: z.enum(EVENT_TYPES),
  attach_articles_data: z.boolean().default(false),
  additional_filters: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((filters) => filters ?? {}),
  additional_article_fields: z.array(z.enum(ARTICLE_FIELDS)).max(100).default([]),
});

type SearchRequest = z.infer<typeof searchRequest>;
type ArticleField = (typeof ARTICLE_FIELDS)[number];

/** The wider category of each type (events service, value lists). */
const GLOBAL_TYPES = {
  data_breach: 'DataMonitoring',
  fundraising: 'Finance',
  layoff: 'Layoff',
  supply_chain_disruption: 'SupplyChainOperations',
  tariffs_v2: 'TradePolicy',
} as const satisfies Record<EventType, string>;

/** The events service on this machine: events of the corpus, and events found in its articles. */
export function createEventsService(deps: ServiceDeps): LocalService {
  const { plan } = deps;
  return {
    name: 'events',
    prefix: '/events',
    keys: deps.keys,
    errors: statusErrors,
    limits: { callsPerSecond: plan.events.callsPerSecond, monthlyCalls: plan.events.monthlyCalls },
    openPaths: ['/api/health'],
    uncountedPaths: ['/api/subscription'],
    app: appOf(deps),
  };
}

function appOf(deps: ServiceDeps): ServiceApp {
  const store = openEventStore(deps.corpus);
  const app: ServiceApp = new Hono();
  app.post('/api/events_search', (call) => answerSearch(call, { deps, store }));
  app.get('/api/events_info/get_event_fields', (call) => answerFields(call, deps));
  app.on(['GET', 'POST'], '/api/subscription', (call) => call.json(subscriptionOf(deps)));
  app.get('/api/health', (call) => call.json({ message: 'Healthy' }));
  return app;
}

async function answerSearch(
  call: Call,
  { deps, store }: { deps: ServiceDeps; store: ReturnType<typeof openEventStore> },
): Promise<Response> {
  const request = await readBodyAs(searchRequest, call);
  assertInPlan(request.event_type, deps);
  const now = deps.clock.now();
  const found = searchEvents(await store.all(), { request, now, plan: deps.plan.events });
  const events = found.map((event) => wireEvent(event, sourceIds(event, now)));
  const message = events.length === 0 ? 'No events found' : `${events.length} events found`;
  const answer = { message, count: events.length, events };
  if (!request.attach_articles_data) return call.json(answer);
  const ids = new Set(events.flatMap(({ associated_article_ids }) => associated_article_ids));
  const articles = [...ids]
    .flatMap((id) => store.article(id) ?? [])
    .filter(({ parsedAt }) => parsedAt <= now);
  const form = { fields: request.additional_article_fields, plan: deps.plan };
  return call.json({ ...answer, articles: articles.map((article) => attachArticle(article, form)) });
}

function wireEvent(event: StoredEvent, articleIds: string[]) {
  return {
    id: event.id,
    event_type: event.type,
    global_event_type: event.globalType ?? GLOBAL_TYPES[event.type],
    associated_article_ids: articleIds,
    extraction_date: wireDate(event.extractedAt),
    event_date: event.eventAt === undefined ? null : wireDate(event.eventAt),
    ...companyOf(event),
    [event.type]: event.type === 'tariffs_v2' ? { ...TARIFF_FIELDS, ...event.body } : event.body,
  };
}

/** Described as always there. A rate that is not known is null. */
const TARIFF_FIELDS = {
  targeted_country_names: [],
  targeted_country_codes: [],
  affected_industries: [],
  hs_product_categories: [],
  main_tariff_rate: null,
};

/**
 * Only tariffs have null for a company (events service, fields of every event); others leave out what is not known.
 */
function companyOf({ type, company }: StoredEvent) {
  return company === null && type !== 'tariffs_v2' ? {} : { company_name: company };
}

/** Whole seconds with zone: `2026-11-21T08:00:00Z`. */
function wireDate(at: number): string {
  return `${isoOf(at).slice(0, 19)}Z`;
}

function answerFields(call: Call, deps: ServiceDeps): Response {
  const asked = queryOf(call).get('event_type');
  const type = EVENT_TYPES.find((known) => known === asked);
  if (!type) throw new RequestRefused(422, `event_type takes one of: ${EVENT_TYPES.join(', ')}`);
  assertInPlan(type, deps);
  const fields = describeFields(type);
  return call.json({ message: `Fields of ${type}`, count: Object.keys(fields).length, fields });
}

function assertInPlan(type: EventType, { plan }: ServiceDeps): void {
  if (!plan.active) throw new RequestRefused(403, 'The plan is not active');
  if (!plan.events.eventTypes.includes(type)) {
    throw new RequestRefused(403, `The plan does not include events of type ${type}`);
  }
}

function subscriptionOf({ plan, usage }: ServiceDeps) {
  const { callsPerSecond, monthlyCalls, eventTypes } = plan.events;
  return {
    active: plan.active,
    calls_per_seconds: callsPerSecond,
    plan_name: plan.name,
    usage_assigned_calls: monthlyCalls,
    usage_remaining_calls: Math.max(0, monthlyCalls - usage.used('events')),
    additional_info: { available_events: eventTypes },
  };
}

/**
 * The events that fit a search, newest extraction first, at most `mostEvents` of the plan. Events of the future are
 * not there yet. Without dates a search looks back 30 days by the date of the event (events service, filter value
 * forms); an event without that date is taken by its extraction.
 *
 * @throws RequestRefused 422 for filters that are not valid.
 */
function searchEvents(
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
  if (filters.has('event_date') || filters.has('extraction_date')) return -Infinity;
  return Math.floor((now - plan.defaultDays * DAY) / DAY) * DAY;
}

/** The ids of an event's articles that the service has at `now`, each once, in the order in which it got them. */
function sourceIds({ sources }: StoredEvent, now: Instant): string[] {
  return [...new Set(sources.filter(({ parsedAt }) => parsedAt <= now).map(({ articleId }) => articleId))];
}

/**
 * Id, title, link and media of an article, and the requested fields, nested where their name has a dot: as the news
 * service has them. A text that is not known is empty; a value of the language layer that is not known is left out.
 */
function attachArticle(
  article: CorpusArticle,
  { fields, plan }: { fields: readonly ArticleField[]; plan: Plan },
): Record<string, unknown> {
  const entry = entryOf(article, 0);
  entry.wordCount = article.record.word_count ?? wordTexts(article.record.content ?? '').length;
  const known: Record<string, unknown> = coreOf({ entry, score: 0 });
  const nlp = nlpAnswer(openAnalyst(), { entry, plan, translated: false });
  const { id, title, link, media } = known;
  const attached: Record<string, unknown> = { id, title, link, media };
  for (const field of fields) {
    const [outer = field, inner = field] = field.split('.');
    const value = outer === 'nlp' ? nlpValue(nlp, inner) : (known[inner] ?? '');
    if (inner === field) attached[field] = value;
    else if (value !== undefined && value !== null)
      attached[outer] = { ...(isObject(attached[outer]) && attached[outer]), [inner]: value };
  }
  return attached;
}

/** The theme is one text in the news service, and a list here (events service, articles). */
function nlpValue(nlp: Readonly<Record<string, unknown>>, name: string): unknown {
  const value = nlp[name];
  if (name === 'summary') return value ?? '';
  if (name !== 'theme') return value ?? (name.startsWith('ner_') ? [] : undefined);
  return typeof value === 'string' ? value.split(',').map((part) => part.trim()) : (value ?? []);
}

/**
 * The filters of an event type, each with an example that the search takes as it is (events service, other answers).
 */
function describeFields(type: EventType) {
  return Object.fromEntries(
    eventFilterKeysOf(type).map((key) => {
      const filter: EventFilter = eventFilterOf(type, key) ?? { form: 'text' };
      return [key, { type: WIRE_TYPES[filter.form], usage_example: { [key]: exampleOf(key, filter) } }];
    }),
  );
}

const WIRE_TYPES = { text: 'String', 'text-or-dates': 'String', dates: 'Date', numbers: 'Number' } as const;

function exampleOf(key: string, filter: EventFilter): unknown {
  if (filter.form === 'numbers') return { gte: 10, lte: 1_000 };
  if (filter.form === 'dates' || filter.form === 'text-or-dates') return { gte: 'now-7d', lte: 'now' };
  const example = filter.values?.[0] ?? (key === 'company_name' ? 'Acme' : 'example');
  return filter.array ? [example] : example;
}
