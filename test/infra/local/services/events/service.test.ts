import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  EVENT_TYPES,
  eventFilterKeysOf,
  type EventType,
} from '../../../../../shared/domain/services/event-filters.ts';
import { ARTICLE_FIELDS } from '../../../../../shared/domain/services/event-values.ts';
import { KEY, openEvents, type OpenEvents } from './open-events.ts';

const breach = (id: string, more: object = {}) => ({
  id,
  event_type: 'data_breach',
  event_date: '2026-11-10T00:00:00Z',
  extraction_date: '2026-11-11T09:30:00Z',
  company_name: 'Acme Corp',
  data_breach: { title: 'Acme breach', data: 'Names, Passwords', impacted: ['200 accounts'] },
  ...more,
});
const layoff = (id: string, headcount: number, location: string, more: object = {}) => ({
  id,
  event_type: 'layoff',
  event_date: '2026-11-01',
  extraction_date: null,
  company_name: 'Globex',
  layoff: { headcount, type: null, location, ...more },
});
const dated = (id: string, day: string | null, extracted = day) =>
  breach(id, { event_date: day, extraction_date: extracted, company_name: 'Dated' });

const LINES = [
  breach('acme', {
    associated_article_ids: ['a1', 'a2', 'a1', 'unknown'],
    global_event_type: 'CyberRisk',
    data_breach: { title: 'x', data: 'Names, Passwords', breached_by: 'unknown', summary: null },
    _origin: 1,
  }),
  breach('globex', {
    company_name: 'Globex',
    associated_article_ids: ['a1'],
    data_breach: { impacted: ['10 users', '30 Patients'], data: 'Emails' },
  }),
  breach('nobody', { company_name: null }),
  dated('d1', '2026-10-21'),
  dated('d2', '2026-10-22'),
  dated('d3', '2026-11-14'),
  dated('d4', '2026-11-21'),
  dated('undated', null, '2026-11-21'),
  dated('later', '2026-11-21', '2026-11-21T09:00:00Z'),
  layoff('small', 20, 'AUSTIN, TX'),
  layoff('large', 4_200, 'Lyon, France', { is_relevant_for_real_estate: true }),
  layoff('unknown', 0, 'Various locations in Washington, WA', { headcount: undefined, location: 'CA' }),
  {
    id: 'round',
    event_type: 'fundraising',
    event_date: '2026-11-02',
    fundraising: { round: 'series-a', amount: 750_000, currency: 'USD', location: 'Boise, ID' },
  },
  {
    id: 'steel',
    event_type: 'tariffs_v2',
    event_date: '2026-11-03',
    tariffs_v2: {
      imposing_country_code: 'US',
      targeted_country_codes: ['CN', 'IN'],
      announcement_date: '2026/10',
      relevance_score: 'High',
    },
  },
  {
    id: 'a1',
    title: 'Acme lost data',
    link: 'https://example.com/a1',
    published_date: '2026-11-11 08:00:00',
    media: 'https://example.com/a.png',
    content: 'Whole text',
    author: null,
    parent_url: 'https://example.com',
  },
  {
    id: 'a2',
    title: 'Hackers took data',
    link: 'https://example.com/a2',
    published_date: '2026-11-11 08:00:00',
    parse_date: '2026-11-21 08:30:00',
    domain_url: 'example.com',
    authors: ['Ann'],
    language: 'en',
    nlp: { theme: 'Tech, Crime', sentiment: { title: -0.5, content: 0 } },
  },
];

describe('the events service', () => {
  let events: OpenEvents;
  beforeAll(async () => void (events = await openEvents(LINES)));
  afterAll(() => events.close());

  const search = async (event_type: EventType, additional_filters: object = {}, more: object = {}) =>
    events.search({ event_type, additional_filters, ...more });
  const found = async (...asked: Parameters<typeof search>) =>
    (await search(...asked)).body.events.map(({ id }: { id: string }) => id).toSorted();
  const event = async (...asked: Parameters<typeof search>) => (await search(...asked)).body.events[0];

  describe('answers', () => {
    it('with the fields of the contract, and what else a record said', async () => {
      expect(await search('data_breach', { company_name: 'Acme' })).toEqual({
        status: 200,
        body: {
          message: expect.any(String),
          count: 1,
          events: [
            {
              id: 'acme',
              event_type: 'data_breach',
              global_event_type: 'CyberRisk',
              associated_article_ids: ['a1', 'unknown'],
              extraction_date: '2026-11-11T09:30:00Z',
              event_date: '2026-11-10T00:00:00Z',
              company_name: 'Acme Corp',
              data_breach: { title: 'x', data: 'Names, Passwords', breached_by: 'unknown' },
            },
          ],
        },
      });
      expect(
        (await search('data_breach')).body.events.find(({ id }: any) => id === 'nobody'),
      ).not.toHaveProperty('company_name');
      expect(await event('tariffs_v2')).toMatchObject({
        global_event_type: 'TradePolicy',
        company_name: null,
        tariffs_v2: {
          targeted_country_names: [],
          targeted_country_codes: ['CN', 'IN'],
          affected_industries: [],
          hs_product_categories: [],
          main_tariff_rate: null,
        },
      });
    });

    it('with keys of the source under their name in the contract', async () => {
      expect(await event('layoff', { 'layoff.location.city': 'austin' })).toMatchObject({
        extraction_date: '2026-11-01T00:00:00Z',
        layoff: {
          number_of_people_laid_off: 20,
          how_much_related: 'Excellent',
          summary: 'Globex lays off 20 people in AUSTIN, TX.',
          location: [
            { raw_location: 'AUSTIN, TX', city: 'Austin', state: 'Texas', country: 'United States' },
          ],
        },
      });
      expect((await event('layoff', { company_name: 'Globex' })).layoff).not.toHaveProperty('type');
      expect((await event('fundraising')).fundraising).toEqual({
        funding_type: 'Series A',
        amount: 750_000,
        currency: 'USD',
        location: 'Boise, ID',
      });
    });

    it('with articles that the service has, once, with four fields and what is asked for', async () => {
      const attached = { attach_articles_data: true };
      const { body } = await search('data_breach', {}, attached);
      const { id, title, link } = LINES.find((line) => line.id === 'a1') as Record<string, unknown>;
      expect(body.articles).toEqual([{ id, title, link, media: 'https://example.com/a.png' }]);
      expect(body.events[0]).not.toHaveProperty('articles');
      events.clock.advance(3_600_000);
      const more = await search(
        'data_breach',
        {},
        { ...attached, additional_article_fields: ARTICLE_FIELDS },
      );
      events.clock.advance(-3_600_000);
      expect(more.body.articles).toMatchObject([
        {
          id: 'a1',
          description: '',
          content: 'Whole text',
          author: '',
          authors: [],
          rank: 999_999,
          is_headline: false,
          all_links: [],
          extraction_data: { parent_url: 'https://example.com' },
          nlp: { theme: [], summary: '', ner_PER: [], ner_ORG: [], ner_LOC: [], ner_MISC: [] },
        },
        {
          id: 'a2',
          media: '',
          author: 'Ann',
          name_source: 'example.com',
          rights: 'example.com',
          full_domain_url: 'example.com',
          published_date: '2026-11-11 08:00:00',
          published_date_precision: 'full',
          nlp: {
            theme: ['Tech', 'Crime'],
            sentiment: { title: -0.5, content: 0 },
            ner_ORG: expect.any(Array),
          },
        },
      ]);
    });
  });

  it.each<[string, EventType, object, string[]]>([
    ['a text anywhere, whatever the case', 'data_breach', { company_name: 'aCmE' }, ['acme']],
    ['an item of a list', 'data_breach', { 'data_breach.impacted': 'patients' }, ['globex']],
    ['all of several keys', 'data_breach', { company_name: 'globex', 'data_breach.data': 'passwords' }, []],
    ['a part of a place', 'layoff', { 'layoff.location.state': 'texas' }, ['small']],
    [
      'a number between',
      'layoff',
      { 'layoff.number_of_people_laid_off': { gte: 21, lte: 4_200 } },
      ['large'],
    ],
    [
      'a value of a closed list as a whole',
      'layoff',
      { 'layoff.how_much_related': 'Excellent' },
      ['large', 'small'],
    ],
    ['a boolean as text', 'layoff', { 'layoff.is_relevant_for_real_estate': 'true' }, ['large']],
    ['arrays of tariffs', 'tariffs_v2', { 'tariffs_v2.targeted_country_codes': ['IN'] }, ['steel']],
    ['a date of a tariff as text', 'tariffs_v2', { 'tariffs_v2.announcement_date': '2026/10' }, ['steel']],
    [
      'a date of a tariff as range',
      'tariffs_v2',
      { 'tariffs_v2.announcement_date': { lte: '2026-10-01' } },
      ['steel'],
    ],
    ...(
      [
        [
          'the last 30 days without dates, undated ones by their extraction',
          {},
          ['d2', 'd3', 'd4', 'undated'],
        ],
        [
          'whole days from and to',
          { event_date: { gte: '2026-10-21', lte: '2026-11-14' } },
          ['d1', 'd2', 'd3'],
        ],
        ['days before now', { event_date: { gte: 'now-7d', lte: 'now' } }, ['d3', 'd4']],
        [
          'a time as its day',
          { event_date: { gte: '2026-11-14T23:00:00Z', lte: '2026-11-14 01:00:00' } },
          ['d3'],
        ],
        [
          'extraction dates alone',
          { extraction_date: { gte: '2026-10-01' } },
          ['d1', 'd2', 'd3', 'd4', 'undated'],
        ],
        ['nothing in a range upside down', { event_date: { gte: 'now', lte: '30d' } }, []],
      ] as const
    ).map(([name, filter, ids]): [string, EventType, object, string[]] => [
      name,
      'data_breach',
      { company_name: 'Dated', ...filter },
      [...ids],
    ]),
  ])('filters find %s', async (_, type, filters, expected) => {
    expect(await found(type, filters)).toEqual(expected);
  });

  it.each<[EventType, ...object[]]>([
    ['data_breach', { colour: 'red' }, { 'layoff.summary': 'x' }, { company_name: { contains: 'x' } }],
    ['data_breach', { company_name: [1] }, { event_date: '2026-11-01' }],
    ['data_breach', { event_date: { from: '2026-11-01' } }, { event_date: { gte: 'last week' } }],
    ['data_breach', { 'data_breach.summary': 'x'.repeat(501) }],
    ['layoff', { layoff: { summary: 'x' } }, { 'layoff.location': { state: 'Texas' } }],
    [
      'layoff',
      { 'layoff.number_of_people_laid_off': 5 },
      { 'layoff.number_of_people_laid_off': { gte: '5' } },
    ],
    ['layoff', { 'layoff.how_much_related': 'Somewhat' }, { 'layoff.is_relevant_for_real_estate': true }],
    ['tariffs_v2', { 'tariffs_v2.targeted_country_codes': 'CN' }],
    ['fundraising', { 'fundraising.investors': Array.from({ length: 51 }, () => 'x') }],
  ])('filters of %s are refused by their key', async (type, ...all) => {
    for (const filters of all) {
      const message = expect.stringContaining(Object.keys(filters)[0] ?? '');
      expect(await search(type, filters)).toEqual({
        status: 422,
        body: { message, status_code: 422, status: 'Validation error' },
      });
    }
  });

  it('refuses bodies, keys, methods and fields that are wrong', async () => {
    for (const body of [
      undefined,
      {},
      { event_type: 'merger' },
      { event_type: 'layoff', attach_articles_data: 'true' },
      { event_type: 'layoff', additional_filters: [] },
      { event_type: 'layoff', additional_article_fields: ['colour'] },
    ]) {
      expect([body, (await events.search(body)).status]).toEqual([body, 422]);
    }
    const send = async (init: RequestInit, path = 'events_search') =>
      (await fetch(`${events.url}/events/api/${path}`, init)).status;
    expect(await send({ method: 'POST', headers: KEY, body: '{' })).toBe(400);
    expect(await send({ method: 'POST', body: '{}' })).toBe(401);
    expect(await send({ method: 'POST', body: '{}', headers: { 'x-api-token': 'other' } })).toBe(401);
    expect(await send({ headers: KEY })).toBe(405);
    expect(await send({}, 'subscription')).toBe(401);
    expect(await send({}, 'health')).toBe(200);
    expect((await events.get('/events_info/get_event_fields')).status).toBe(422);
    expect((await events.get('/events_info/get_event_fields?event_type=merger')).status).toBe(422);
  });

  it.each(EVENT_TYPES)('describes the filters of %s with examples that the search takes', async (type) => {
    const { status, body } = await events.get(`/events_info/get_event_fields?event_type=${type}`);
    const keys = eventFilterKeysOf(type);
    expect([status, body.count, Object.keys(body.fields)]).toEqual([200, keys.length, keys]);
    for (const { type: wire, usage_example } of Object.values<any>(body.fields)) {
      expect(['String', 'Date', 'Number']).toContain(wire);
      expect([usage_example, (await search(type, usage_example)).status]).toEqual([usage_example, 200]);
    }
  });
});

describe('the plan', () => {
  let events: OpenEvents;
  afterEach(() => events.close());
  const status = async (event_type: EventType = 'layoff') => (await events.search({ event_type })).status;

  it('bounds types, activity, the number of events, and their dates', async () => {
    events = await openEvents(LINES, {
      eventTypes: ['layoff', 'data_breach'],
      mostEvents: 2,
    });
    expect([await status('layoff'), await status('tariffs_v2')]).toEqual([200, 403]);
    expect((await events.get('/events_info/get_event_fields?event_type=tariffs_v2')).status).toBe(403);
    const search = async (additional_filters: object) =>
      (await events.search({ event_type: 'data_breach', additional_filters })).body.events.map(
        ({ id }: any) => id,
      );
    expect(await search({ company_name: 'Dated' })).toEqual(['d4', 'undated']);
    events.clock.advance(3_600_000);
    expect(await search({ company_name: 'Dated' })).toEqual(['later', 'd4']);
    await events.close();
    events = await openEvents([], { active: false });
    expect(await status()).toBe(403);
  });

  it('bounds calls a second and a month, and is shown by GET and POST, uncounted', async () => {
    events = await openEvents([], { callsPerSecond: 1, monthlyCalls: 2 });
    expect([await status(), await status()]).toEqual([200, 429]);
    events.clock.advance(1_000);
    expect(await status()).toBe(200);
    events.clock.advance(1_000);
    expect(await status()).toBe(429);
    const told = {
      active: true,
      calls_per_seconds: 1,
      plan_name: 'v3_nlp_iptc_tags',
      usage_assigned_calls: 2,
      usage_remaining_calls: 0,
      additional_info: { available_events: [...EVENT_TYPES] },
    };
    expect((await events.get('/subscription')).body).toEqual(told);
    const posted = await fetch(`${events.url}/events/api/subscription`, { method: 'POST', headers: KEY });
    expect(await posted.json()).toEqual(told);
  });
});
