import { describe, expect, it, onTestFinished } from 'vitest';
import { HOUR, MINUTE, type Window, wireTimeOf } from '../../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../../shared/domain/watches/watch.ts';
import { newsSource } from '../../../../shared/providers/news/kinds.ts';
import { NOW, openNews } from '../../../infra/local/services/news/open-news.ts';
import { aWatch } from '../../../ports/examples.ts';
import { reset, scriptedServer, type Line } from '../scripted-server.ts';
import { articleOf, envelopeOf, newsClient, NOTHING } from './news-fixtures.ts';
import { readPage } from '../../../ports/found-pages.ts';

const HOURS = { from: NOW - 5 * HOUR, to: NOW };

/** The source over any server, with a watch for `acme` unless it is changed. */
function sourceOver(url: string, key = 'k') {
  const { client, clock } = newsClient(url, { key });
  const source = newsSource(client, clock);
  const limits = { deadline: NOW + 5 * MINUTE };
  return {
    clock,
    page: (changes: Partial<Watch> = {}, { window = HOURS, page = 1 } = {}) =>
      readPage(source.fetchPage({ watch: aWatch(changes), window, page }, limits)),
    count: (window: Window = HOURS) => source.count({ watch: aWatch(), window }, limits),
  };
}

async function overService(records: Record<string, unknown>[]) {
  const news = await openNews(records);
  onTestFinished(() => news.close());
  return sourceOver(news.url);
}

async function overScript(...script: Line[]) {
  const server = await scriptedServer(...script);
  return { server, ...sourceOver(server.url) };
}

/** An article that the service parsed so many minutes ago, and that was printed a day before. */
const parsed = (minutes: number, more: object = {}) => ({
  id: `at-${minutes}`,
  title: 'Acme opens a plant',
  published_date: wireTimeOf(NOW - 24 * HOUR),
  parse_date: wireTimeOf(NOW - minutes * MINUTE),
  ...more,
});
const ids = ({ findings }: { findings: readonly { fingerprint: string }[] }) =>
  findings.map(({ fingerprint }) => fingerprint);

describe('over the local news service', () => {
  it('pages of one window give every article once', async () => {
    const records = Array.from({ length: 2_300 }, (_, n) => parsed(n % 240, { id: `article-${n}` }));
    const source = await overService(records);
    const pages = [
      await source.page({}, { page: 1 }),
      await source.page({}, { page: 2 }),
      await source.page({}, { page: 3 }),
    ];
    expect(pages.map(({ findings }) => findings.length)).toEqual([1_000, 1_000, 300]);
    for (const page of pages) expect(page).toMatchObject({ pages: 3, hits: 2_300 });
    expect(new Set(pages.flatMap(ids)).size).toBe(2_300);
    expect(await source.count()).toEqual({ hits: 2_300, calls: 1 });
  });

  it('excluded domains are left out with their subdomains, beside those of the query', async () => {
    const from = (domain_url: string, n: number) => parsed(n, { id: domain_url, domain_url });
    const domains = ['good.example', 'spam.example', 'news.spam.example', 'dull.example', 'notspam.example'];
    const source = await overService(domains.map(from));
    const exclude = { domains: ['spam.example'], phrases: [] };
    expect(ids(await source.page({ exclude })).toSorted()).toEqual([
      'dull.example',
      'good.example',
      'notspam.example',
    ]);
    const query = { q: 'acme', not_sources: ['dull.example'] };
    expect(ids(await source.page({ exclude, query })).toSorted()).toEqual([
      'good.example',
      'notspam.example',
    ]);
  });
});

describe('over a scripted service', () => {
  it('what the watch asks for never moves the window or the page', async () => {
    const { server, page } = await overScript({ json: NOTHING });
    const query = {
      q: 'acme',
      from_: '7 days ago',
      to_: 'now',
      page: 9,
      page_size: 5,
      sort_by: 'rank',
      by_parse_date: false,
    };
    await page({ query }, { page: 2 });
    expect(server.sent(0)).toEqual({
      q: 'acme',
      from_: wireTimeOf(HOURS.from),
      to_: wireTimeOf(HOURS.to),
      by_parse_date: true,
      sort_by: 'date',
      page: 2,
      page_size: 1_000,
    });
  });

  it('says when the service counts no further, and asks for no page behind its cap', async () => {
    const full = (total_hits: number, total_pages: number) => ({
      json: envelopeOf([articleOf('a')], { total_hits, total_pages, page_size: 1_000 }),
    });
    const { page } = await overScript(full(10_000, 10), full(9_999, 10), full(12_345, 13));
    expect(await page()).toMatchObject({ hits: 10_000, pages: 10, capped: true });
    expect(await page()).toMatchObject({ hits: 9_999, pages: 10, capped: false });
    expect(await page()).toMatchObject({ pages: 10, capped: true });
  });

  it('has the JSON of each article whole, without embeddings', async () => {
    const article = articleOf('a', {
      content: 'Acme 東京',
      unheard_of: { x: [1, null] },
      nlp: { theme: 'Tech', new_embedding: [0.1] },
    });
    const { page } = await overScript({ json: envelopeOf([article]) });
    expect((await page()).sources.get('a')).toEqual({ ...article, nlp: { theme: 'Tech' } });
  });

  it('counts every request that was sent, and gives the id of the last', async () => {
    const ok = { json: envelopeOf([articleOf('a')]), headers: { 'x-request-id': 'r-3' } };
    const { page } = await overScript(
      { status: 503, headers: { 'x-request-id': 'r-1' }, body: '' },
      reset,
      ok,
    );
    expect(await page()).toMatchObject({ calls: 3, correlationId: 'r-3' });
  });
});
