import { EVENT_TYPES, type EventType } from '../../../../shared/domain/services/event-filters.ts';
import { isoOf } from '../../../../shared/domain/time/instant.ts';
import { type Answer, json } from '../kit/answer.ts';
import type { LocalRequest, LocalService } from '../kit/local-service.ts';
import { readAs, RequestRefused, statusErrors } from '../kit/refusal.ts';
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
  const store = openEventStore(deps.corpus);
  const subscription = () => json(subscriptionOf(deps));
  return {
    name: 'events',
    prefix: '/events',
    keys: deps.keys,
    errors: statusErrors,
    limits: { callsPerSecond: plan.events.callsPerSecond, monthlyCalls: plan.events.monthlyCalls },
    routes: [
      {
        methods: ['POST'],
        path: '/api/events_search',
        handler: (request) => answerSearch(request, { deps, store }),
      },
      {
        methods: ['GET'],
        path: '/api/events_info/get_event_fields',
        handler: (request) => answerFields(request, deps),
      },
      { methods: ['GET', 'POST'], path: '/api/subscription', handler: subscription, counted: false },
      { methods: ['GET'], path: '/api/health', handler: () => json({ message: 'Healthy' }), open: true },
    ],
  };
}

async function answerSearch(
  http: LocalRequest,
  { deps, store }: { deps: ServiceDeps; store: ReturnType<typeof openEventStore> },
): Promise<Answer> {
  const request = readAs(searchRequest, await http.json());
  assertInPlan(request.event_type, deps);
  const now = deps.clock.now();
  const found = searchEvents(await store.all(), { request, now, plan: deps.plan.events });
  const attach = (ids: readonly string[]) =>
    ids
      .flatMap((id) => store.article(id) ?? [])
      .filter(({ parsedAt }) => parsedAt <= now)
      .map((article) => attachArticle(article, request.additional_article_fields));
  const events = found.map((event) => {
    const ids = sourceIds(event, now);
    const inside = request.attach_articles_data && deps.plan.events.articlesInEvents;
    return { ...wireEvent(event, ids), ...(inside ? { articles: attach(ids) } : {}) };
  });
  const message = events.length === 0 ? 'No events found' : `${events.length} events found`;
  const answer = { message, count: events.length, events };
  if (!request.attach_articles_data) return json(answer);
  const ids = new Set(events.flatMap(({ associated_article_ids }) => associated_article_ids));
  return json({ ...answer, articles: attach([...ids]) });
}

function wireEvent(event: StoredEvent, articleIds: string[]) {
  return {
    id: event.id,
    event_type: event.type,
    global_event_type: GLOBAL_TYPES[event.type],
    associated_article_ids: articleIds,
    extraction_date: wireDate(event.extractedAt),
    event_date: event.eventAt === undefined ? null : wireDate(event.eventAt),
    company_name: event.company,
    [event.type]: event.body,
  };
}

/** Whole seconds with zone: `2026-11-21T08:00:00Z`. */
function wireDate(at: number): string {
  return `${isoOf(at).slice(0, 19)}Z`;
}

function answerFields(http: LocalRequest, deps: ServiceDeps): Answer {
  const asked = http.query.get('event_type');
  const type = EVENT_TYPES.find((known) => known === asked);
  if (!type) throw new RequestRefused(422, `event_type takes one of: ${EVENT_TYPES.join(', ')}`);
  assertInPlan(type, deps);
  const fields = describeFields(type);
  return json({ message: `Fields of ${type}`, count: Object.keys(fields).length, fields });
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
