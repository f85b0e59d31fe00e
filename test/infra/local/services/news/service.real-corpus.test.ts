import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileQuery } from '../../../../../shared/domain/query/match.ts';
import { parseQuery } from '../../../../../shared/domain/query/parse.ts';
import { wordsIn } from '../../../../../shared/domain/query/words.ts';
import { cleanText } from '../../../../../shared/domain/text/clean-text.ts';
import { longForm } from '../../../../long-form.ts';
import { openNews, type OpenNews } from './open-news.ts';

const FILES = ['news-stories', 'news-authors', 'news-bodies'].map((name) => `../shared/data/${name}.ndjson`);
const present = FILES.every((file) => existsSync(file));
if (!present) {
  process.stderr.write(`skipped: real articles are tried only where ${FILES.join(', ')} are there\n`);
}

const QUERIES = [
  'Bitcoin',
  '"South by Southwest"',
  'chiquita OR sbarro',
  'bachelor NOT finale',
  '(Trump OR Putin) AND -Russia',
  '"the white house"',
  '警察',
  'esperanto',
  "McDonald's",
  'the OR a OR in OR to',
];

describe.skipIf(!present)('over real articles', () => {
  let news: OpenNews;
  let records: any[] = [];
  beforeAll(async () => {
    const lines = FILES.flatMap((file) => readFileSync(file, 'utf8').trim().split('\n')).filter(
      (_, at) => at % longForm(2, 1) === 0,
    );
    records = lines.map((line, at) => ({
      ...JSON.parse(line),
      id: String(at),
      published_date: '2026-11-20 12:00:00',
    }));
    news = await openNews(records);
  });
  afterAll(() => news.close());

  it.each(QUERIES)('%s finds what the matcher of the language finds in the texts', async (q) => {
    const parsed = parseQuery(q);
    const matcher = parsed.ok ? compileQuery(parsed.query) : undefined;
    const expected = records.flatMap(({ title, content }, at) => {
      const texts = [cleanText(title), cleanText(content ?? '')];
      return matcher?.matches(texts.map(wordsIn)) ? [String(at)] : [];
    });
    const found: string[] = [];
    for (let page = 1; page <= 10; page += 1) {
      const sent = { q, ranked_only: false, page, page_size: 1000, sort_by: 'date' };
      const { body } = await news.post('search', sent);
      found.push(...body.articles.map(({ id }: { id: string }) => id));
      if (page >= body.total_pages) break;
    }
    expect(found.toSorted()).toEqual(expected.toSorted());
    expect(found.length).toBeGreaterThan(0);
  });

  it('a source is found with its subdomains', async () => {
    const found = await news.search('*', { sources: ['reuters.com'], ranked_only: false });
    const expected = records.flatMap(({ domain_url: domain }, at) =>
      domain === 'reuters.com' ? [String(at)] : [],
    );
    expect(found).toEqual(expected.toSorted());
  });

  it('an author is found by the whole name only', async () => {
    const { body } = await news.post('authors', {
      author_name: 'Lee Moran',
      ranked_only: false,
      page_size: 1000,
    });
    const expected = records.filter(({ authors }) => authors?.includes('Lee Moran'));
    expect(body.total_hits).toBe(expected.length);
    expect(body.total_hits).toBeGreaterThan(10);
  });
});
