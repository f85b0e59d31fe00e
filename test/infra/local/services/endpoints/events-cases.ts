import { expect } from 'vitest';
import type { EventsClient } from '../../../../../shared/providers/events/create-events-client.ts';
import type { EndpointCases } from './endpoint-list.ts';

/** The event of which the cases ask. */
export const EVENT = {
  id: 'breach-1',
  event_type: 'data_breach',
  global_event_type: 'DataMonitoring',
  associated_article_ids: ['a1'],
  extraction_date: '2026-11-20 10:00:00',
  event_date: '2026-11-19',
  company_name: 'Acme',
  data_breach: { summary: 'Acme lost data', impacted: 'customers', data: 'mail', title: 'Acme breached' },
};

export const EVENTS_CASES: EndpointCases<EventsClient> = {
  'POST /api/events_search': {
    good: ['/api/events_search', { event_type: 'data_breach' }],
    has: ['message', 'count', 'events'],
    refused: ['/api/events_search', { event_type: 'picnic' }],
    status: 422,
    round: (client) => client.searchEvents({ event_type: 'data_breach' }),
    gives: { count: 1, events: [expect.objectContaining({ id: 'breach-1' })] },
  },
  'GET /api/events_info/get_event_fields': {
    good: ['/api/events_info/get_event_fields?event_type=layoff'],
    has: [],
    refused: ['/api/events_info/get_event_fields?event_type=picnic'],
    status: 422,
  },
  'GET /api/subscription': {
    good: ['/api/subscription'],
    has: ['active', 'plan_name'],
    refused: 'key',
    status: 401,
    round: (client) => client.subscription(),
    gives: { plan_name: expect.any(String) },
  },
  'POST /api/subscription': {
    good: ['/api/subscription', {}],
    has: ['active', 'plan_name'],
    refused: 'key',
    status: 401,
    round: (client) => client.subscription(),
    gives: { plan_name: expect.any(String) },
  },
  'GET /api/health': {
    good: ['/api/health'],
    has: ['message'],
    refused: ['/api/health/more'],
    status: 404,
  },
};
