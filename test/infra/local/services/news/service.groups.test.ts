import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR } from '../../../../../shared/domain/time/instant.ts';
import { openNews, type OpenNews } from './open-news.ts';

const words = (seed: string) => Array.from({ length: 80 }, (_, at) => `${seed}${(at * 37) % 101}`).join(' ');
const BREACH = 'Acme Corp confirms data breach, 40,000 customer records stolen';

const RECORDS = [
  { id: 'wire', title: BREACH, content: words('breach'), rank: 100, published_date: '2026-11-21 01:00:00' },
  {
    id: 'copy',
    title: `UPDATE 1-${BREACH}`,
    content: words('breach'),
    rank: 5,
    published_date: '2026-11-21 02:00:00',
  },
  {
    id: 'edited',
    title: 'Acme Corp: customer records stolen in data breach',
    content: `${words('breach')} more`,
    rank: 50,
    published_date: '2026-11-21 03:00:00',
  },
  {
    id: 'own',
    title: 'Data breach at Acme Corp: customer records for sale',
    content: words('own'),
    rank: 60,
    published_date: '2026-11-21 04:00:00',
  },
  {
    id: 'rain',
    title: 'Acme stadium flooded by heavy rain',
    content: words('rain'),
    rank: 70,
    published_date: '2026-11-21 05:00:00',
  },
  {
    id: 'rain2',
    title: 'Heavy rain floods Acme stadium',
    content: words('wet'),
    rank: 80,
    published_date: '2026-11-21 06:00:00',
  },
  {
    id: 'old',
    title: 'Acme opens museum',
    content: words('museum'),
    rank: 90,
    published_date: '2026-11-18 06:00:00',
  },
  { id: 'next', title: BREACH, content: words('breach'), rank: 1, published_date: '2026-11-21 09:00:00' },
];

let news: OpenNews;
beforeAll(async () => {
  news = await openNews(RECORDS);
});
afterAll(() => news.close());

describe('duplicates', () => {
  const kept = async (sent: Record<string, unknown>) => {
    const { body } = await news.post('search', { q: 'Acme', exclude_duplicates: true, ...sent });
    return {
      total: body.total_hits,
      kept: body.articles.map((article: any) => [article.id, article.duplicate_count]),
      group: body.articles.find((article: any) => ['wire', 'copy', 'next'].includes(article.id))
        ?.duplicate_articles_group_id,
    };
  };

  it('are dropped, the best of them stays with their number; groups keep their ids', async () => {
    const byRank = await kept({ sort_by: 'rank' });
    expect(byRank.kept).toEqual([
      ['copy', 2],
      ['own', 0],
      ['rain', 0],
      ['rain2', 0],
      ['old', 0],
    ]);
    expect(byRank.total).toBe(5);
    const byDate = await kept({ sort_by: 'date', to_: '2026-11-21T01:30:00' });
    expect(byDate.kept).toEqual([
      ['wire', 0],
      ['old', 0],
    ]);
    expect(byDate.group).toBe(byRank.group);
    news.clock.advance(2 * HOUR);
    const later = await kept({ sort_by: 'rank' });
    expect(later.kept[0]).toEqual(['next', 3]);
    expect(later.group).toBe(byRank.group);
    news.clock.advance(-2 * HOUR);
  });
});

describe('clusters', () => {
  const clusters = async (sent: Record<string, unknown>, path = 'search') => {
    const { body } = await news.post(path, {
      ...(path === 'search' && { q: 'Acme' }),
      clustering_enabled: true,
      sort_by: 'date',
      ...sent,
    });
    expect(body).not.toHaveProperty('articles');
    expect(body.clusters_count).toBe(body.clusters.length);
    return body.clusters.map((cluster: any) => {
      expect(cluster.cluster_size).toBe(cluster.articles.length);
      return cluster.articles.map(({ id }: { id: string }) => id).join(' ');
    });
  };

  it('group the articles of a page, tighter with a higher threshold', async () => {
    expect(await clusters({})).toEqual(['rain2 rain', 'own edited copy wire', 'old']);
    expect(await clusters({ clustering_threshold: 0.95 })).toEqual([
      'rain2 rain',
      'own',
      'edited copy wire',
      'old',
    ]);
    expect(await clusters({}, 'latest_headlines')).toHaveLength(3);
    expect(await clusters({ page_size: 1 })).toEqual(['rain2']);
  });
});

describe('breaking news', () => {
  it('are the stories that most outlets tell in a day, largest first', async () => {
    const { body } = await news.post('breaking_news', { top_n_articles: 3, sort_by: 'rank', page_size: 10 });
    expect(body).toMatchObject({ status: 'ok', total_hits: 2, page_size: 10 });
    const events = body.breaking_news_events.map((event: any) => [
      event.articles_count,
      event.articles.map(({ id }: { id: string }) => id).join(' '),
    ]);
    expect(events).toEqual([
      [4, 'copy edited own'],
      [2, 'rain rain2'],
    ]);
    const [article] = body.breaking_news_events[0].articles;
    expect(article.title).toContain('Acme Corp');
    for (const key of ['robots_compliant', 'custom_tags']) expect(article).not.toHaveProperty(key);
    const again = await news.post('breaking_news', {});
    expect(again.body.breaking_news_events[0].event_id).toBe(body.breaking_news_events[0].event_id);
    expect(again.body.breaking_news_events[0].articles).toHaveLength(1);
  });
});

describe('similar documents', () => {
  it('come with each article when asked for, the most alike first', async () => {
    const ask = async (sent: Record<string, unknown>) => {
      const { body } = await news.post('search_similar', { q: '"UPDATE 1"', ...sent });
      return body.articles[0];
    };
    expect(await ask({})).not.toHaveProperty('similar_documents');
    const { similar_documents: similar } = await ask({ include_similar_documents: true });
    expect(similar.map(({ id }: { id: string }) => id)).toEqual(['wire', 'edited', 'own']);
    expect(similar[0]).toEqual({
      id: 'wire',
      score: expect.any(Number),
      title: BREACH,
      link: 'https://unknown.example/articles/wire',
    });
    const byText = await ask({ include_similar_documents: true, similar_documents_fields: 'content' });
    expect(byText.similar_documents[0].score).toBeGreaterThan(0.9);
    const { body } = await news.post('search_similar', { q: 'museum', include_similar_documents: true });
    expect(body.articles[0].similar_documents).toEqual([]);
  });
});
