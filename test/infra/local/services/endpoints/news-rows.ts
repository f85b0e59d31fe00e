import { expect } from 'vitest';
import type { NewsClient } from '../../../../../shared/providers/news/create-news-client.ts';
import { publicationOf } from '../../../../../shared/providers/http/lenient.ts';
import type { RowAsk, RowCases } from './endpoint-list.ts';

const WIRE = { content: 'Globex shut its mill in Graz on Friday.', language: 'en', country: 'AT', rank: 40 };

/** Articles of three languages and countries, of which two outlets printed one story. */
export const ROW_RECORDS = [
  {
    ...WIRE,
    id: 'mill-1',
    title: 'Globex closes its mill in Graz',
    domain_url: 'a.example',
    published_date: '2026-11-21 05:00:00',
  },
  {
    ...WIRE,
    id: 'mill-2',
    title: 'Globex closes its mill in Graz today',
    domain_url: 'b.example',
    published_date: '2026-11-21 05:30:00',
  },
  {
    ...WIRE,
    id: 'mill-3',
    title: 'Globex closes its mill in Graz, it says',
    domain_url: 'c.example',
    published_date: '2026-11-21 05:10:00',
  },
  {
    id: 'flood-1',
    title: 'Flood blocks the harbour of Porto',
    content: 'A flood blocks the harbour of Porto, ships must wait.',
    language: 'en',
    country: 'PT',
    domain_url: 'd.example',
    rank: 5,
    published_date: '2026-11-21 07:00:00',
  },
  {
    id: 'flood-2',
    title: 'Flood blocks the harbour of Porto for days',
    content: 'A flood blocks the harbour of Porto, ships must wait for days.',
    language: 'en',
    country: 'PT',
    domain_url: 'e.example',
    rank: 900,
    published_date: '2026-11-21 07:10:00',
  },
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
  { id: 'bare', title: 'Bare', domain_url: 'h.example', rank: 999_999, author: null, description: null },
];

type Values = Record<string, unknown>;
const ids = (...names: string[]) => ({ articles: names.map((id) => expect.objectContaining({ id })) });

/** The same parameters in a body, and what is answered. */
const post = (path: string, values: Values, answers: RowAsk['answers'], on?: RowAsk['on']): RowAsk => ({
  ask: [path, values],
  ...(on && { on }),
  answers,
});
const found = (values: Values, body: unknown): RowAsk => post('/search', values, { status: 200, body });
const refused = (values: Values, status = 422, on?: RowAsk['on']): RowAsk =>
  post('/search', { q: '*', ...values }, { status }, on);
const counted = (by: string, counts: unknown): RowAsk =>
  post(
    '/aggregation_count',
    { q: 'mill OR flood OR usine', aggregation_by: by },
    { status: 200, body: { aggregations: { aggregation_count: counts } } },
  );

export function newsRows(): RowCases<NewsClient> {
  return {
    'languages of ISO 639-1 outside the published list': {
      good: [
        found({ q: '*', lang: 'ha' }, ids('hausa')),
        found({ q: 'aikata', not_lang: ['zu', 'ha'] }, { total_hits: 0 }),
      ],
      refused: [refused({ lang: 'ha' }, 422, 'strict'), refused({ lang: 'xx' }), refused({ lang: 'eng' })],
      round: (client) => client.search({ q: '*', lang: ['ha'] }),
      gives: { total_hits: 1 },
    },
    'counts by language, country and source': {
      good: [
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
        {
          method: 'GET',
          ask: ['/aggregation_count?q=mill&aggregation_by=lang'],
          answers: { status: 200, body: { total_hits: 3 } },
        },
      ],
      refused: [post('/aggregation_count', { q: 'mill', aggregation_by: 'minute' }, { status: 422 })],
      round: async (client) =>
        (await client.aggregationCount({ q: 'mill OR usine', aggregation_by: 'country' })).counts,
      gives: [
        { country: 'AT', article_count: 3 },
        { country: 'FR', article_count: 1 },
      ],
    },
    'sort_by orders breaking events too': {
      good: [
        { sort_by: 'relevancy', first: 3 },
        { sort_by: 'date', first: 2 },
        { sort_by: 'rank', first: 2 },
      ].map(({ sort_by, first }) =>
        post(
          '/breaking_news',
          { sort_by },
          {
            status: 200,
            body: { breaking_news_events: [{ articles_count: first }, { articles_count: 5 - first }] },
          },
        ),
      ),
      refused: [post('/breaking_news', { sort_by: 'size' }, { status: 422 })],
      round: async (client) =>
        (await client.breakingNews({ sort_by: 'date' })).events.map(({ articles_count }) => articles_count),
      gives: [2, 3],
    },
    'codes of no country, and lists of no outlets': {
      good: [
        found({ q: 'mill', countries: ['AT', 'DE'], predefined_sources: 'top 5 AT' }, { total_hits: 3 }),
      ],
      refused: [
        ...['ZZ', 'EU', 'UK'].map((countries) => refused({ countries })),
        refused({ not_countries: ['AT', 'UK'] }),
        refused({ predefined_sources: 'top 0 US' }),
        refused({ predefined_sources: ['top 5 AT', 'top 5 ZZ'] }),
      ],
      round: (client) => client.search({ q: 'mill', countries: 'AT' }),
      gives: { total_hits: 3 },
    },
    'dates in English': {
      good: ['two days ago', 'last week', 'last month', 'past 24 hours']
        .map((from_) => found({ q: 'mill', from_ }, { total_hits: 3 }))
        .concat(found({ q: 'mill', from_: '5 min ago' }, { total_hits: 0 })),
      refused: [refused({ from_: 'last Acme' }), refused({ from_: 'two apples ago' })],
      round: (client) => client.search({ q: 'mill', from_: 'two days ago', to_: '5 min ago' }),
      gives: { total_hits: 3 },
    },
    'fields of the language layer without a plan for it are absent': {
      good: [
        {
          ...post(
            '/search',
            { q: 'mill', include_nlp_data: true },
            {
              status: 200,
              body: { articles: [expect.not.objectContaining({ nlp: expect.anything() }), {}, {}] },
            },
          ),
          on: 'small',
        },
      ],
      refused: [
        refused({ include_nlp_data: true }, 403, 'strict'),
        refused({ theme: 'Business' }, 403, 'small'),
        refused({ title_sentiment_min: 0 }, 403, 'small'),
      ],
      round: async (client) =>
        (await client.search({ q: 'mill', include_nlp_data: true })).articles.map(
          ({ read }) => read().nlp !== undefined,
        ),
      gives: [true, true, true],
    },
    'translations alone': {
      good: [
        found(
          { q: 'usine', include_translation_fields: true },
          {
            articles: [
              { title_translated_en: 'A factory closes', nlp: { translation_summary: 'A factory closes.' } },
            ],
          },
        ),
        found({ q: 'usine' }, { articles: [expect.not.objectContaining({ nlp: expect.anything() })] }),
      ],
      refused: [
        refused({ include_translation_fields: true }, 403, 'strict'),
        refused({ include_translation_fields: 'x' }, 499),
      ],
      round: async (client) =>
        (await client.search({ q: 'usine', include_translation_fields: true })).articles.map(({ read }) =>
          read(),
        ),
      gives: [{ title_translated_en: 'A factory closes' }],
    },
    'a date without a time': {
      good: [
        found(
          { q: 'Dated', published_date_precision: 'date' },
          { articles: [{ id: 'dated', published_date_precision: 'date' }] },
        ),
        found({ q: 'Dated', published_date_precision: 'full' }, { total_hits: 0 }),
      ],
      refused: [refused({ published_date_precision: 'day' })],
      round: async (client) =>
        (await client.search({ q: 'Dated', published_date_precision: 'date' })).articles.map(publicationOf),
      gives: [{ publishedAt: Date.parse('2026-11-20T00:00:00Z'), publishedPrecision: 'date' }],
    },
    'custom_tags as an object': {
      good: [
        found({ q: 'usine', custom_tags: { industry: ['Paper'] } }, { total_hits: 1 }),
        found({ q: 'usine', custom_tags: { industry: 'Steel,Glass' } }, { total_hits: 0 }),
      ],
      refused: [refused({ custom_tags: ['Paper'] }, 403), refused({ custom_tags: { industry: [7] } }, 499)],
      round: async (client) => [
        (await client.search({ q: 'usine', custom_tags: { industry: ['Paper'] } })).total_hits,
        (await client.search({ q: 'usine', custom_tags: { industry: ['Steel'] } })).total_hits,
      ],
      gives: [1, 0],
    },
    'a boolean as text': {
      good: [
        found({ q: 'Bare', ranked_only: 'false' }, { total_hits: 1 }),
        found({ q: 'Bare', ranked_only: 'true' }, { total_hits: 0 }),
      ],
      refused: [refused({ ranked_only: 'false' }, 499, 'strict'), refused({ ranked_only: 'no' }, 499)],
      round: (client) => client.search({ q: 'Bare', ranked_only: 'false' }),
      gives: { total_hits: 1 },
    },
    'no null where a text is promised': {
      good: [
        found(
          { q: 'Bare', ranked_only: false },
          {
            articles: [
              expect.not.objectContaining(
                Object.fromEntries(
                  ['country', 'language', 'description', 'content'].map((key) => [key, null]),
                ),
              ),
            ],
          },
        ),
        found({ q: 'mill', not_author_name: null }, { total_hits: 3 }),
      ],
      refused: [refused({ q: null }, 499)],
      round: (client) => client.search({ q: 'Bare', ranked_only: false, lang: null as never }),
      gives: { total_hits: 1 },
    },
    'the subscription without a body': {
      good: [{ ask: ['/subscription'], answers: { status: 200, body: { active: true } } }],
      refused: [{ ask: ['/subscription'], headers: { 'x-api-token': 'nobody' }, answers: { status: 401 } }],
      round: (client) => client.subscription(),
      gives: { active: true },
    },
    'fixed paths below the address': {
      good: [
        post('/api/search', { q: 'mill' }, { status: 200, body: { total_hits: 3 } }),
        { method: 'GET', ask: ['/api/search?q=mill'], answers: { status: 200, body: { total_hits: 3 } } },
        { ask: ['/api/subscription'], answers: { status: 200, body: { active: true } } },
      ],
      refused: [
        post('/api/search', { q: 'mill', page_size: 0 }, { status: 422 }),
        post('/api/searches', { q: 'mill' }, { status: 404 }),
        post('/api/search', { q: 'mill' }, { status: 404 }, 'small'),
      ],
      round: (client) => client.search({ q: 'mill' }),
      gives: { total_hits: 3 },
    },
  };
}
