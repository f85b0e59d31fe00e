import { describe, expect, it, onTestFinished } from 'vitest';
import { groupMatches, MOST_PAGES, tryOut } from '../../../../infra/cli/stack/try-out.ts';
import { DAY, HOUR } from '../../../../shared/domain/time/instant.ts';
import { createNewsClient } from '../../../../shared/providers/news/create-news-client.ts';
import { newsGroupCounter } from '../../../../shared/providers/news/name-counter.ts';
import { newsSource } from '../../../../shared/providers/news/kinds.ts';
import type { Source } from '../../../../shared/use-cases/ports/services.ts';
import { aFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { pageOf } from '../../../ports/found-pages.ts';
import { scriptedServer } from '../../../shared/providers/scripted-server.ts';
import { NOW, openNews } from '../../local/services/news/open-news.ts';

const window = { from: NOON - 6 * DAY, to: NOON };
const PAGE = 4;
const raise = [{ to: 'critical', outlets: 6 }] as const;

/**
 * A service that has one story, of which each outlet prints an article an hour before the one after it; the latest
 * come first.
 */
function serviceWith(articles: number): Source & { asked: number[] } {
  const asked: number[] = [];
  return {
    asked,
    fetchPage: async ({ watch, page }) => {
      if (watch.kind === 'volume') return pageOf([], { counts: [], hits: articles });
      asked.push(page);
      const all = Array.from({ length: articles }, (_, n) => {
        const at = NOON - n * HOUR;
        const title = 'Acme recalls four thousand pumps after a fire near Lyon';
        return aFinding(n, { title, publishedAt: at, indexedAt: at, outlet: { domain: `o${n}.example` } });
      });
      const findings = all.slice((page - 1) * PAGE, page * PAGE);
      return pageOf(findings, { hits: articles, pages: Math.ceil(articles / PAGE) });
    },
    count: async () => ({ hits: articles, calls: 1 }),
  };
}

it('reads one page of matches, and up to five where stories climb, none of them twice', async () => {
  const plain = serviceWith(100);
  expect((await tryOut({ watch: aWatch(), window }, plain)).findings).toHaveLength(PAGE);
  const climbing = serviceWith(100);
  const tried = await tryOut({ watch: aWatch({ raise }), window }, climbing);
  expect([plain.asked, climbing.asked]).toEqual([[1], [1, 2, 3, 4, 5]]);
  expect(tried).toMatchObject({ hits: 100, calls: 1 + MOST_PAGES });
  expect(new Set(tried.findings.map(({ fingerprint }) => fingerprint)).size).toBe(MOST_PAGES * PAGE);
  const few = serviceWith(7);
  await tryOut({ watch: aWatch({ raise }), window }, few);
  expect(few.asked).toEqual([1, 2]);
});

describe('group matches', () => {
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
    const groups = {
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
    };
    const tried = await tryOut({ watch, window }, source, newsGroupCounter(client));
    expect(tried).toMatchObject({ calls: 1, groups });
    const counted = { findings: [], count: newsGroupCounter(client) };
    expect(await groupMatches({ watch, window }, counted)).toEqual({ groups, calls: 3 });
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
});
