import { expect, it, onTestFinished } from 'vitest';
import { groupMatches } from '../../../../infra/cli/stack/group-matches.ts';
import { tryOut } from '../../../../infra/cli/stack/try-out.ts';
import { DAY } from '../../../../shared/domain/time/instant.ts';
import { createNewsClient } from '../../../../shared/providers/news/create-news-client.ts';
import { newsGroupCounter } from '../../../../shared/providers/news/group-counter.ts';
import { newsSource } from '../../../../shared/providers/news/news-source.ts';
import { aFinding, aWatch } from '../../../ports/examples.ts';
import { scriptedServer } from '../../../shared/providers/scripted-server.ts';
import { NOW, openNews } from '../../local/services/news/open-news.ts';

const line = (id: string, domain_url: string, country: string, language = 'en') => ({
  id,
  title: `Acme opens plant ${id}`,
  domain_url,
  country,
  language,
});
const RECORDS = [
  line('1', 'a.example', 'US'),
  line('2', 'a.example', 'US'),
  line('3', 'b.example', 'FR', 'fr'),
  line('4', 'banned.example', 'GB'),
];

const window = { from: NOW - 2 * DAY, to: NOW };
const watch = aWatch({
  query: { q: 'Acme', include_nlp_data: true },
  exclude: { phrases: [], domains: ['banned.example'] },
});
const found = [
  aFinding(1, { outlet: { domain: 'a.example', country: 'US' }, language: 'en' }),
  aFinding(2, { outlet: { domain: 'c.example' }, language: 'en' }),
];

async function clientOf(url: string) {
  const client = createNewsClient({ baseUrl: url, key: 'k' });
  onTestFinished(() => client.close());
  return client;
}

it('has all matches counted by outlet, country and language, without excluded domains', async () => {
  const news = await openNews(RECORDS);
  onTestFinished(() => news.close());
  const client = await clientOf(news.url);
  const source = newsSource(client, { now: () => NOW });
  const tried = await tryOut({ watch, window }, source, newsGroupCounter(client));
  expect(tried.calls).toBe(5);
  expect(tried.groups).toEqual({
    counted: true,
    source: [
      { value: 'a.example', articles: 2 },
      { value: 'b.example', articles: 1 },
    ],
    country: [
      { value: 'US', articles: 2 },
      { value: 'FR', articles: 1 },
    ],
    language: [
      { value: 'en', articles: 2 },
      { value: 'fr', articles: 1 },
    ],
  });
});

const FROM_PAGE = {
  counted: false,
  source: [
    { value: 'a.example', articles: 1 },
    { value: 'c.example', articles: 1 },
  ],
  country: [{ value: 'US', articles: 1 }],
  language: [{ value: 'en', articles: 2 }],
};

it.each([
  ['refuses such counts', { status: 422, json: { message: 'no such value' } }],
  ['has no such counts', { status: 404, json: {} }],
  [
    'counts by time all the same',
    {
      json: {
        status: 'ok',
        total_hits: 2,
        page: 1,
        total_pages: 1,
        page_size: 100,
        aggregations: { aggregation_count: [{ time_frame: '2026-11-20 00:00:00', article_count: 2 }] },
      },
    },
  ],
])('groups the matches of one page where the service %s', async (_, answer) => {
  const server = await scriptedServer(answer);
  const client = await clientOf(server.url);
  const given = { findings: found, count: newsGroupCounter(client) };
  expect(await groupMatches({ watch, window }, given)).toEqual({ groups: FROM_PAGE, calls: 1 });
  expect(server.arrivals).toHaveLength(1);
});

it('reads groups under whatever name the service gives them', async () => {
  const json = (counts: object[]) => ({
    json: {
      status: 'ok',
      total_hits: 3,
      page: 1,
      total_pages: 1,
      page_size: 100,
      aggregations: [{ aggregation_count: counts }],
    },
  });
  const server = await scriptedServer(
    json([
      { domain_url: 'x.example', article_count: 1 },
      { domain_url: 'y.example', article_count: 2 },
    ]),
    json([{ key: 'DE', article_count: 3 }]),
    json([{ lang: 'de', article_count: 3 }]),
  );
  const client = await clientOf(server.url);
  const { groups } = await groupMatches(
    { watch, window },
    { findings: found, count: newsGroupCounter(client) },
  );
  expect(groups).toMatchObject({
    counted: true,
    source: [{ value: 'y.example', articles: 2 }, { value: 'x.example' }],
    country: [{ value: 'DE' }],
    language: [{ value: 'de' }],
  });
});

it('makes no calls for other kinds of watches', async () => {
  expect(await groupMatches({ watch, window }, { findings: found, count: undefined })).toEqual({
    groups: FROM_PAGE,
    calls: 0,
  });
});
