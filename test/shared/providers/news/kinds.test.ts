import { expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '../../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../../shared/domain/watches/watch.ts';
import { newsSource } from '../../../../shared/providers/news/kinds.ts';
import { aWatch } from '../../../ports/examples.ts';
import { readPage } from '../../../ports/found-pages.ts';
import { type Line, scriptedServer } from '../scripted-server.ts';
import { articleOf, envelopeOf, newsClient } from './news-fixtures.ts';

// What each kind of watch asks of the service, and what it makes of the answer, over a real server.

const NOW = Date.parse('2026-11-21T08:00:00Z');
const window = { from: NOW - 5 * HOUR, to: NOW };

async function sourceOver(...script: Line[]) {
  const server = await scriptedServer(...script);
  const { client, clock } = newsClient(server.url);
  const source = newsSource(client, clock);
  return {
    server,
    ask: (changes: Partial<Watch>, page = 1) =>
      readPage(source.fetchPage({ watch: aWatch(changes), window, page }, { deadline: NOW + 5 * MINUTE })),
    count: (changes: Partial<Watch>) =>
      source.count({ watch: aWatch(changes), window }, { deadline: NOW + 5 * MINUTE }),
  };
}

const PERIOD = { from_: '2026-11-21T03:00:00', to_: '2026-11-21T08:00:00' };
const PARSED = { ...PERIOD, by_parse_date: true, sort_by: 'date' };

it.each([
  ['search', '/search', { q: 'acme' }, PARSED],
  ['authors', '/authors', { author_name: 'Jane Doe' }, PARSED],
  ['similar', '/search_similar', { q: 'acme' }, PARSED],
  ['links', '/search_by_link', { links: ['acme.example'] }, PERIOD],
  ['headlines', '/latest_headlines', { lang: ['en'] }, { when: '6h', by_parse_date: true }],
] as const)('%s asks %s with the parameters that its path takes', async (kind, path, query, own) => {
  const { server, ask } = await sourceOver({ json: envelopeOf([]) });
  await ask({ kind, query }, 3);
  expect(server.arrivals[0]?.url.pathname).toBe(path);
  expect(server.sent(0)).toEqual({ ...query, ...own, page: 3, page_size: 1_000 });
});

it.each([
  ['search', { q: 'acme' }, true, true],
  ['authors', { author_name: 'Jane Doe' }, true, true],
  ['similar', { q: 'acme' }, true, true],
  ['headlines', { include_nlp_data: false }, false, true],
  ['breaking', {}, true, true],
  ['links', { links: ['acme.example'] }, undefined, undefined],
  ['volume', { q: 'acme' }, undefined, undefined],
] as const)(
  '%s asks for the language layer if the plan has it and its path takes it',
  async (kind, query, nlp, translations) => {
    const { server, ask } = await sourceOver({ json: envelopeOf([]) }, { json: envelopeOf([]) });
    await ask({ kind, query, withNlp: true });
    const { include_nlp_data, include_translation_fields } = server.sent(0);
    expect([include_nlp_data, include_translation_fields]).toEqual([nlp, translations]);
    await ask({ kind, query });
    expect(server.sent(1)).not.toHaveProperty('include_translation_fields');
  },
);

it('a count asks the same and reads one article', async () => {
  const { server, count } = await sourceOver({ json: envelopeOf([], { total_hits: 77 }) });
  expect(await count({})).toEqual({ hits: 77, calls: 1 });
  expect(server.sent(0)).toEqual({ q: 'acme', ...PARSED, page: 1, page_size: 1 });
});

it('headlines reach back to the start of the window by the hour, and by the day where it is long ago', async () => {
  const server = await scriptedServer({ json: envelopeOf([]) });
  const { client, clock } = newsClient(server.url);
  const source = newsSource(client, clock);
  const watch = aWatch({ kind: 'headlines', query: {} });
  for (const from of [
    NOW - MINUTE,
    NOW - 59 * MINUTE,
    NOW - HOUR,
    NOW - 71 * HOUR,
    NOW - 5 * DAY,
    NOW - 30 * DAY,
  ]) {
    await source.fetchPage({ watch, window: { from, to: NOW }, page: 1 }, { deadline: NOW + DAY });
  }
  const asked = server.arrivals.map((_, n) => server.sent(n).when);
  expect(asked).toEqual(['1h', '1h', '2h', '72h', '6d', '31d']);
});

it('domains that are excluded are left out by the service where its path can, and silenced where it cannot', async () => {
  const exclude = { domains: ['spam.example'], phrases: [] };
  const articles = [
    articleOf('a', { domain_url: 'news.spam.example' }),
    articleOf('b', { domain_url: 'notspam.example' }),
  ];
  for (const kind of ['search', 'headlines', 'similar'] as const) {
    const { server, ask } = await sourceOver({ json: envelopeOf([]) });
    await ask({ kind, query: kind === 'headlines' ? {} : { q: 'acme' }, exclude });
    expect(server.sent(0).not_sources).toEqual(['spam.example']);
  }
  const { server, ask } = await sourceOver({ json: envelopeOf(articles) });
  const { findings } = await ask({ kind: 'links', query: { links: ['acme.example'] }, exclude });
  expect(server.sent(0)).not.toHaveProperty('not_sources');
  expect(findings.map(({ excludedBy }) => excludedBy)).toEqual(['spam.example', undefined]);
});

it('an article found by its links lies where it was published, or else at the end of the window', async () => {
  const articles = [
    articleOf('a', { published_date: '2026-11-21 04:00:00' }),
    articleOf('b', { published_date: '2026-11-20' }),
    articleOf('c'),
  ];
  const { ask } = await sourceOver({ json: envelopeOf(articles) });
  const { findings } = await ask({ kind: 'links', query: { links: ['acme.example'] } });
  expect(findings.map(({ indexedAt }) => indexedAt)).toEqual([
    Date.parse('2026-11-21T04:00:00Z'),
    Date.parse('2026-11-20T00:00:00Z'),
    NOW - SECOND,
  ]);
});

it('breaking news gives the articles of every event, seen when the run ended, however old they are', async () => {
  const breaking_news_events = [
    {
      event_id: 'e1',
      articles_count: 60,
      articles: [articleOf('a', { published_date: '2026-11-20 09:00:00' }), articleOf('b')],
    },
    { event_id: 'e2', articles_count: 2, articles: [articleOf('c'), { title: 'no id' }] },
    { articles: [articleOf('lost')] },
  ];
  const { server, ask } = await sourceOver({
    json: { status: 'ok', total_hits: 2, page: 1, total_pages: 1, page_size: 100, breaking_news_events },
  });
  const page = await ask({ kind: 'breaking', query: { theme: ['Business'] }, keep: 'full' });
  expect(server.sent(0)).toEqual({ theme: 'Business', top_n_articles: 10, page: 1, page_size: 100 });
  expect(page).toMatchObject({ refused: 2, pages: 1, capped: false, calls: 1 });
  expect(page.findings.map(({ fingerprint, indexedAt }) => [fingerprint, indexedAt])).toEqual([
    ['a', NOW - SECOND],
    ['b', NOW - SECOND],
    ['c', NOW - SECOND],
  ]);
  expect(page.findings[0]?.publishedAt).toBe(Date.parse('2026-11-20T09:00:00Z'));
  expect([...page.sources.keys()]).toEqual(['a', 'b', 'c']);
});

it('breaking news never asks for more articles than one answer can hold', async () => {
  const { server, ask } = await sourceOver({
    json: { status: 'ok', total_hits: 0, breaking_news_events: [] },
  });
  await ask({ kind: 'breaking', query: { top_n_articles: 100 } });
  expect(server.sent(0)).toMatchObject({ top_n_articles: 100, page_size: 10 });
});

it('volume counts by the hour unless the watch says otherwise, without a cap', async () => {
  const aggregations = {
    aggregation_count: [
      { time_frame: '2026-11-21 03:00:00', article_count: 4 },
      { time_frame: '2026-11-21 04:00:00', article_count: 12_000 },
      { language: 'en', article_count: 9 },
    ],
  };
  const answer = { status: 'ok', total_hits: 12_004, aggregations };
  const { server, ask } = await sourceOver(
    { json: answer },
    { json: { ...answer, aggregations: [aggregations] } },
  );
  const page = await ask({ kind: 'volume', query: { q: 'acme' } });
  expect(server.sent(0)).toEqual({ q: 'acme', aggregation_by: 'hour', ...PERIOD, by_parse_date: true });
  expect(page).toMatchObject({ findings: [], hits: 12_004, pages: 1, capped: false });
  expect(page.counts).toEqual([
    { from: Date.parse('2026-11-21T03:00:00Z'), count: 4 },
    { from: Date.parse('2026-11-21T04:00:00Z'), count: 12_000 },
  ]);
  const byDay = await ask({ kind: 'volume', query: { q: 'acme', aggregation_by: 'day' } });
  expect(byDay.counts).toEqual(page.counts);
  expect(server.sent(1).aggregation_by).toBe('day');
});
