import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_PLAN, PLANS } from '../../../../../infra/local/services/kit/plan.ts';
import { openNews, type OpenNews } from './open-news.ts';

const RECORDS = [
  {
    title: 'Acme in Chicago',
    domain_url: 'a.example',
    name_source: 'A News',
    country: 'US',
    language: 'en',
    rank: 5,
  },
  {
    title: 'Acme again',
    domain_url: 'a.example',
    name_source: 'A News',
    country: 'US',
    language: 'fr',
    rank: 5,
  },
  {
    title: 'Acme once more',
    domain_url: 'a.example',
    country: 'US',
    language: 'en',
    rank: 5,
    robots_compliant: false,
  },
  {
    title: 'Globex',
    domain_url: 'b.example',
    name_source: 'B Blog',
    country: 'GB',
    language: 'en',
    rank: null,
    published_date: '2026-11-01',
    additional_domain_info: { is_news_domain: false, news_domain_type: 'Other', news_type: 'Reviews' },
  },
];

let news: OpenNews;
beforeAll(async () => {
  news = await openNews(RECORDS);
});
afterAll(() => news.close());

describe('the news service', () => {
  const paths = [
    ['search', { q: 'Acme' }],
    ['latest_headlines', {}],
    ['breaking_news', {}],
    ['authors', { author_name: 'Jane Doe' }],
    ['search_by_link', { links: 'https://acme.example' }],
    ['search_similar', { q: 'Acme' }],
    ['sources', { lang: 'en' }],
    ['aggregation_count', { q: 'Acme' }],
    ['subscription', {}],
  ] as const;

  it.each(paths)('answers GET and POST of /%s alike, to a key only', async (path, sent) => {
    const post = await news.post(path, sent);
    expect(post.status).toBe(200);
    const get = await news.get(path, sent);
    expect(get.status).toBe(200);
    // Calls go on counting down between two looks at the subscription.
    expect({ ...get.body, remaining_calls: 0 }).toEqual({ ...post.body, remaining_calls: 0 });
    const noKey = await fetch(`${news.url}/${path}`, { method: 'POST' });
    expect(noKey.status).toBe(401);
    const otherHeader = await fetch(`${news.url}/${path}`, { headers: { 'x-api-key': 'k' } });
    expect(otherHeader.status).toBe(401);
    const put = await fetch(`${news.url}/${path}`, { method: 'PUT', headers: { 'x-api-token': 'k' } });
    expect(put.status).toBe(405);
  });

  it.each([
    ['broken JSON', '{"q": ', 'application/json', 400, 'Bad request'],
    ['a body that is no object', '["Acme"]', 'application/json', 499, 'Unknown status code'],
    ['a body without its content type', '{"q":"Acme"}', 'text/plain', 422, 'Validation error'],
  ])('refuses %s', async (_, body, type, status, words) => {
    const headers = { 'x-api-token': 'k', 'content-type': type };
    const answer = await fetch(`${news.url}/search`, { method: 'POST', headers, body });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ status_code: status, status: words });
  });

  it('has no other paths', async () => {
    expect((await news.post('nowhere')).status).toBe(404);
  });

  it('tells where a query cannot be read', async () => {
    const { body } = await news.post('search', { q: 'AI OR artificial intelligence' });
    expect(body.message).toMatch(/^The parameter 'q' cannot be read, at character \d+: /);
  });
});

describe('sources', () => {
  const domains = async (sent: Record<string, unknown>) =>
    (await news.post('sources', sent)).body.sources.map((source: any) => source.domain_url);

  it('are the outlets of the corpus, with language and country, best-ranked first', async () => {
    const { body } = await news.post('sources', { from_rank: 1 });
    expect(body.message).toBe('2 sources match');
    expect(body.sources).toEqual([
      { domain_url: 'a.example', name_source: 'A News', logo: null, language: 'en', country: 'US' },
      { domain_url: 'b.example', name_source: 'B Blog', logo: null, language: 'en', country: 'GB' },
    ]);
    expect(body.user_input).toMatchObject({ from_rank: 1 });
    expect(body).not.toHaveProperty('total_hits');
  });

  it('can be narrowed by every filter', async () => {
    expect(await domains({ lang: 'fr' })).toEqual(['a.example']);
    expect(await domains({ countries: 'gb' })).toEqual(['b.example']);
    expect(await domains({ source_url: 'b.example' })).toEqual(['b.example']);
    expect(await domains({ source_name: 'blog' })).toEqual(['b.example']);
    expect(await domains({ to_rank: 100 })).toEqual(['a.example']);
    expect(await domains({ predefined_sources: 'top 3 US,top 3 GB' })).toEqual(['a.example']);
    expect(await domains({ is_news_domain: false })).toEqual(['b.example']);
    expect(await domains({ news_type: 'Reviews' })).toEqual(['b.example']);
    expect(await domains({ news_domain_type: 'Original Content' })).toEqual(['a.example']);
    expect(await domains({ lang: 'ja' })).toEqual([]);
  });

  it('tell more of themselves when asked', async () => {
    const { body } = await news.post('sources', { source_url: 'a.example', include_additional_info: true });
    expect(body.sources[0].additional_info).toEqual({
      nb_articles_for_7d: 3,
      country: 'US',
      rank: 5,
      is_news_domain: true,
      news_domain_type: 'Original Content',
      news_type: 'General News Outlets',
      robots_compliant: '67%',
    });
  });
});

describe('the plan', () => {
  it('is told by the subscription, which itself costs no call', async () => {
    const own = await openNews(RECORDS);
    const left = async () => (await own.post('subscription')).body;
    expect(await left()).toEqual({
      active: true,
      concurrent_calls: 10,
      plan: 'v3_nlp_iptc_tags',
      plan_calls: 250_000,
      remaining_calls: 250_000,
      historical_days: 400,
    });
    await own.post('search', { q: 'Acme' });
    expect((await left()).remaining_calls).toBe(249_999);
    await own.close();
  });

  it('without NLP gives neither its data nor its parameters', async () => {
    const own = await openNews(RECORDS, PLANS.v3);
    const status = async (sent: Record<string, unknown>) =>
      (await own.post('search', { q: 'Acme', ...sent })).status;
    expect(await status({})).toBe(200);
    expect(await status({ include_nlp_data: false, exclude_duplicates: false })).toBe(200);
    expect(await status({ include_nlp_data: true })).toBe(200);
    expect(await status({ theme: 'Tech' })).toBe(403);
    expect(await status({ title_sentiment_min: 0 })).toBe(403);
    expect(await status({ ORG_entity_name: 'Acme' })).toBe(403);
    expect(await status({ clustering_enabled: true })).toBe(403);
    expect(await status({ exclude_duplicates: true })).toBe(403);
    expect(await status({ include_translation_fields: true })).toBe(200);
    expect(await status({ search_in: 'summary' })).toBe(403);
    expect(await status({ iptc_tags: '04000000' })).toBe(403);
    const { body } = await own.post('search', { q: 'Acme', include_nlp_data: true });
    expect(body.articles[0]).not.toHaveProperty('nlp');
    await own.close();
    const strict = await openNews(RECORDS, { ...PLANS.v3, strict: true });
    const refused = await strict.post('search', { q: 'Acme', include_nlp_data: true });
    expect(refused.status).toBe(403);
    await strict.close();
  });

  it('with NLP alone has no tags', async () => {
    const own = await openNews(RECORDS, PLANS.v3_nlp);
    const { body } = await own.post('search', { q: 'Chicago', include_nlp_data: true });
    expect(body.articles[0].nlp).toHaveProperty('theme');
    expect(body.articles[0].nlp).not.toHaveProperty('iptc_tags_id');
    expect((await own.post('search', { q: 'Acme', iab_tags: 'Sports' })).status).toBe(403);
    await own.close();
  });

  it('bounds how far back a search may reach, calls at a time and calls a month', async () => {
    const own = await openNews(RECORDS, {
      ...DEFAULT_PLAN,
      news: { ...DEFAULT_PLAN.news, historyDays: 30, monthlyCalls: 3 },
    });
    const far = await own.post('search', { q: 'Acme', from_: '31 days ago' });
    expect(far.status).toBe(403);
    expect(far.body.message).toContain('30 days');
    expect((await own.post('search', { q: 'Acme', from_: '30 days ago' })).status).toBe(200);
    expect((await own.post('search', { q: 'Acme' })).status).toBe(200);
    const late = await own.post('search', { q: 'Acme' });
    expect(late.status).toBe(429);
    expect(late.body.message).toContain('quota');
    await own.close();
  });
});
