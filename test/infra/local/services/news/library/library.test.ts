import { expect, it } from 'vitest';
import { corpusArticle } from '../../../../../../infra/local/services/kit/corpus/corpus.ts';
import { openLibrary } from '../../../../../../infra/local/services/news/library/library.ts';
import { parseQuery } from '../../../../../../shared/domain/query/parse.ts';

const articles = ['a b c', 'x y z'].map((title, at) =>
  corpusArticle({ id: String(at), title, published_date: '2026-11-20' }, 'a line'),
);
const library = openLibrary({ articles, events: [] });

function found(q: string): string[] {
  const parsed = parseQuery(q);
  if (!parsed.ok) throw new Error(parsed.faults[0]?.message);
  const query = { node: parsed.query, columns: ['title'] as const };
  return library.find({ keep: () => true, query }).map(({ entry }) => entry.id);
}

const many = (word: (n: number) => string, operator: string) =>
  Array.from({ length: 3_000 }, (_, n) => word(n)).join(` ${operator} `);

it.each([
  [
    'brackets in brackets',
    Array.from({ length: 90 }).reduce((q: string, _, n) => (n % 2 ? `(${q}) AND b` : `(${q}) OR c`), 'a'),
  ],
  ['negations in negations', Array.from({ length: 91 }).reduce((q: string) => `b AND NOT (${q})`, 'x')],
  ['thousands of words', `a AND (${many((n) => `w${n}`, 'OR')} OR b)`],
  ['thousands of negations', `a AND ${many((n) => `NOT w${n}`, 'AND')}`],
])('answers a query of %s', (_, q) => {
  expect(found(q)).toEqual(['0']);
});
