import { expect } from 'vitest';
import type { NewsClient } from '../../../../../shared/providers/news/create-news-client.ts';
import type { EndpointCase, EndpointCases } from './endpoint-list.ts';

/** Articles of which the cases ask. */
export const ARTICLES = [
  {
    id: 'acme-1',
    title: 'Acme opens a plant in Lyon',
    content: 'Acme opens a plant in Lyon, its chairman said.',
    author: 'Jane Doe',
    authors: ['Jane Doe'],
    link: 'https://news.example/acme-1',
    domain_url: 'news.example',
    language: 'en',
    country: 'FR',
  },
  {
    id: 'acme-2',
    title: 'Acme opens a plant in Lyon, says the chairman',
    content: 'More at https://news.example/acme-1 as was told.',
    links: ['https://news.example/acme-1'],
    all_links: ['https://news.example/acme-1'],
    all_domain_links: ['news.example'],
    link: 'https://paper.example/acme-2',
    domain_url: 'paper.example',
    language: 'en',
    country: 'US',
  },
];

const PAGE = ['status', 'total_hits', 'page', 'total_pages', 'page_size'];
type NewsCase = Omit<EndpointCase<NewsClient>, 'good' | 'refused'> & {
  /** Parameters of the good request and of the refused one: the same by GET and by POST. */
  asks: Record<string, string | number>;
  wrong: Record<string, string | number> | 'key';
};

const CASES: Record<string, NewsCase> = {
  search: {
    asks: { q: 'plant AND lyon' },
    has: [...PAGE, 'articles', 'user_input'],
    wrong: { q: 'plant', page_size: 1001 },
    status: 422,
    round: (client) => client.search({ q: 'plant AND lyon' }),
    gives: { total_hits: 2 },
  },
  latest_headlines: {
    asks: { when: '7d' },
    has: [...PAGE, 'articles'],
    wrong: { when: 'soon' },
    status: 422,
    round: (client) => client.latestHeadlines({ when: '7d' }),
    gives: { total_hits: 2 },
  },
  breaking_news: {
    asks: {},
    has: ['status'],
    wrong: { page: 0 },
    status: 422,
    round: (client) => client.breakingNews({}),
    gives: {},
  },
  authors: {
    asks: { author_name: 'Jane Doe' },
    has: [...PAGE, 'articles'],
    wrong: {},
    status: 499,
    round: (client) => client.authors({ author_name: 'Jane Doe' }),
    gives: { total_hits: 1 },
  },
  search_by_link: {
    asks: { links: 'https://news.example/acme-1' },
    has: [...PAGE, 'articles'],
    wrong: {},
    status: 499,
    round: (client) => client.searchByLink({ links: 'https://paper.example/acme-2' }),
    gives: { total_hits: 1 },
  },
  search_similar: {
    asks: { q: 'plant' },
    has: [...PAGE, 'articles'],
    wrong: { q: 'plant', similar_documents_number: -1 },
    status: 422,
    round: (client) => client.searchSimilar({ q: 'plant' }),
    gives: { total_hits: 2 },
  },
  sources: {
    asks: { lang: 'en' },
    has: ['sources'],
    wrong: { lang: 'klingon' },
    status: 422,
    round: (client) => client.sources({ lang: 'en' }),
    gives: { sources: [expect.anything(), expect.anything()] },
  },
  aggregation_count: {
    asks: { q: 'plant' },
    has: ['aggregations'],
    wrong: { q: 'plant', aggregation_by: 'minute' },
    status: 422,
    round: (client) => client.aggregationCount({ q: 'plant' }),
    gives: {},
  },
  subscription: {
    asks: {},
    has: ['plan'],
    wrong: 'key',
    status: 401,
    round: (client) => client.subscription(),
    gives: { plan: expect.any(String) },
  },
};

/** Each case by GET with a query string and by POST with a JSON body. */
export const NEWS_CASES: EndpointCases<NewsClient> = Object.fromEntries(
  Object.entries(CASES).flatMap(([path, { asks, wrong, ...rest }]) => {
    const query = (parameters: Record<string, string | number>) =>
      `/${path}?${Object.entries(parameters)
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
        .join('&')}`;
    return [
      [`GET /${path}`, { ...rest, good: [query(asks)], refused: wrong === 'key' ? wrong : [query(wrong)] }],
      [
        `POST /${path}`,
        { ...rest, good: [`/${path}`, asks], refused: wrong === 'key' ? wrong : [`/${path}`, wrong] },
      ],
    ] as const;
  }),
);
