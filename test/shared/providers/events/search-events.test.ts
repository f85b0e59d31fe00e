import { describe, expect, it } from 'vitest';
import { BadShapeError, RefusedError } from '../../../../shared/domain/lib/errors.ts';
import { errorOf } from '../http/client-under-test.ts';
import { scriptedServer, type Line } from '../scripted-server.ts';
import { answerOf, breachOf, eventsClient } from './events-fixtures.ts';

async function clientFor(...script: Line[]) {
  const server = await scriptedServer(...script);
  return { server, ...eventsClient(server.url) };
}

describe('a search for events', () => {
  it('is sent with its filters, a single value as a text but where an array is needed', async () => {
    const { server, client } = await clientFor({ json: answerOf([]) });
    await client.searchEvents({
      event_type: 'tariffs_v2',
      additional_filters: {
        company_name: ['Acme'],
        extraction_date: { gte: '2026-11-20', lte: 'now' },
        'tariffs_v2.targeted_country_codes': 'FR',
        'tariffs_v2.measure_type': ['quota', 'import ban'],
        'tariffs_v2.main_tariff_rate': { gte: 10 },
        'tariffs_v2.announcement_date': { gte: '2026-01-01' },
      },
      attach_articles_data: true,
      additional_article_fields: ['content', 'nlp.theme'],
    });
    expect(server.arrivals[0]).toMatchObject({ method: 'POST', url: { pathname: '/api/events_search' } });
    expect(server.arrivals[0]?.headers['x-api-token']).toBe('k-2');
    expect(server.sent(0)).toEqual({
      event_type: 'tariffs_v2',
      additional_filters: {
        company_name: 'Acme',
        extraction_date: { gte: '2026-11-20', lte: 'now' },
        'tariffs_v2.targeted_country_codes': ['FR'],
        'tariffs_v2.measure_type': ['quota', 'import ban'],
        'tariffs_v2.main_tariff_rate': { gte: 10 },
        'tariffs_v2.announcement_date': { gte: '2026-01-01' },
      },
      attach_articles_data: true,
      additional_article_fields: ['content', 'nlp.theme'],
    });
  });

  it.each([
    ['an unknown type', { event_type: 'merger' }, 'event_type'],
    [
      'a filter of another type',
      { event_type: 'layoff', additional_filters: { 'data_breach.title': 'x' } },
      'data_breach.title',
    ],
    [
      'a value of no list',
      { event_type: 'layoff', additional_filters: { 'layoff.how_much_related': 'Superb' } },
      'how_much_related',
    ],
    [
      'an empty range',
      { event_type: 'layoff', additional_filters: { event_date: {} } },
      'event_date: needs gte or lte',
    ],
    [
      'a range in the wrong order',
      { event_type: 'layoff', additional_filters: { event_date: { gte: '2026-02-01', lte: '2026-01-01' } } },
      'gte must not',
    ],
    [
      'a date in words',
      { event_type: 'layoff', additional_filters: { event_date: { gte: 'soon' } } },
      'must be a date',
    ],
    ['paging, which there is none of', { event_type: 'layoff', page: 2 }, 'page'],
  ])('with %s is not sent', async (_, wrong: any, says) => {
    const { server, client } = await clientFor({ json: answerOf([]) });
    const error = await errorOf(client.searchEvents(wrong));
    expect(error).toBeInstanceOf(RefusedError);
    expect(error.message).toContain(says);
    expect(server.arrivals).toHaveLength(0);
  });
});

describe('an answer with events', () => {
  it('is read leniently, and keeps the JSON of each event', async () => {
    const raw = breachOf('e1', { unheard_of: 1 });
    const { client } = await clientFor({ json: answerOf([raw, breachOf('', {}), { title: 'no id' }]) });
    const answer = await client.searchEvents({ event_type: 'data_breach' });
    expect(answer).toMatchObject({ message: 'ok', count: 3, dropped: 2, mayBeCut: false });
    const [event] = answer.events;
    expect(event).toMatchObject({
      id: 'e1',
      extraction_date: Date.parse('2026-11-20T10:00:00Z'),
      company_name: 'Acme',
      data_breach: { impacted: ['customers'], title: 'T' },
    });
    expect(event?.event_date).toBeUndefined();
    expect(event?.layoff).toBeUndefined();
    expect(event?.raw).toEqual(raw);
  });

  it('reads the details of every type', async () => {
    const details = {
      fundraising: {
        amount: '12000000',
        currency: 'USD',
        funding_type: 'Series A',
        founders: null,
        investors: ['I'],
      },
      layoff: {
        summary: 'S',
        location: { city: 'Lyon' },
        number_of_people_laid_off: 40,
      },
      supply_chain_disruption: {
        disruption_type: 'cyberattack',
        affected_products: 'cars',
        location: [{ country: 'FR' }],
      },
      tariffs_v2: {
        measure_type: 'quota',
        main_tariff_rate: null,
        announcement_date: '2025/01',
        targeted_country_names: 'China',
      },
    };
    const { client } = await clientFor({
      json: answerOf([breachOf('e1', { company_name: null, ...details })]),
    });
    const [event] = (await client.searchEvents({ event_type: 'fundraising' })).events;
    expect(event).toMatchObject({
      fundraising: { amount: 12_000_000, founders: [], investors: ['I'] },
      layoff: { location: [{ city: 'Lyon' }] },
      supply_chain_disruption: { affected_products: ['cars'], location: [{ country: 'FR' }] },
      tariffs_v2: { announcement_date: '2025/01', targeted_country_names: ['China'] },
    });
  });

  it('joins articles from the top of the answer and from inside events, by id', async () => {
    const top = [
      { id: 'a1', title: 'One', link: 'l', 'nlp.theme': 'Crime', 'extraction_data.parent_url': 'p' },
      { title: 'no id' },
    ];
    const inside = [
      { id: 'a2', title: 'Two', nlp: { theme: ['Tech'], sentiment: { title: 0.5 } } },
      { id: 'a1', title: 'One' },
    ];
    const events = [
      breachOf('e1', { associated_article_ids: ['a1', 'a9'], articles: inside }),
      breachOf('e2'),
    ];
    const { client } = await clientFor({ json: answerOf(events, { articles: top }) });
    const answer = await client.searchEvents({ event_type: 'data_breach', attach_articles_data: true });
    expect(answer.events.map(({ articles }) => articles.map(({ id }) => id))).toEqual([['a1', 'a2'], ['a1']]);
    expect(answer.dropped).toBe(1);
    expect(answer.events[0]?.articles[1]?.nlp?.theme).toEqual(['Tech']);
  });

  it('takes dotted fields of articles flat or nested', async () => {
    const articles = [{ id: 'a1', 'nlp.theme': 'Crime', nlp: { ner_PER: [{ entity_name: 'P' }] } }];
    const { client } = await clientFor({ json: answerOf([breachOf('e1')], { articles }) });
    const [event] = (await client.searchEvents({ event_type: 'layoff' })).events;
    const [article] = event?.articles ?? [];
    expect(article).toMatchObject({ nlp: { theme: ['Crime'], ner_PER: [{ entity_name: 'P' }] } });
    expect(article?.raw).toEqual(articles[0]);
  });

  it.each(['message', 'count', 'events'])('without %s has a bad shape', async (field) => {
    const { client } = await clientFor({ json: { ...answerOf([]), [field]: null } });
    expect(await errorOf(client.searchEvents({ event_type: 'layoff' }))).toBeInstanceOf(BadShapeError);
  });
});
