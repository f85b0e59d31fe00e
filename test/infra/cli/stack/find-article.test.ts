import { expect, it, onTestFinished } from 'vitest';
import { findArticle } from '../../../../infra/cli/stack/find-article.ts';
import { DEFAULT_PLAN, type Plan } from '../../../../infra/local/services/kit/plan.ts';
import { createNewsClient } from '../../../../shared/providers/news/create-news-client.ts';
import { aWatch } from '../../../ports/examples.ts';
import { NOW, openNews } from '../../local/services/news/open-news.ts';

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

/** A service whose route by address returns articles that mention it, or also the article itself. */
async function find(
  address: string,
  {
    records = RECORDS,
    mentionsOnly = false,
    plan = DEFAULT_PLAN,
  }: { records?: Record<string, unknown>[]; mentionsOnly?: boolean; plan?: Plan } = {},
) {
  const news = await openNews(records, plan);
  const real = createNewsClient({ baseUrl: news.url, key: async () => 'k' });
  const asked: string[] = [];
  const client: typeof real = {
    ...real,
    search: (request: { q?: string }, limits) => {
      asked.push(`search ${request.q ?? ''}`);
      return real.search(request, limits);
    },
    searchByLink: async (request, limits) => {
      asked.push('searchByLink');
      const answer = await real.searchByLink(request, limits);
      if (!mentionsOnly) return answer;
      return { ...answer, articles: answer.articles.filter(({ read }) => read().all_links.length > 0) };
    },
  };
  onTestFinished(async () => {
    await client.close();
    await news.close();
  });
  const { article, lookedBack } = await findArticle(address, { client, now: NOW });
  return article && { ...article, lookedBack, asked };
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

it('returns it as a watch would find it, and whether it matches the query', async () => {
  const found = await find('https://www.news.example/pumps?id=1');
  const seen = found!.asFoundBy(aWatch({ query: { q: 'recalls AND pumps' } }));
  expect(seen).toMatchObject({ matches: true, finding: { matched: ['recalls', 'pumps'] } });
  expect(found!.asFoundBy(aWatch({ query: { q: 'recalls AND fire' } })).matches).toBe(false);
  const inTitle = (search_in: string | string[]) =>
    found!.asFoundBy(aWatch({ query: { q: '"4,000 pumps"', search_in } })).matches;
  expect([inTitle('title_content'), inTitle('title'), inTitle(['title', 'content'])]).toEqual([
    true,
    false,
    true,
  ]);
});

const WRITTEN = [
  'https://www.news.example/pumps?id=1',
  'http://www.news.example/pumps?id=1',
  'https://news.example/pumps/?id=1',
  'https://NEWS.example/pumps?utm_source=mail&utm_campaign=x&id=1&fbclid=abc',
  'https://www.news.example/pumps?id=1&gclid=1#comments',
];

it.each([
  [false, ['searchByLink', 'search "acme corp recalls pumps"']],
  [true, ['searchByLink', 'search *']],
])(
  'finds it however its address is written, where the path gives only what mentions it: %s',
  async (mentionsOnly, calls) => {
    const found = await Promise.all(WRITTEN.map((address) => find(address, { mentionsOnly })));
    expect(found).toEqual(
      WRITTEN.map(() =>
        expect.objectContaining({
          link: 'https://www.news.example/pumps?id=1',
          indexedAt: Date.parse('2026-11-21T07:05:00Z'),
          asked: calls,
        }),
      ),
    );
    expect(await find('https://www.news.example/pumps?id=2', { mentionsOnly })).toBeUndefined();
  },
);

it('shows and searches the title as readers see it, and compares its words with the query of a watch', async () => {
  const records = [
    {
      id: 'plan',
      title: 'UK#39;s Acme recalls pumps - The News',
      name_source: 'The News',
      link: 'https://www.news.example/plan',
      parse_date: '2026-11-21 07:05:00',
    },
  ];
  const found = await find('https://www.news.example/plan', { records });
  expect(found).toMatchObject({
    title: "UK's Acme recalls pumps",
    asked: ['searchByLink', 'search "uk s acme recalls pumps the news"'],
  });
  const { finding, matches } = found!.asFoundBy(aWatch({ query: { q: '"UK\'s Acme"', search_in: 'title' } }));
  expect([finding.title, matches]).toEqual(["UK's Acme recalls pumps", true]);
});

it('searches only as far back as the plan allows, and says how far', async () => {
  const plan = { ...DEFAULT_PLAN, news: { ...DEFAULT_PLAN.news, historyDays: 30 } };
  const address = 'https://www.news.example/pumps?id=1';
  expect(await find(address)).toMatchObject({ lookedBack: 90 });
  expect(await find(address, { plan })).toMatchObject({
    title: 'Acme Corp recalls pumps',
    lookedBack: 30,
    asked: ['searchByLink', 'searchByLink', 'search "acme corp recalls pumps"'],
  });
});
