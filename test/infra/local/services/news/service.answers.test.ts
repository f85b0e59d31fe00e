import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_PLAN, PLANS } from '../../../../../infra/local/services/kit/plan.ts';
import { openNews, type OpenNews } from './open-news.ts';

/**
 * A call, what is sent with it, and the status or a part of the body that is answered. `search` is a POST with a JSON
 * body to a service of the usual plan, `GET search` a query string; `strict search` asks a strict service without the
 * language layer, `small search` one without it and without the fixed paths.
 */
type Row = readonly [call: string, sent: Record<string, unknown>, answer: number | object];

const WIRE = { content: 'Globex shut its mill in Graz on Friday.', language: 'en', country: 'AT', rank: 40 };

/** Articles of three languages and countries, of which several outlets printed two stories. */
const RECORDS = [
  ...[
    'Globex closes its mill in Graz',
    'Globex closes its mill in Graz today',
    'Globex closes its mill in Graz, it says',
  ].map((title, at) => ({
    ...WIRE,
    id: `mill-${at}`,
    title,
    domain_url: `${'abc'[at]}.example`,
    published_date: `2026-11-21 05:${at}0:00`,
  })),
  ...[5, 900].map((rank, at) => ({
    id: `flood-${at}`,
    title: `Flood blocks the harbour of Porto${at === 0 ? '' : ' for days'}`,
    content: 'A flood blocks the harbour of Porto, ships must wait.',
    language: 'en',
    country: 'PT',
    domain_url: `${'de'[at]}.example`,
    rank,
    published_date: `2026-11-21 07:${at}0:00`,
  })),
  {
    id: 'usine',
    title: 'Une usine ferme',
    content: 'Une usine ferme.',
    language: 'fr',
    country: 'FR',
    domain_url: 'f.example',
    custom_tags: { industry: ['Paper'] },
    title_translated_en: 'A factory closes',
    nlp: { theme: 'Business', translation_summary: 'A factory closes.' },
  },
  {
    id: 'hausa',
    title: 'Ma aikata',
    content: 'Ma aikata',
    language: 'ha',
    country: 'NG',
    domain_url: 'g.example',
  },
  { id: 'dated', title: 'Dated by the day', domain_url: 'i.example', published_date: '2026-11-20' },
  { id: undefined, title: 'Bare', rank: 999_999, author: null, description: null },
  {
    id: 'whole',
    title: 'Acme, Acme and Acme',
    content: 'Read https://acme.example/a, please.',
    link: 'https://www.herald.example/a',
    domain_url: 'herald.example',
    full_domain_url: 'www.herald.example',
    name_source: 'Harbor Herald',
    published_date: '2026-11-18 10:00:00',
    parse_date: '2026-11-18T10:05:00.250Z',
    authors: 'Jane Doe',
    journalists: null,
    language: 'en',
    country: 'US',
    all_links_data: [{ domain_url: 'x', link: 'https://acme.example/a', text: 'statement' }],
    updated_date: '2026-11-18T12:00:00Z',
    own_key: 'kept',
    _label: 'hidden',
  },
  {
    id: 'blog',
    title: 'Umbra again',
    domain_url: 'blog.example',
    name_source: 'B Blog',
    country: 'GB',
    language: 'en',
    rank: null,
    published_date: '2026-11-01',
    robots_compliant: false,
    additional_domain_info: { is_news_domain: false, news_domain_type: 'Other', news_type: 'Reviews' },
  },
];

const ids = (...names: string[]) => ({ articles: names.map((id) => ({ id })) });
const without = (...keys: string[]) =>
  expect.not.objectContaining(Object.fromEntries(keys.map((key) => [key, expect.anything()])));
const hasNoNull = (...keys: string[]) =>
  expect.toSatisfy((article: any) => keys.every((key) => article[key] !== null));
const counted = (by: string, counts: unknown): Row => [
  'aggregation_count',
  { q: 'mill OR flood OR usine', aggregation_by: by },
  { aggregations: { aggregation_count: counts } },
];
const sources = (sent: object, ...domains: string[]): Row => [
  'sources',
  { ...sent },
  { sources: domains.map((domain_url) => ({ domain_url })) },
];
const refused = (status: number, ...sent: Record<string, unknown>[]): Row[] =>
  sent.map((one): Row => ['search', { q: '*', ...one }, status]);

const RULES: Readonly<Record<string, readonly Row[]>> = {
  'languages of ISO 639-1 outside the published list': [
    ['search', { q: '*', lang: 'ha' }, ids('hausa')],
    ['search', { q: 'aikata', not_lang: ['zu', 'ha'] }, { total_hits: 0 }],
    ['strict search', { q: '*', lang: 'ha' }, 422],
    ...refused(422, { lang: 'xx' }, { lang: 'eng' }),
  ],
  'counts by language, country and source': [
    counted('language', [
      { language: 'en', article_count: 5 },
      { language: 'fr', article_count: 1 },
    ]),
    counted('country', [
      { country: 'AT', article_count: 3 },
      { country: 'PT', article_count: 2 },
      { country: 'FR', article_count: 1 },
    ]),
    counted('source', expect.arrayContaining([{ source: 'a.example', article_count: 1 }])),
    ['GET aggregation_count', { q: 'mill', aggregation_by: 'lang' }, { total_hits: 3 }],
    ['aggregation_count', { q: 'mill', aggregation_by: 'minute' }, 422],
  ],
  'counts by hour, day and month, of parse dates where these are asked for; empty frames too': [
    ...(
      [
        [
          { aggregation_by: 'day', from_: '2026-11-17' },
          ['17', 0],
          ['18', 1],
          ['19', 0],
          ['20', 0],
          ['21', 0],
        ],
        [{ aggregation_by: 'month', from_: '20 days ago' }, ['01', 1]],
      ] as const
    ).map(
      ([sent, ...frames]): Row => [
        'aggregation_count',
        { q: 'Acme', ...sent },
        {
          aggregations: {
            aggregation_count: frames.map(([day, article_count]) => ({
              time_frame: `2026-11-${day} 00:00:00`,
              article_count,
            })),
          },
        },
      ],
    ),
    [
      'aggregation_count',
      {
        q: 'Acme',
        aggregation_by: 'hour',
        from_: '2026-11-18T10:03:00',
        to_: '2026-11-18T11:00:00',
        by_parse_date: true,
      },
      {
        aggregations: {
          aggregation_count: [
            { time_frame: '2026-11-18 10:00:00', article_count: 1 },
            { time_frame: '2026-11-18 11:00:00', article_count: 0 },
          ],
        },
      },
    ],
  ],
  'sort_by orders articles and breaking events': [
    ['search', { q: 'flood' }, ids('flood-0', 'flood-1')],
    ['search', { q: 'flood', sort_by: 'date' }, ids('flood-1', 'flood-0')],
    ['search', { q: 'flood', sort_by: 'rank' }, ids('flood-0', 'flood-1')],
    ...(
      [
        ['relevancy', 3],
        ['date', 2],
        ['rank', 2],
      ] as const
    ).map(
      ([sort_by, first]): Row => [
        'breaking_news',
        { sort_by },
        { breaking_news_events: [{ articles_count: first }, { articles_count: 5 - first }] },
      ],
    ),
    ['breaking_news', { sort_by: 'size' }, 422],
  ],
  'a plan without the language layer': [
    ['small search', { q: 'mill', include_nlp_data: true }, { articles: [without('nlp'), {}, {}] }],
    ['small search', { q: 'mill', include_nlp_data: false, exclude_duplicates: false }, 200],
    ['strict search', { q: '*', include_nlp_data: true }, 403],
    ['strict search', { q: '*', include_translation_fields: true }, 403],
    ...[
      { clustering_enabled: true },
      { exclude_duplicates: true },
      { search_in: 'summary' },
      { iptc_tags: '04000000' },
    ].map((sent): Row => ['small search', { q: 'Acme', ...sent }, 403]),
    ['nlp search', { q: 'Acme', include_nlp_data: true }, { articles: [{ nlp: without('iptc_tags_id') }] }],
    ['nlp search', { q: 'Acme', iab_tags: 'Sports' }, 403],
  ],
  'custom_tags as an object, a boolean as text, null as left out': [
    ['search', { q: 'usine', custom_tags: { industry: ['Paper'] } }, { total_hits: 1 }],
    ['search', { q: 'usine', custom_tags: { industry: 'Steel,Glass' } }, { total_hits: 0 }],
    ...refused(499, { custom_tags: { industry: [7] } }, { ranked_only: 'no' }, { q: null }),
    ['search', { q: 'Bare', ranked_only: 'false' }, { total_hits: 1 }],
    ['search', { q: 'Bare', ranked_only: 'true' }, { total_hits: 0 }],
    ['strict search', { q: 'Bare', ranked_only: 'false' }, 499],
    ['search', { q: 'mill', not_author_name: null, lang: null }, { total_hits: 3 }],
  ],
  'GET and POST are answered alike': [
    ...(['search', 'search_similar', 'aggregation_count'] as const).map(
      (path): Row => [`GET ${path}`, { q: 'mill' }, { status: 'ok', total_hits: 3 }],
    ),
    ['GET latest_headlines', { when: '24h' }, { total_hits: 7 }],
    ['GET breaking_news', {}, { total_hits: 2 }],
    ['GET authors', { author_name: 'Jane Doe' }, ids('whole')],
    ['GET search_by_link', { links: 'acme.example' }, ids('whole')],
    ['GET sources', { lang: 'fr' }, { message: '1 sources match' }],
    ['GET subscription', {}, { plan: 'v3_nlp_iptc_tags' }],
  ],
  'the envelope has the parameters as they were taken': [
    [
      'search',
      { q: 'usine', lang: 'fr,en', to_: 'now' },
      {
        status: 'ok',
        total_hits: 1,
        page: 1,
        total_pages: 1,
        page_size: 100,
        user_input: {
          q: 'usine',
          search_in: ['title_content'],
          lang: ['fr', 'en'],
          from_: '2026-11-14T08:00:00.000000',
          to_: '2026-11-21T08:00:00.000000',
          ranked_only: true,
          page: 1,
          page_size: 100,
        },
      },
    ],
    [
      'latest_headlines',
      { when: '2d', theme: 'Tech' },
      { user_input: { theme: [['Tech']], when: '2026-11-19T08:00:00.000000' } },
    ],
  ],
  'an answer that found nothing has failed, page 1 of 0': (
    [
      ['search', { q: 'Nowhere' }],
      ['authors', { author_name: 'Nobody' }],
      ['latest_headlines', { lang: 'ja' }],
      ['search_by_link', { ids: 'none' }],
      ['search_similar', { q: 'Nowhere', page: 3 }],
    ] as const
  ).map(
    ([path, sent]): Row => [
      path,
      sent,
      { status: 'No matches', total_hits: 0, page: 1, total_pages: 0, page_size: 100, articles: [] },
    ],
  ),
  'articles are whole: lists as lists, dates in one form, labels and extras left out': [
    [
      'search',
      { q: 'Acme' },
      {
        articles: [
          {
            id: 'whole',
            score: expect.any(Number),
            title: 'Acme, Acme and Acme',
            authors: ['Jane Doe'],
            journalists: [],
            published_date: '2026-11-18 10:00:00',
            published_date_precision: 'full',
            updated_date: '2026-11-18 12:00:00',
            link: 'https://www.herald.example/a',
            parent_url: 'https://herald.example',
            rights: 'herald.example',
            all_links: ['https://acme.example/a'],
            all_domain_links: ['acme.example'],
            word_count: 6,
            robots_compliant: true,
            custom_tags: {},
            own_key: 'kept',
          },
        ],
      },
    ],
    [
      'search',
      { q: 'Acme' },
      {
        articles: [
          without(
            '_label',
            'parse_date',
            'nlp',
            'all_links_data',
            'additional_domain_info',
            'duplicate_count',
          ),
        ],
      },
    ],
    [
      'search',
      { q: 'Acme', by_parse_date: true, additional_domain_info: true, all_links_text: 'statement' },
      {
        articles: [
          {
            parse_date: '2026-11-18 10:05:00',
            additional_domain_info: {
              is_news_domain: true,
              news_domain_type: 'Original Content',
              news_type: 'General News Outlets',
            },
            all_links_data: [
              { domain_url: 'acme.example', link: 'https://acme.example/a', text: 'statement' },
            ],
          },
        ],
      },
    ],
    [
      'search',
      { q: 'Bare', ranked_only: false },
      {
        articles: [
          {
            id: expect.stringMatching(/^[0-9a-f]{32}$/),
            link: expect.stringMatching(/^https:\/\/unknown\.example\/articles\/[0-9a-f]{32}$/),
            domain_url: 'unknown.example',
            word_count: 0,
          },
        ],
      },
    ],
    [
      'search',
      { q: 'Bare', ranked_only: false },
      { articles: [hasNoNull('country', 'language', 'description', 'content')] },
    ],
  ],
  'sources are the outlets of the corpus, best-ranked first, narrowed by every filter': [
    [
      'sources',
      { source_name: 'her' },
      {
        message: '1 sources match',
        sources: [
          {
            domain_url: 'herald.example',
            name_source: 'Harbor Herald',
            logo: null,
            language: 'en',
            country: 'US',
          },
        ],
        user_input: { source_name: ['her'] },
      },
    ],
    sources({ lang: 'fr' }, 'f.example'),
    sources({ countries: 'pt,gb' }, 'd.example', 'e.example', 'blog.example'),
    sources({ source_url: 'blog.example' }, 'blog.example'),
    sources({ source_name: 'blog' }, 'blog.example'),
    sources({ to_rank: 10 }, 'd.example'),
    sources({ predefined_sources: 'top 1 PT,top 3 GB' }, 'd.example'),
    sources({ is_news_domain: false }, 'blog.example'),
    sources({ news_type: 'Reviews' }, 'blog.example'),
    sources({ news_domain_type: 'Original Content', countries: 'US' }, 'herald.example'),
    sources({ lang: 'ja' }),
    [
      'sources',
      { source_url: 'blog.example', include_additional_info: true },
      {
        sources: [
          {
            additional_info: {
              nb_articles_for_7d: 0,
              country: 'GB',
              rank: 999_999,
              is_news_domain: false,
              news_domain_type: 'Other',
              news_type: 'Reviews',
              robots_compliant: '0%',
            },
          },
        ],
      },
    ],
  ],
};

describe('the news service', () => {
  const news: Record<string, OpenNews> = {};
  beforeAll(async () => {
    news['usual'] = await openNews(RECORDS);
    news['strict'] = await openNews(RECORDS, { ...PLANS.v3, strict: true });
    news['small'] = await openNews(RECORDS, { ...PLANS.v3, fixedPaths: false });
    news['nlp'] = await openNews(RECORDS, PLANS.v3_nlp);
  });
  afterAll(async () => {
    for (const one of Object.values(news)) await one.close();
  });

  it.each(Object.entries(RULES))('%s', async (_, rows) => {
    for (const [call, sent, answer] of rows) {
      const [, server = 'usual', get, path = ''] = /^(?:(strict|small|nlp) )?(GET )?(.+)$/.exec(call) ?? [];
      const query = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)]));
      const given = get ? await news[server]?.get(path, query) : await news[server]?.post(path, sent);
      const status = typeof answer === 'number' ? answer : 200;
      expect({ call, sent, ...given }).toMatchObject({
        call,
        sent,
        status,
        ...(status !== answer && { body: answer }),
      });
    }
  });

  it.each([
    ['broken JSON', '{"q": ', 'application/json', 400, 'Bad request'],
    ['a body that is no object', '["Acme"]', 'application/json', 499, 'Unknown status code'],
    ['a body without its content type', '{"q":"Acme"}', 'text/plain', 422, 'Validation error'],
  ])('refuses %s', async (_, body, type, status, words) => {
    const headers = { 'x-api-token': 'k', 'content-type': type };
    const answer = await fetch(`${news['usual']?.url}/search`, { method: 'POST', headers, body });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ status_code: status, status: words });
  });

  it('takes its key in its own header, and each path its own methods', async () => {
    const ask = async (init: RequestInit) => (await fetch(`${news['usual']?.url}/search`, init)).status;
    expect(await ask({ method: 'POST' })).toBe(401);
    expect(await ask({ headers: { 'x-api-key': 'k' } })).toBe(401);
    expect(await ask({ method: 'PUT', headers: { 'x-api-token': 'k' } })).toBe(405);
  });

  it('has a plan that bounds history and calls, and says what is left', async () => {
    const own = await openNews(RECORDS, {
      ...DEFAULT_PLAN,
      news: { ...DEFAULT_PLAN.news, historyDays: 30, monthlyCalls: 3 },
    });
    const search = async (from_: string) => (await own.post('search', { q: 'Acme', from_ })).status;
    expect([await search('31 days ago'), await search('30 days ago'), await search('1 day ago')]).toEqual([
      403, 200, 200,
    ]);
    expect((await own.post('subscription')).body).toEqual({
      active: true,
      concurrent_calls: 10,
      plan: 'v3_nlp_iptc_tags',
      plan_calls: 3,
      remaining_calls: 0,
      historical_days: 30,
    });
    expect(await search('1 day ago')).toBe(429);
    await own.close();
  });
});

describe('pages', () => {
  let many: OpenNews;
  beforeAll(async () => {
    many = await openNews(
      Array.from({ length: 10_050 }, (_, at) => ({
        title: `Acme ${at % 7 === 0 ? 'Acme' : 'item'} ${at}`,
        published_date: `2026-11-20 0${at % 10}:00:00`,
        rank: 1 + (at % 90),
      })),
    );
  });
  afterAll(() => many.close());
  const page = async (sent: object) =>
    (await many.post('search', { q: 'Acme', page_size: 1000, ...sent })).body;

  it.each(['relevancy', 'date', 'rank'])('by %s hold every article once', async (sort_by) => {
    const seen = new Set<string>();
    let last: any;
    for (let number = 1; number <= 6; number += 1) {
      const body = await page({ sort_by, page: number, to_rank: 40 });
      expect(body).toMatchObject({ status: 'ok', page: number, total_pages: 5 });
      for (const { id } of body.articles) seen.add(id);
      last = body;
    }
    expect([seen.size, last.articles]).toEqual([last.total_hits, []]);
  });

  it('end at 10,000, the last one cut; counts do not, and all are compressed', async () => {
    const { body, headers } = await many.post('search', { q: 'Acme', page: 11, page_size: 999 });
    expect(body).toMatchObject({ total_hits: 10_000, total_pages: 11 });
    expect(body.articles).toHaveLength(10);
    expect(headers.get('content-encoding')).toBe('gzip');
    expect((await many.post('search', { q: 'Acme', page: 11, page_size: 1000 })).status).toBe(422);
    const counted = await many.post('aggregation_count', { q: 'Acme', from_: '2026-11-20' });
    expect(counted.body).toMatchObject({
      total_hits: 10_050,
      aggregations: { aggregation_count: [{ article_count: 10_050 }, { article_count: 0 }] },
    });
  });
});
