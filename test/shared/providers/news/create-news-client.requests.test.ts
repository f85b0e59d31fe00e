import { describe, expect, it } from 'vitest';
import { RefusedError } from '../../../../shared/domain/lib/errors.ts';
import { errorOf } from '../http/client-under-test.ts';
import { scriptedServer } from '../scripted-server.ts';
import { envelopeOf, newsClient } from './news-fixtures.ts';

const request = {
  q: '"Acme Corp" AND (cars OR trucks)',
  lang: ['en', 'fr'],
  theme: ['Business', 'Financial Crime'],
  search_in: 'title,content',
  sources: 'a.example, b.example',
  from_: '2026-11-20T08:00:00.250+02:00',
  is_opinion: false,
  page_size: 1000,
  'custom_tags.industry': ['Cars'],
} as const;

describe('a request', () => {
  it('goes out as JSON: lists as arrays but for those the service wants as text, times in UTC, the end always there', async () => {
    const server = await scriptedServer({ json: envelopeOf([]) });
    await newsClient(server.url).client.search(request);
    expect(server.arrivals[0]?.method).toBe('POST');
    expect(server.arrivals[0]?.url.pathname).toBe('/search');
    expect(server.sent(0)).toEqual({
      ...request,
      theme: 'Business,Financial Crime',
      sources: ['a.example', 'b.example'],
      from_: '2026-11-20T06:00:00',
      to_: '2026-11-21T08:00:00',
    });
  });

  it('goes to the path of its operation', async () => {
    const server = await scriptedServer({ json: { ...envelopeOf([]), sources: [] } });
    const { client } = newsClient(`${server.url}/api`);
    await client.latestHeadlines({ when: '24h' });
    await client.breakingNews({});
    await client.authors({ author_name: 'Jane Doe' });
    await client.searchByLink({ links: 'https://a.example/1' });
    await client.searchSimilar({ q: 'acme' });
    await client.sources({ countries: 'US' });
    await client.aggregationCount({ q: 'acme' });
    await client.subscription();
    expect(server.arrivals.map(({ url }) => url.pathname)).toEqual([
      '/api/latest_headlines',
      '/api/breaking_news',
      '/api/authors',
      '/api/search_by_link',
      '/api/search_similar',
      '/api/sources',
      '/api/aggregation_count',
      '/api/subscription',
    ]);
    expect(server.sent(0)).toEqual({ when: '24h' });
  });
});

describe('a wrong request is not sent', () => {
  it.each([
    ['a name of no parameter', { q: 'acme', langs: 'en' }, 'langs is not one of its parameters'],
    ['no q', {}, 'q is required'],
    ['two wrong names', { lang: 'x', pages: 2 }, /lang: .*; pages .*; q is required/],
    ['an empty q', { q: ' ' }, 'q: must not be empty'],
    ['a value of a wrong type', { q: 'acme', is_opinion: 'no' }, 'is_opinion:'],
    ['a number out of bounds', { q: 'acme', page_size: 1001 }, 'page_size:'],
    ['a value of no list', { q: 'acme', theme: 'Business,Cooking' }, 'theme:'],
    [
      'a source with a scheme',
      { q: 'acme', sources: ['https://a.example'] },
      'sources: must look like example.com',
    ],
    [
      'ranks in the wrong order',
      { q: 'acme', from_rank: 9, to_rank: 1 },
      'from_rank must not be greater than to_rank',
    ],
    ['a page that cannot be reached', { q: 'acme', page: 11, page_size: 1000 }, 'page x page_size'],
  ])('with %s', async (_, wrong: any, says) => {
    const server = await scriptedServer({ json: envelopeOf([]) });
    const { client } = newsClient(server.url);
    const error = await errorOf(client.search(wrong));
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({ refusal: 'request', service: 'news' });
    expect(error.message).toMatch(says);
    expect(server.arrivals).toHaveLength(0);
  });
});
