import { expect, it, onTestFinished } from 'vitest';
import { findArticle } from '../../../infra/cli/stack/find-article.ts';
import { createNewsClient } from '../../../shared/providers/news/create-news-client.ts';
import { aWatch } from '../../ports/examples.ts';
import { NOW, openNews } from '../local/services/news/open-news.ts';

const RECORDS = [
  {
    id: 'pumps',
    title: 'Acme Corp recalls pumps',
    content: 'Acme Corp recalls 4,000 pumps.',
    link: 'https://www.news.example/pumps?id=1',
    parse_date: '2026-11-21 07:05:00',
    rank: 999_999,
  },
  {
    id: 'other',
    title: 'Acme Corp recalls pumps',
    content: 'It links to https://www.news.example/pumps?id=1',
    rank: 5,
  },
];

async function find(address: string) {
  const news = await openNews(RECORDS);
  const client = createNewsClient({ baseUrl: news.url, key: async () => 'k' });
  onTestFinished(async () => {
    await client.close();
    await news.close();
  });
  return findArticle(address, { client, now: NOW });
}

it('finds the article of an address, unranked ones too, with the time at which the service parsed it', async () => {
  for (const address of ['https://www.news.example/pumps?id=1', 'https://www.news.example/pumps?id=1#top']) {
    expect(await find(address)).toMatchObject({
      title: 'Acme Corp recalls pumps',
      publishedAt: Date.parse('2026-11-21T07:00:00Z'),
      indexedAt: Date.parse('2026-11-21T07:05:00Z'),
    });
  }
});

it('shows it as a watch would find it, and whether the words of its query are there', async () => {
  const found = await find('https://www.news.example/pumps?id=1');
  const seen = found!.asFoundBy(aWatch({ query: { q: 'recalls AND pumps' } }));
  expect(seen).toMatchObject({ matches: true, finding: { matched: ['recalls', 'pumps'] } });
  expect(found!.asFoundBy(aWatch({ query: { q: 'recalls AND fire' } })).matches).toBe(false);
});

it('finds nothing for an address that no article has, though one may mention it', async () => {
  expect(await find('https://www.news.example/elsewhere')).toBeUndefined();
});
