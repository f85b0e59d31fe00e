import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openNews, type OpenNews } from './open-news.ts';

const RECORDS: Record<string, unknown>[] = [
  {
    id: 'whole',
    title: 'Acme, Acme and Acme',
    content: 'Read https://acme.example/a, please.',
    link: 'https://www.herald.example/a',
    domain_url: 'herald.example',
    full_domain_url: 'www.herald.example',
    name_source: 'Harbor Herald',
    rank: 50,
    published_date: '2026-11-20 10:00:00',
    parse_date: '2026-11-20T10:05:00.250Z',
    authors: 'Jane Doe',
    journalists: null,
    language: 'en',
    country: 'US',
    all_links_data: [{ domain_url: 'x', link: 'https://acme.example/a', text: 'statement' }],
    updated_date: '2026-11-20T12:00:00Z',
    own_key: 'kept',
    _label: 'hidden',
  },
  { id: undefined, title: 'Acme bare', published_date: '2026-11-20 11:00:00', rank: 10 },
  {
    id: 'third',
    title: 'Acme once',
    content: 'Acme once more.',
    published_date: '2026-11-20 09:00:00',
    rank: 20,
    title_translated_en: 'Acme one time',
    language: 'fr',
  },
];

let news: OpenNews;
beforeAll(async () => {
  news = await openNews(RECORDS);
});
afterAll(() => news.close());

const order = async (sent: Record<string, unknown>) => {
  const { body } = await news.post('search', { q: 'Acme', ...sent });
  return body.articles.map(({ title }: { title: string }) => title.split(' ').at(-1));
};

describe('an answer of articles', () => {
  it('has the envelope with the parameters as they were taken', async () => {
    const { body, headers } = await news.post('search', {
      q: 'Acme',
      lang: 'fr,en',
      theme: undefined,
      to_: 'now',
    });
    expect(body).toMatchObject({ status: 'ok', total_hits: 2, page: 1, total_pages: 1, page_size: 100 });
    expect(body.user_input).toMatchObject({
      q: 'Acme',
      search_in: ['title_content'],
      lang: ['fr', 'en'],
      from_: '2026-11-14T08:00:00.000000',
      to_: '2026-11-21T08:00:00.000000',
      ranked_only: true,
      page: 1,
      page_size: 100,
    });
    expect(headers.get('correlation-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(Number(headers.get('x-process-time'))).toBeGreaterThanOrEqual(0);
  });

  it('echoes themes in an array of their own and `when` as a time', async () => {
    const { body } = await news.post('latest_headlines', { when: '2d', theme: 'Tech' });
    expect(body.user_input).toMatchObject({ theme: [['Tech']], when: '2026-11-19T08:00:00.000000' });
  });

  it.each([
    ['search', { q: 'Nowhere' }],
    ['authors', { author_name: 'Nobody' }],
    ['latest_headlines', { lang: 'ja' }],
    ['search_by_link', { ids: 'none' }],
    ['search_similar', { q: 'Nowhere', page: 3 }],
  ])('of %s that found nothing has failed, page 1 of 0', async (path, sent) => {
    const { status, body } = await news.post(path, sent);
    expect(status).toBe(200);
    expect(body).toMatchObject({ total_hits: 0, page: 1, total_pages: 0, page_size: 100, articles: [] });
    expect(body.status).not.toBe('ok');
  });

  it('says of a date without a time that it is a date', async () => {
    const dated = await openNews([
      { id: 'day', title: 'Acme by day', published_date: '2026-11-20' },
      { id: 'time', title: 'Acme by time', published_date: '2026-11-20 00:00:00' },
    ]);
    const { body } = await dated.post('search', { q: 'Acme', published_date_precision: 'date' });
    expect(body.articles).toMatchObject([{ id: 'day', published_date_precision: 'date' }]);
    await dated.close();
  });

  it('holds whole articles: lists as lists, dates in one form, labels and extras left out', async () => {
    const { body } = await news.post('search', { q: 'Acme', sort_by: 'rank' });
    const article = body.articles.at(-1);
    expect(article).toMatchObject({
      id: 'whole',
      score: expect.any(Number),
      title: 'Acme, Acme and Acme',
      author: 'Jane Doe',
      authors: ['Jane Doe'],
      journalists: [],
      published_date: '2026-11-20 10:00:00',
      published_date_precision: 'full',
      updated_date: '2026-11-20 12:00:00',
      updated_date_precision: null,
      link: 'https://www.herald.example/a',
      parent_url: 'https://herald.example',
      rights: 'herald.example',
      is_headline: false,
      is_opinion: false,
      paid_content: false,
      all_links: ['https://acme.example/a'],
      all_domain_links: ['acme.example'],
      word_count: 6,
      robots_compliant: true,
      custom_tags: {},
      own_key: 'kept',
    });
    for (const key of [
      '_label',
      'parse_date',
      'nlp',
      'all_links_data',
      'additional_domain_info',
      'title_translated_en',
    ]) {
      expect(article).not.toHaveProperty(key);
    }
  });

  it('fills what every article has where the corpus leaves it out', async () => {
    const { body } = await news.post('search', { q: 'bare' });
    const [article] = body.articles;
    expect(article.id).toMatch(/^[0-9a-f]{32}$/);
    expect(article.link).toBe(`https://unknown.example/articles/${article.id}`);
    expect(article).toMatchObject({
      domain_url: 'unknown.example',
      rank: 10,
      word_count: 0,
    });
    expect(Object.keys(article)).not.toEqual(expect.arrayContaining(['content']));
    expect(Object.keys(article)).not.toEqual(expect.arrayContaining(['country']));
  });

  it('adds what is asked for', async () => {
    const { body } = await news.post('search', {
      q: 'Acme',
      sort_by: 'rank',
      by_parse_date: true,
      include_translation_fields: true,
      additional_domain_info: true,
      all_links_text: 'statement',
    });
    expect(body.articles).toHaveLength(1);
    expect(body.articles[0]).toMatchObject({
      parse_date: '2026-11-20 10:05:00',
      title_translated_en: null,
      content_translated_en: null,
      additional_domain_info: {
        is_news_domain: true,
        news_domain_type: 'Original Content',
        news_type: 'General News Outlets',
      },
      all_links_data: [{ domain_url: 'acme.example', link: 'https://acme.example/a', text: 'statement' }],
    });
    const french = await news.post('search', { q: 'once', include_translation_fields: true });
    expect(french.body.articles[0].title_translated_en).toBe('Acme one time');
  });

  it('is sorted by date or rank', async () => {
    expect(await order({ sort_by: 'date' })).toEqual(['bare', 'Acme', 'once']);
    expect(await order({ sort_by: 'rank' })).toEqual(['bare', 'once', 'Acme']);
  });

  it('has the same scores in every order', async () => {
    const scores = async (sort: string) => {
      const { body } = await news.post('search', { q: 'Acme', sort_by: sort });
      return Object.fromEntries(body.articles.map(({ title, score }: any) => [title, score]));
    };
    const byRelevancy = await scores('relevancy');
    expect(await scores('date')).toEqual(byRelevancy);
    for (const score of Object.values(byRelevancy)) expect(score).toBeGreaterThan(0);
  });
});

describe('pages', () => {
  let many: OpenNews;
  beforeAll(async () => {
    many = await openNews(
      Array.from({ length: 10_050 }, (_, at) => ({
        title: `Acme ${at % 7 === 0 ? 'Acme' : 'item'} ${at}`,
        published_date: `2026-11-20 0${at % 10}:00:00`,
        rank: 1 + (at % 90),
      })),
    );
  });
  afterAll(() => many.close());

  it('by relevancy begin with what matches best', async () => {
    const { body } = await many.post('search', { q: 'Acme item', page_size: 3 });
    expect(body.total_hits).toBe(8_614);
    const twice = await many.post('search', { q: 'Acme', page_size: 1000 });
    const titles: string[] = twice.body.articles.map(({ title }: { title: string }) => title);
    expect(titles.filter((title) => !title.startsWith('Acme Acme'))).toEqual([]);
    const scores: number[] = twice.body.articles.map(({ score }: { score: number }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it.each(['relevancy', 'date', 'rank'])('by %s hold every article once', async (sort_by) => {
    const seen = new Set<string>();
    for (let page = 1; page <= 5; page += 1) {
      const { body } = await many.post('search', { q: 'Acme', sort_by, page, page_size: 1000, to_rank: 40 });
      expect(body).toMatchObject({ status: 'ok', page, total_pages: 5 });
      for (const { id } of body.articles) seen.add(id);
      expect(body.articles.length).toBe(Math.min(1000, body.total_hits - (page - 1) * 1000));
    }
    const { body } = await many.post('search', { q: 'Acme', sort_by, page: 6, page_size: 1000, to_rank: 40 });
    expect(seen.size).toBe(body.total_hits);
    expect(body).toMatchObject({ status: 'ok', page: 6, articles: [] });
  });

  it('end at 10,000, the last one cut', async () => {
    const { body } = await many.post('search', { q: 'Acme', page: 11, page_size: 999 });
    expect(body).toMatchObject({ total_hits: 10_000, total_pages: 11 });
    expect(body.articles).toHaveLength(10);
    const beyond = await many.post('search', { q: 'Acme', page: 11, page_size: 1000 });
    expect(beyond.status).toBe(422);
  });

  it('have no bound where articles are only counted', async () => {
    const { body } = await many.post('aggregation_count', {
      q: 'Acme',
      from_: '2026-11-20',
      to_: '2026-11-21',
    });
    expect(body.total_hits).toBe(10_050);
    expect(body.aggregations.aggregation_count).toEqual([
      { time_frame: '2026-11-20 00:00:00', article_count: 10_050 },
      { time_frame: '2026-11-21 00:00:00', article_count: 0 },
    ]);
  });

  it('are compressed for a caller that takes it', async () => {
    const { body, headers } = await many.post('search', { q: 'Acme', page_size: 1000 });
    expect(headers.get('content-encoding')).toBe('gzip');
    expect(body.articles).toHaveLength(1000);
  });
});

describe('counts', () => {
  it('are by hour, day and month, of parse dates where these are asked for', async () => {
    const count = async (sent: Record<string, unknown>) => {
      const { body } = await news.post('aggregation_count', { q: 'Acme', ...sent });
      const frames: { time_frame: string; article_count: number }[] = body.aggregations.aggregation_count;
      return Object.fromEntries(
        frames
          .filter((frame) => frame.article_count > 0)
          .map((frame) => [frame.time_frame, frame.article_count]),
      );
    };
    expect(await count({ aggregation_by: 'hour' })).toEqual({
      '2026-11-20 09:00:00': 1,
      '2026-11-20 10:00:00': 1,
      '2026-11-20 11:00:00': 1,
    });
    expect(await count({})).toEqual({ '2026-11-20 00:00:00': 3 });
    expect(await count({ aggregation_by: 'month', from_: '40 days ago' })).toEqual({
      '2026-11-01 00:00:00': 3,
    });
    const since = { from_: '2026-11-20T10:03:00' };
    expect(await count({ aggregation_by: 'hour', ...since })).toEqual({ '2026-11-20 11:00:00': 1 });
    expect(await count({ aggregation_by: 'hour', ...since, by_parse_date: true })).toEqual({
      '2026-11-20 10:00:00': 1,
      '2026-11-20 11:00:00': 1,
    });
  });

  it('are left out where nothing is found', async () => {
    const { status, body } = await news.post('aggregation_count', { q: 'Nowhere' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ total_hits: 0, total_pages: 0 });
    expect(body).not.toHaveProperty('aggregations');
  });
});
