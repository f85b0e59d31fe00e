import { expect } from 'vitest';
import { ARTICLE_FIELDS } from '../../../../../shared/domain/services/event-values.ts';
import type { EventsClient } from '../../../../../shared/providers/events/create-events-client.ts';
import type { RowAsk, RowCases } from './endpoint-list.ts';

const DATES = { extraction_date: '2026-11-20 10:00:00', event_date: '2026-11-19' };

/** Events of a corpus, and the articles of one of them. */
export const ROW_LINES = [
  {
    id: 'breach',
    event_type: 'data_breach',
    global_event_type: 'CyberRisk',
    associated_article_ids: ['a1', 'a2', 'a1'],
    ...DATES,
    company_name: null,
    data_breach: { summary: 'Data was lost', title: 'Lost' },
  },
  {
    id: 'tariff',
    event_type: 'tariffs_v2',
    ...DATES,
    company_name: null,
    tariffs_v2: { summary: 'A tariff', measure_type: 'new tariff' },
  },
  {
    id: 'a1',
    title: 'Acme lost data',
    published_date: '2026-11-20 09:00:00',
    parse_date: '2026-11-20 09:30:00',
  },
  {
    id: 'a2',
    title: 'Hackers took data of Acme',
    published_date: '2026-11-20 09:00:00',
    parse_date: '2026-11-20 09:30:00',
    link: 'https://news.example/a2',
    media: 'https://news.example/a2.png',
    authors: ['Ann'],
    domain_url: 'news.example',
    content: 'Hackers took data of Acme.',
    language: 'en',
  },
];

const search = (body: object, answers: RowAsk['answers']): RowAsk => ({
  ask: ['/api/events_search', body],
  answers,
});
const attached = { event_type: 'data_breach', attach_articles_data: true } as const;

export function eventsRows(): RowCases<EventsClient> {
  return {
    'attached articles have their four fields and what is asked for': {
      good: [
        search(attached, {
          status: 200,
          body: {
            articles: [
              { id: 'a1', title: 'Acme lost data', link: expect.stringContaining('a1'), media: '' },
              {
                id: 'a2',
                title: 'Hackers took data of Acme',
                link: 'https://news.example/a2',
                media: 'https://news.example/a2.png',
              },
            ],
          },
        }),
        search(
          { ...attached, additional_article_fields: ARTICLE_FIELDS },
          {
            status: 200,
            body: {
              articles: [
                {
                  description: '',
                  content: '',
                  published_date: '2026-11-20 09:00:00',
                  published_date_precision: 'full',
                  author: '',
                  authors: [],
                  journalists: [],
                  language: '',
                  twitter_account: '',
                  rank: 999_999,
                  word_count: 0,
                  is_headline: false,
                  paid_content: false,
                  is_opinion: false,
                  all_links: [],
                  all_domain_links: [],
                  nlp: { theme: [], summary: '', ner_PER: [], ner_ORG: [], ner_LOC: [], ner_MISC: [] },
                },
                {
                  author: 'Ann',
                  name_source: 'news.example',
                  rights: 'news.example',
                  full_domain_url: 'news.example',
                  word_count: 5,
                  extraction_data: { parent_url: expect.stringContaining('news.example') },
                  nlp: {
                    theme: expect.any(Array),
                    summary: expect.any(String),
                    sentiment: { title: expect.any(Number), content: expect.any(Number) },
                    ner_ORG: expect.any(Array),
                  },
                },
              ],
            },
          },
        ),
      ],
      refused: [search({ ...attached, additional_article_fields: ['colour'] }, { status: 422 })],
      round: async (client) =>
        (await client.searchEvents({ ...attached, additional_article_fields: ['author', 'nlp.theme'] }))
          .events,
      gives: [{ id: 'breach' }],
    },
    'an event is answered as its source gives it': {
      good: [
        search(
          { event_type: 'data_breach' },
          {
            status: 200,
            body: {
              events: [
                expect.objectContaining({
                  associated_article_ids: ['a1', 'a2'],
                  global_event_type: 'CyberRisk',
                }),
              ],
            },
          },
        ),
        search(
          { event_type: 'data_breach' },
          { status: 200, body: { events: [expect.not.objectContaining({ company_name: null })] } },
        ),
        search(
          { event_type: 'tariffs_v2' },
          {
            status: 200,
            body: {
              events: [
                {
                  global_event_type: 'TradePolicy',
                  company_name: null,
                  tariffs_v2: {
                    summary: 'A tariff',
                    targeted_country_names: [],
                    targeted_country_codes: [],
                    affected_industries: [],
                    hs_product_categories: [],
                    main_tariff_rate: null,
                  },
                },
              ],
            },
          },
        ),
      ],
      refused: [search({ event_type: 'tariffs' }, { status: 422 })],
      round: (client) => client.searchEvents({ event_type: 'tariffs_v2' }),
      gives: { count: 1, events: [{ id: 'tariff', raw: { event_type: 'tariffs_v2' } }] },
    },
  };
}
