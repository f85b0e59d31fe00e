import { expect, it } from 'vitest';
import { parseQuery } from '../../../../shared/domain/query/parse.ts';
import { queryWords } from '../../../../shared/domain/query/query-words.ts';

const positive = (q: string) => {
  const parsed = parseQuery(q);
  return parsed.ok && queryWords(parsed.query).map((phrase) => phrase.map(({ text }) => text).join(' '));
};

it('gives the words and phrases of a query, each once, without those that it negates', () => {
  expect(positive('acme "big deal*" (acme OR NEAR("x","y z",3)) -comics NOT (a OR b)')).toEqual([
    'acme',
    'big deal*',
    'x',
    'y z',
  ]);
  expect(positive('*')).toEqual([]);
});
