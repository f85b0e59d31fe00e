import { describe, expect, it } from 'vitest';
import { discoverEvents } from '../../../../../infra/local/services/events/discover-events.ts';
import { corpusOf } from './open-events.ts';

const line = (id: string, title: string, more: object = {}) => ({
  id,
  title,
  published_date: '2026-11-21 08:00:00',
  language: 'en',
  ...more,
});

/** The events of lines of this Saturday, 21 November 2026. */
const eventsOf = async (...lines: object[]) => discoverEvents((await corpusOf(lines)).articles);
const eventOf = async (title: string, content = '') => (await eventsOf(line('a', title, { content })))[0];

describe('an article with a label', () => {
  const label = { event_type: 'tariffs_v2', company_name: 'Acme', tariffs_v2: { main_tariff_rate: 20 } };

  it('reports what the label says, in any language; the articles of a story report one event', async () => {
    const events = await eventsOf(
      line('a', 'Zölle treffen Acme', { language: 'de', _event: label, _story: 's' }),
      line('b', 'Acme pays', { _event: label, _story: 's', parse_date: '2026-11-21 09:00:00' }),
      line('c', 'Acme pays more', { _event: label, _story: 't' }),
    );
    expect(events.map(({ sources }) => sources.map(({ articleId }) => articleId))).toEqual([
      ['a', 'b'],
      ['c'],
    ]);
    expect(events[0]).toMatchObject({
      type: 'tariffs_v2',
      company: 'Acme',
      body: { main_tariff_rate: 20 },
      eventAt: Date.parse('2026-11-21'),
      extractedAt: Date.parse('2026-11-21T08:00:00Z'),
    });
  });

  it('reports nothing where its facts name no event, whatever its title says', async () => {
    expect(await eventsOf(line('a', 'Acme lays off 500 workers', { _facts: {} }))).toEqual([]);
  });
});

describe('an article without a label', () => {
  it.each([
    [
      'Acme Corp suffers data breach exposing 2 million customer records',
      { type: 'data_breach', company: 'Acme Corp', body: { impacted: ['2000000 people or records'] } },
    ],
    [
      'General Motors to lay off 4,200 salaried workers',
      { type: 'layoff', company: 'General Motors', body: { number_of_people_laid_off: 4_200 } },
    ],
    ['Bolt, the payments start-up, has begun laying off employees', { type: 'layoff', company: 'Bolt' }],
    [
      'Umbrella laid off 12 percent of its workforce',
      { type: 'layoff', company: 'Umbrella', body: { percentage_of_people_laid_off: 12 } },
    ],
    [
      'Fintech startup Initech raises $20 million in Series A',
      {
        type: 'fundraising',
        company: 'Initech',
        body: { amount: 20_000_000, currency: 'USD', funding_type: 'Series A' },
      },
    ],
  ])('says who, what and how much: %s', async (title, event) => {
    expect(await eventOf(title)).toMatchObject(event);
  });

  it('gives the day that its first sentences name', async () => {
    const event = await eventOf(
      'Acme lays off 500 workers',
      'Acme said on November 16 that it lays off 500 workers.',
    );
    expect(event?.eventAt).toBe(Date.parse('2026-11-16'));
  });

  it.each([
    'Man hacked to death in a shop',
    'Acme denies data breach',
    'Initech cuts prices by 10 percent',
    'Thousands of workers laid off in Mumbai',
  ])('rather says nothing: %s', async (title) => {
    expect(await eventOf(title)).toBeUndefined();
  });

  it('reports the event of the articles that came ten days before it, but not of one that is older', async () => {
    const told = (id: string, day: string) =>
      line(id, 'Acme lays off 500 workers', { published_date: `2026-11-${day} 08:00:00` });
    const events = await eventsOf(told('b', '05'), told('a', '01'), told('c', '21'));
    expect(events.map(({ sources }) => sources.map(({ articleId }) => articleId))).toEqual([
      ['a', 'b'],
      ['c'],
    ]);
  });
});
