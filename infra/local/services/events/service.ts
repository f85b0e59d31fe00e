import { Hono } from 'hono';
import { EVENT_TYPES, type EventType } from '../../../../shared/domain/services/event-filters.ts';
import { isoOf } from '../../../../shared/domain/time/instant.ts';
import type { Call, LocalService, ServiceApp } from '../kit/http/local-service.ts';
import { queryOf, readBodyAs } from '../kit/http/read-request.ts';
import { RequestRefused, statusErrors } from '../kit/http/refusal.ts';
import type { ServiceDeps } from '../kit/service-deps.ts';
import { attachArticle, sourceIds } from './attach-articles.ts';
import { describeFields } from './describe-fields.ts';
import { openEventStore } from './event-store.ts';
import { searchEvents } from './search-events.ts';
import { searchRequest } from './search-request.ts';
import type { StoredEvent } from './stored-event.ts';

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
  const found = searchEvents(await store.of(request.event_type), { request, now, plan: deps.plan.events });
  const attach = (ids: readonly string[]) =>
    ids
      .flatMap((id) => store.article(id) ?? [])
      .filter(({ parsedAt }) => parsedAt <= now)
      .map((article) =>
        attachArticle(article, { fields: request.additional_article_fields, plan: deps.plan }),
      );
  const events = found.map((event) => {
    const ids = sourceIds(event, now);
    const inside = request.attach_articles_data && deps.plan.events.articlesInEvents;
    return { ...wireEvent(event, ids), ...(inside ? { articles: attach(ids) } : {}) };
  });
  const message = events.length === 0 ? 'No events found' : `${events.length} events found`;
  const answer = { message, count: events.length, events };
  if (!request.attach_articles_data) return call.json(answer);
  const ids = new Set(events.flatMap(({ associated_article_ids }) => associated_article_ids));
  return call.json({ ...answer, articles: attach([...ids]) });
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

/** Only tariffs have null for a company (events service, fields of every event); others leave out what is not known. */
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
