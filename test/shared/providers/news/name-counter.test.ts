import { expect, it, onTestFinished } from 'vitest';
import { HOUR, MINUTE, wireTimeOf } from '../../../../shared/domain/time/instant.ts';
import { newsNameCounter } from '../../../../shared/providers/news/name-counter.ts';
import { NOW, openNews } from '../../../infra/local/services/news/open-news.ts';
import { newsClient } from './news-fixtures.ts';

const WINDOW = { from: NOW - 48 * HOUR, to: NOW };
const LIMITS = { deadline: NOW + 5 * MINUTE };

async function counterOver(titles: readonly string[], { key = 'k', rank = 100 } = {}) {
  const records = titles.map((title, n) => ({
    id: `a${n}`,
    title,
    rank,
    published_date: wireTimeOf(NOW - (n + 1) * HOUR),
    parse_date: wireTimeOf(NOW - HOUR),
  }));
  const news = await openNews(records);
  onTestFinished(() => news.close());
  return newsNameCounter(newsClient(news.url, { key }).client);
}

it('counts articles that hold any of the names and none of the exclusions, with one call', async () => {
  const counter = await counterOver([
    'Acme Corp opens',
    'ACME buys Globex',
    'Acme comics are back',
    'Globex alone',
  ]);
  const acme = { names: ['Acme Corp', 'Acme'], exclude: ['acme comics'] };
  expect(await counter.count(acme, WINDOW, LIMITS)).toEqual({ articles: 2, calls: 1 });
  expect(await counter.count({ names: ['Globex'], exclude: [] }, WINDOW, LIMITS)).toEqual({
    articles: 2,
    calls: 1,
  });
  expect(await counter.count({ names: ['Initech "Ltd"'], exclude: [] }, WINDOW, LIMITS)).toMatchObject({
    articles: 0,
  });
});

it('counts by the time of publication', async () => {
  const counter = await counterOver(Array.from({ length: 5 }, () => 'Acme'));
  const window = { from: NOW - 3 * HOUR, to: NOW };
  expect((await counter.count({ names: ['Acme'], exclude: [] }, window, LIMITS)).articles).toBeLessThan(5);
});
