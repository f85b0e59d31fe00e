import { expect, it, onTestFinished } from 'vitest';
import { findArticle } from '../../../../infra/cli/stack/find-article.ts';
import { DEFAULT_PLAN, type Plan } from '../../../../infra/local/services/kit/plan.ts';
import { RefusedError } from '../../../../shared/domain/lib/errors.ts';
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

it('matches a links watch when it links to an address of that watch', async () => {
  const [mentioning, elsewhere] = [
    await find('https://blog.example/1', {
      records: [
        {
          id: 'blog',
          title: 'Pumps',
          link: 'https://blog.example/1',
          all_links: ['https://www.news.example/pumps?utm_source=x'],
          all_domain_links: ['news.example'],
        },
      ],
    }),
    await find('https://www.news.example/pumps?id=1'),
  ];
  const asks = (links: string[]) => aWatch({ kind: 'links', query: { links } });
  for (const links of [['http://news.example/pumps'], ['globex.example', 'news.example']])
    expect(mentioning?.asFoundBy(asks(links)).matches).toBe(true);
  expect(mentioning?.asFoundBy(asks(['globex.example'])).matches).toBe(false);
  expect(elsewhere?.asFoundBy(asks(['news.example'])).matches).toBe(false);
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

it('finds an older article of a large outlet by the words in its address', async () => {
  const records = Array.from({ length: 1_200 }, (_, n) => ({
    id: `n${n}`,
    title: n === 1_100 ? 'Globex opens a plant in Łódź' : `Report number ${n}`,
    link:
      n === 1_100
        ? 'https://big.example/2026/globex-opens-plant-%C5%81%C3%B3d%C5%BA-99.html'
        : `https://big.example/${n}`,
    domain_url: 'big.example',
    published_date: new Date(NOW - n * 600_000).toISOString().slice(0, 19).replace('T', ' '),
  }));
  const found = await find('http://www.big.example/2026/globex-opens-plant-Łódź-99.html?utm_source=mail', {
    records,
    mentionsOnly: true,
  });
  expect(found).toMatchObject({
    title: 'Globex opens a plant in Łódź',
    asked: ['searchByLink', 'search *', 'search "globex" "opens" "plant" "Łódź"'],
  });
});

it('finds nothing for an address that is only mentioned in an article', async () => {
  expect(await find('https://www.news.example/elsewhere')).toBeUndefined();
});

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

it('passes on a refusal with another cause than the history of the plan', async () => {
  const news = await openNews(RECORDS);
  const real = createNewsClient({ baseUrl: news.url, key: async () => 'k' });
  onTestFinished(async () => {
    await real.close();
    await news.close();
  });
  const facts = { service: 'news', operation: 'POST /search_by_link', status: 403 } as const;
  const refused = new RefusedError('not in the plan', { ...facts, refusal: 'plan' });
  const client = { ...real, searchByLink: () => Promise.reject(refused) };
  await expect(findArticle('https://news.example/1', { client, now: NOW })).rejects.toBe(refused);
});
