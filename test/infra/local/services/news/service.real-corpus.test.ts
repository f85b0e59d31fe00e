import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longForm } from '../../../../long-form.ts';
import { openNews, type OpenNews } from './open-news.ts';

const FILES = ['news-stories', 'news-authors', 'news-bodies'].map((name) => `../shared/data/${name}.ndjson`);
const present = FILES.every((file) => existsSync(file));
if (!present) {
  process.stderr.write(`skipped: real articles are tried only where ${FILES.join(', ')} are there\n`);
}

/** Words by the letter of the contract, character by character, in the simplest way. */
function wordsOf(text: string): string[] {
  const alone = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/;
  const words: string[] = [];
  let word = '';
  for (const character of `${text.normalize('NFC').toLowerCase()} `) {
    if (alone.test(character) && /[\p{L}\p{M}\p{N}]/u.test(character)) {
      words.push(word, character);
      word = '';
    } else if (/[\p{L}\p{M}\p{Nd}_]/u.test(character)) word += character;
    else {
      words.push(word);
      word = '';
    }
  }
  return words.filter((each) => each !== '');
}

type Test = (has: (...phrase: string[]) => boolean, record: any) => boolean;

const QUERIES: [q: string, test: Test][] = [
  ['Bitcoin', (has) => has('bitcoin')],
  ['"South by Southwest"', (has) => has('south', 'by', 'southwest')],
  ['chiquita OR sbarro', (has) => has('chiquita') || has('sbarro')],
  ['bachelor NOT finale', (has) => has('bachelor') && !has('finale')],
  ['(Trump OR Putin) AND -Russia', (has) => (has('trump') || has('putin')) && !has('russia')],
  ['"the white house"', (has) => has('the', 'white', 'house')],
  ['警察', (has) => has('警', '察')],
  ['esperanto', (has) => has('esperanto')],
  ["McDonald's", (has) => has('mcdonald', 's')],
  ['the OR a OR in OR to', (has) => has('the') || has('a') || has('in') || has('to')],
];

describe.skipIf(!present)('over real articles', () => {
  let news: OpenNews;
  let records: any[] = [];
  let fields: string[][][] = [];
  beforeAll(async () => {
    const lines = FILES.flatMap((file) => readFileSync(file, 'utf8').trim().split('\n')).filter(
      (_, at) => at % longForm(2, 1) === 0,
    );
    records = lines.map((line, at) => ({
      ...JSON.parse(line),
      id: String(at),
      published_date: '2026-11-20 12:00:00',
    }));
    fields = records.map(({ title, content }) => [wordsOf(title ?? ''), wordsOf(content ?? '')]);
    news = await openNews(records);
  });
  afterAll(() => news.close());

  const inField = (field: string[], phrase: string[]) =>
    field.some((_, at) => phrase.every((word, step) => field[at + step] === word));

  it.each(QUERIES)('%s finds what a plain reading finds', async (q, test) => {
    const expected = fields.flatMap((texts, at) =>
      test((...phrase) => texts.some((field) => inField(field, phrase)), records[at]) ? [String(at)] : [],
    );
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
