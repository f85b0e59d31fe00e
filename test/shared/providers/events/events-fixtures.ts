import { onTestFinished } from 'vitest';
import {
  createEventsClient,
  type EventsClientSettings,
} from '../../../../shared/providers/events/create-events-client.ts';
import { testClock } from '../test-clock.ts';

export function eventsClient(url: string, settings: Partial<EventsClientSettings> = {}) {
  const clock = testClock();
  const client = createEventsClient({ baseUrl: url, key: 'k-2', clock, random: () => 0.5, ...settings });
  onTestFinished(() => client.close());
  return { client, clock };
}

export function breachOf(id: string, more: object = {}) {
  return {
    id,
    event_type: 'data_breach',
    global_event_type: 'DataMonitoring',
    associated_article_ids: ['a1'],
    extraction_date: '2026-11-20 10:00:00',
    event_date: null,
    company_name: 'Acme',
    data_breach: { summary: 'S', impacted: 'customers', data: 'mail', data_type: 'x', title: 'T' },
    ...more,
  };
}

export function answerOf(events: unknown[], more: object = {}) {
  return { message: 'ok', count: events.length, events, ...more };
}
