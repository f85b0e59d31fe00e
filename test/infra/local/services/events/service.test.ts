import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  EVENT_TYPES,
  eventFilterKeysOf,
  type EventType,
} from '../../../../../shared/domain/services/event-filters.ts';
import { fullForm } from '../../../../full-form.ts';
import { KEY, openEvents, type OpenEvents } from './open-events.ts';

let events: OpenEvents;
afterEach(() => events.close());

const breach = (id: string, more: object = {}) => ({
  id,
  event_type: 'data_breach',
  event_date: '2026-11-10T00:00:00Z',
  extraction_date: '2026-11-11T09:30:00Z',
  company_name: 'Acme Corp',
  data_breach: {
    title: 'Acme breach',
    summary: 'A breach at Acme',
    data: 'Names, Passwords',
    impacted: ['200 accounts'],
  },
  ...more,
});
const layoff = (id: string, headcount: number, location: string, more: object = {}) => ({
  id,
  event_type: 'layoff',
  event_date: '2026-11-01',
  extraction_date: null,
  company_name: 'Globex',
  layoff: { headcount, type: null, location },
  ...more,
});
const article = (id: string, more: object = {}) => ({
  id,
  title: `Title of ${id}`,
  link: `https://example.com/${id}`,
  published_date: '2026-11-11 08:00:00',
  ...more,
});

const ids = (answer: { body: { events: { id: string }[] } }) => answer.body.events.map(({ id }) => id);

describe('the answer of a search', () => {
  it('has the fields of the contract, and keeps what else a record said', async () => {
    events = await openEvents([
      breach('b1', {
        associated_article_ids: ['a1'],
        data_breach: { title: 'x', breached_by: 'unknown' },
        _origin: 1,
      }),
    ]);
    expect(await events.search({ event_type: 'data_breach' })).toEqual({
      status: 200,
      body: {
        message: expect.any(String),
        count: 1,
        events: [
          {
            id: 'b1',
            event_type: 'data_breach',
            global_event_type: 'DataMonitoring',
            associated_article_ids: ['a1'],
            extraction_date: '2026-11-11T09:30:00Z',
            event_date: '2026-11-10T00:00:00Z',
            company_name: 'Acme Corp',
            data_breach: { title: 'x', breached_by: 'unknown' },
          },
        ],
      },
    });
  });

  it.each(EVENT_TYPES)('is empty with status 200 when no %s matched', async (event_type) => {
    events = await openEvents([]);
    const { status, body } = await events.search({ event_type, attach_articles_data: true });
    expect([status, body.count, body.events, body.articles]).toEqual([200, 0, [], []]);
  });

  it('gives keys of the source their name in the contract', async () => {
    events = await openEvents([
      layoff('l1', 75, 'SAN FRANCISCO, CA'),
      {
        event_type: 'fundraising',
        event_date: '2026-11-02',
        company_name: 'Initech',
        fundraising: { round: 'series-a', amount: 750_000, currency: 'USD', location: 'Boise, ID' },
      },
    ]);
    const found = await events.search({ event_type: 'layoff' });
    expect(found.body.events[0]).toMatchObject({
      extraction_date: '2026-11-01T00:00:00Z',
      layoff: {
        number_of_people_laid_off: 75,
        how_much_related: 'Excellent',
        summary: 'Globex lays off 75 people in SAN FRANCISCO, CA.',
        location: [
          {
            raw_location: 'SAN FRANCISCO, CA',
            city: 'San Francisco',
            state: 'California',
            country: 'United States',
          },
        ],
      },
    });
    expect(found.body.events[0].layoff).not.toHaveProperty('type');
    const funded = await events.search({ event_type: 'fundraising' });
    expect(funded.body.events[0].fundraising).toEqual({
      funding_type: 'Series A',
      amount: 750_000,
      currency: 'USD',
      location: 'Boise, ID',
    });
  });

  it('gives the newest extraction first, and never more than the plan', async () => {
    const days = ['05', '07', '06'].map((day) => breach(day, { extraction_date: `2026-11-${day}` }));
    events = await openEvents(days, { mostEvents: 2 });
    const found = await events.search({ event_type: 'data_breach' });
    expect([ids(found), found.body.count]).toEqual([['07', '06'], 2]);
  });

  it('holds back what is not extracted yet', async () => {
    events = await openEvents([breach('later', { extraction_date: '2026-11-21T09:00:00Z' })]);
    expect(ids(await events.search({ event_type: 'data_breach' }))).toEqual([]);
    events.clock.advance(3_600_000);
    expect(ids(await events.search({ event_type: 'data_breach' }))).toEqual(['later']);
  });
});

describe('attached articles', () => {
  const lines = [
    breach('b1', { associated_article_ids: ['a1', 'a2', 'unknown'] }),
    breach('b2', { associated_article_ids: ['a1'] }),
    article('a1', {
      media: 'https://example.com/a.png',
      content: 'Whole text',
      author: null,
      parent_url: 'https://example.com',
    }),
    article('a2', {
      nlp: { theme: 'Tech, Crime', sentiment: { title: -0.5, content: 0 } },
      parse_date: '2026-11-21 08:30:00',
    }),
  ];

  it('stand once at the top level, with four fields', async () => {
    events = await openEvents(lines);
    const { body } = await events.search({ event_type: 'data_breach', attach_articles_data: true });
    expect(body.articles).toEqual([
      { id: 'a1', title: 'Title of a1', link: 'https://example.com/a1', media: 'https://example.com/a.png' },
    ]);
    expect(body.events[0]).not.toHaveProperty('articles');
  });

  it('come when the service has them, with the fields that were asked for', async () => {
    events = await openEvents(lines);
    events.clock.advance(3_600_000);
    const { body } = await events.search({
      event_type: 'data_breach',
      attach_articles_data: true,
      additional_article_fields: [
        'content',
        'author',
        'extraction_data.parent_url',
        'nlp.theme',
        'nlp.sentiment',
      ],
    });
    expect(body.articles).toEqual([
      expect.objectContaining({
        id: 'a1',
        content: 'Whole text',
        extraction_data: { parent_url: 'https://example.com' },
      }),
      {
        id: 'a2',
        title: 'Title of a2',
        link: 'https://example.com/a2',
        media: '',
        content: '',
        author: '',
        extraction_data: { parent_url: expect.any(String) },
        nlp: { theme: ['Tech', 'Crime'], sentiment: { title: -0.5, content: 0 } },
      },
    ]);
    expect(body.articles[0].author).toBe('');
  });

  it('stand inside of each event as well where the plan says so', async () => {
    events = await openEvents(lines, { articlesInEvents: true });
    const { body } = await events.search({ event_type: 'data_breach', attach_articles_data: true });
    expect(body.events.map((event: any) => event.articles.map(({ id }: any) => id))).toEqual([
      ['a1'],
      ['a1'],
    ]);
    expect(body.articles).toHaveLength(1);
    const without = await events.search({ event_type: 'data_breach' });
    expect(without.body).not.toHaveProperty('articles');
    expect(without.body.events[0]).not.toHaveProperty('articles');
  });
});

describe('filters', () => {
  const lines = [
    breach('acme'),
    breach('globex', {
      company_name: 'Globex',
      data_breach: { impacted: ['10 users', '30 Patients'], data: 'Emails' },
    }),
    layoff('small', 20, 'Austin, TX'),
    layoff('large', 4_200, 'Lyon, France', {
      layoff: { headcount: 4_200, location: 'Lyon, France', is_relevant_for_real_estate: true },
    }),
    layoff('unknown', 0, 'Various locations in Washington, WA', { layoff: { location: 'CA' } }),
    {
      id: 'steel',
      event_type: 'tariffs_v2',
      event_date: '2026-11-03',
      tariffs_v2: {
        imposing_country_code: 'US',
        targeted_country_codes: ['CN', 'IN'],
        measure_type: 'new tariff',
        main_tariff_rate: 25,
        announcement_date: '2026/10',
        affected_industries: ['Materials'],
        relevance_score: 'High',
      },
    },
  ];
  const found = async (event_type: EventType, additional_filters: object) =>
    ids(await events.search({ event_type, additional_filters })).toSorted();

  it.each<[string, EventType, object, string[]]>([
    ['a text anywhere, whatever the case', 'data_breach', { company_name: 'aCmE' }, ['acme']],
    ['any text of several', 'data_breach', { company_name: ['globex', 'acme', 'none'] }, ['acme', 'globex']],
    ['an item of a list', 'data_breach', { 'data_breach.impacted': 'patients' }, ['globex']],
    ['all of several keys', 'data_breach', { company_name: 'globex', 'data_breach.data': 'passwords' }, []],
    ['an empty object', 'data_breach', {}, ['acme', 'globex']],
    ['a part of a place', 'layoff', { 'layoff.location.state': 'texas' }, ['small']],
    ['another part of a place', 'layoff', { 'layoff.location.country': 'france' }, ['large']],
    ['a number from', 'layoff', { 'layoff.number_of_people_laid_off': { gte: 20 } }, ['large', 'small']],
    [
      'a number between',
      'layoff',
      { 'layoff.number_of_people_laid_off': { gte: 21, lte: 4_200 } },
      ['large'],
    ],
    [
      'a value of a list as a whole',
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
      { 'tariffs_v2.announcement_date': { gte: '2026-10-01', lte: '2026-10-31' } },
      ['steel'],
    ],
    [
      'a date of a tariff outside',
      'tariffs_v2',
      { 'tariffs_v2.announcement_date': { gte: '2026-10-02' } },
      [],
    ],
  ])('find %s', async (_, type, filters, expected) => {
    events = await openEvents(lines);
    expect(await found(type, filters)).toEqual(expected);
  });

  it.each<[string, EventType, object]>([
    ['unknown keys', 'data_breach', { colour: 'red' }],
    ['keys of another type', 'data_breach', { 'layoff.summary': 'x' }],
    ['the nested object form of the type', 'layoff', { layoff: { summary: 'x' } }],
    ['the nested object form of a place', 'layoff', { 'layoff.location': { state: 'Texas' } }],
    ['an object for a text', 'data_breach', { company_name: { contains: 'x' } }],
    [
      'an object with a length of its own',
      'data_breach',
      { company_name: [{ length: { toString: 1, valueOf: 1 } }] },
    ],
    ['an empty text', 'data_breach', { company_name: '' }],
    ['a blank text', 'data_breach', { company_name: ' ' }],
    ['an empty list', 'data_breach', { company_name: [] }],
    ['a list of numbers for a text', 'data_breach', { company_name: [1] }],
    ['a text for a date range', 'data_breach', { event_date: '2026-11-01' }],
    ['another word in a date range', 'data_breach', { event_date: { from: '2026-11-01' } }],
    ['a date that is none', 'data_breach', { event_date: { gte: 'last week' } }],
    ['a number for a number range', 'layoff', { 'layoff.number_of_people_laid_off': 5 }],
    ['a text in a number range', 'layoff', { 'layoff.number_of_people_laid_off': { gte: '5' } }],
    ['a value outside of a closed list', 'layoff', { 'layoff.how_much_related': 'Somewhat' }],
    ['a boolean where the filter is a text', 'layoff', { 'layoff.is_relevant_for_real_estate': true }],
    ['a text where tariffs take an array', 'tariffs_v2', { 'tariffs_v2.targeted_country_codes': 'CN' }],
    ['too long a summary', 'data_breach', { 'data_breach.summary': 'x'.repeat(501) }],
    ['too many investors', 'fundraising', { 'fundraising.investors': Array.from({ length: 51 }, () => 'x') }],
  ])('refuse %s with 422 and the key', async (_, event_type, additional_filters) => {
    events = await openEvents(lines);
    const { status, body } = await events.search({ event_type, additional_filters });
    expect(status).toBe(422);
    expect(body).toEqual({
      message: expect.stringContaining(Object.keys(additional_filters)[0]!),
      status_code: 422,
      status: 'Validation error',
    });
  });
});

describe('dates', () => {
  const on = (day: string) => breach(day, { event_date: day, extraction_date: day });
  const lines = ['2026-10-21', '2026-10-22', '2026-11-14', '2026-11-21'].map(on);
  const dated = async (additional_filters: object) =>
    ids(await events.search({ event_type: 'data_breach', additional_filters })).toSorted();

  it.each<[string, object, string[]]>([
    ['the last 30 days without dates', {}, ['2026-10-22', '2026-11-14', '2026-11-21']],
    [
      'whole days from and to',
      { event_date: { gte: '2026-10-21', lte: '2026-11-14' } },
      ['2026-10-21', '2026-10-22', '2026-11-14'],
    ],
    ['days before now', { event_date: { gte: 'now-7d', lte: 'now' } }, ['2026-11-14', '2026-11-21']],
    ['days in short', { event_date: { gte: '7d' } }, ['2026-11-14', '2026-11-21']],
    ['an open start', { event_date: { lte: '2026-10-21' } }, ['2026-10-21']],
    [
      'a time of day as its day',
      { event_date: { gte: '2026-11-14T23:00:00Z', lte: '2026-11-14 01:00:00' } },
      ['2026-11-14'],
    ],
    [
      'extraction dates alone',
      { extraction_date: { gte: '2026-10-01' } },
      ['2026-10-21', '2026-10-22', '2026-11-14', '2026-11-21'],
    ],
    ['nothing when the range is upside down', { event_date: { gte: 'now', lte: '30d' } }, []],
  ])('take %s', async (_, filters, expected) => {
    events = await openEvents(lines);
    expect(await dated(filters)).toEqual(expected);
  });

  it('can hold the last 30 days against a range of extraction dates, too', async () => {
    events = await openEvents([breach('old', { event_date: '2013-01-01' })], { defaultDaysAlways: true });
    expect(await dated({ extraction_date: { gte: '2026-11-01' } })).toEqual([]);
    expect(
      await dated({ extraction_date: { gte: '2026-11-01' }, event_date: { gte: '2010-01-01' } }),
    ).toEqual(['old']);
  });

  it('let an event without a date stand by its extraction', async () => {
    events = await openEvents([breach('undated', { event_date: null })]);
    const { body } = await events.search({ event_type: 'data_breach' });
    expect(body.events[0]).toMatchObject({ id: 'undated', event_date: null });
  });
});

describe('refusals', () => {
  it.each([
    ['no body', undefined],
    ['no type', {}],
    ['an unknown type', { event_type: 'merger' }],
    ['a list', []],
    ['a text for a boolean', { event_type: 'layoff', attach_articles_data: 'true' }],
    ['filters as a list', { event_type: 'layoff', additional_filters: [] }],
    ['an unknown article field', { event_type: 'layoff', additional_article_fields: ['colour'] }],
  ])('answer %s with 422', async (_, body) => {
    events = await openEvents([]);
    expect((await events.search(body)).status).toBe(422);
  });

  it('answer broken JSON with 400, a missing or wrong key with 401, a wrong method with 405', async () => {
    events = await openEvents([]);
    const send = (init: RequestInit) => fetch(`${events.url}/events/api/events_search`, init);
    expect((await send({ method: 'POST', headers: KEY, body: '{' })).status).toBe(400);
    expect((await send({ method: 'POST', body: '{}' })).status).toBe(401);
    expect((await send({ method: 'POST', body: '{}', headers: { 'x-api-token': 'other' } })).status).toBe(
      401,
    );
    expect((await send({ headers: KEY })).status).toBe(405);
  });

  it('gate types by plan, and everything by an inactive plan, with 403', async () => {
    events = await openEvents([], { eventTypes: ['layoff'] });
    expect((await events.search({ event_type: 'layoff' })).status).toBe(200);
    expect((await events.search({ event_type: 'data_breach' })).status).toBe(403);
    expect((await events.get('/events_info/get_event_fields?event_type=data_breach')).status).toBe(403);
    await events.close();
    events = await openEvents([], { active: false });
    expect((await events.search({ event_type: 'layoff' })).status).toBe(403);
  });

  it('hold calls to the plan: so many a second, so many a month, both 429', async () => {
    events = await openEvents([], { callsPerSecond: 1, monthlyCalls: 2 });
    const search = async () => (await events.search({ event_type: 'layoff' })).status;
    expect([await search(), await search()]).toEqual([200, 429]);
    events.clock.advance(1_000);
    expect(await search()).toBe(200);
    events.clock.advance(1_000);
    expect(await search()).toBe(429);
    expect((await events.get('/subscription')).body).toMatchObject({
      usage_assigned_calls: 2,
      usage_remaining_calls: 0,
    });
  });

  it('never are a 500, whatever is sent', async () => {
    events = await openEvents([breach('b1'), layoff('l1', 3, 'Austin, TX')]);
    const filters = fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom(...EVENT_TYPES.flatMap((type) => eventFilterKeysOf(type)))),
      fc.oneof(fc.anything(), fc.record({ gte: fc.anything(), lte: fc.anything() }), fc.string()),
    );
    const body = fc.oneof(
      fc.anything(),
      fc.record(
        {
          event_type: fc.oneof(fc.constantFrom(...EVENT_TYPES), fc.anything()),
          additional_filters: fc.oneof(filters, fc.anything()),
          attach_articles_data: fc.oneof(fc.boolean(), fc.anything()),
          additional_article_fields: fc.oneof(fc.array(fc.string()), fc.anything()),
        },
        { requiredKeys: ['event_type'] },
      ),
      fc.constantFrom('x'.repeat(300_000), {
        event_type: 'layoff',
        additional_filters: { company_name: 'x'.repeat(300_000) },
      }),
    );
    await fc.assert(
      fc.asyncProperty(body, async (value) => {
        const json = JSON.stringify(value, (_, part: unknown) =>
          typeof part === 'bigint' ? String(part) : part,
        );
        const { status } = await events.search(json === undefined ? undefined : JSON.parse(json));
        expect([200, 422]).toContain(status);
      }),
      { numRuns: fullForm(50, 300) },
    );
    expect(events.logged).toEqual([]);
  });
});

describe('other answers', () => {
  it.each(EVENT_TYPES)('describe the filters of %s with examples that the search takes', async (type) => {
    events = await openEvents([]);
    const { status, body } = await events.get(`/events_info/get_event_fields?event_type=${type}`);
    const keys = eventFilterKeysOf(type);
    expect([status, body.count, Object.keys(body.fields)]).toEqual([200, keys.length, keys]);
    for (const { type: wire, usage_example } of Object.values<any>(body.fields)) {
      expect(['String', 'Date', 'Number']).toContain(wire);
      const tried = await events.search({ event_type: type, additional_filters: usage_example });
      expect([tried.status, usage_example]).toEqual([200, usage_example]);
    }
  });

  it('refuse fields of an unknown type with 422', async () => {
    events = await openEvents([]);
    expect((await events.get('/events_info/get_event_fields')).status).toBe(422);
    expect((await events.get('/events_info/get_event_fields?event_type=merger')).status).toBe(422);
  });

  it('tell the plan and its use by GET and POST, uncounted', async () => {
    events = await openEvents([], { callsPerSecond: 5, monthlyCalls: 10_000 });
    await events.search({ event_type: 'layoff' });
    const { body } = await events.get('/subscription');
    expect(body).toEqual({
      active: true,
      calls_per_seconds: 5,
      plan_name: 'v3_nlp_iptc_tags',
      usage_assigned_calls: 10_000,
      usage_remaining_calls: 9_999,
      additional_info: { available_events: [...EVENT_TYPES] },
    });
    const posted = await fetch(`${events.url}/events/api/subscription`, { method: 'POST', headers: KEY });
    expect(await posted.json()).toEqual(body);
    expect((await fetch(`${events.url}/events/api/subscription`)).status).toBe(401);
  });

  it('are healthy without a key', async () => {
    events = await openEvents([]);
    const answer = await fetch(`${events.url}/events/api/health`);
    expect([answer.status, await answer.json()]).toEqual([200, { message: 'Healthy' }]);
  });
});
