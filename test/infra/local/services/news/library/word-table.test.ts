import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { openWordTable } from '../../../../../../infra/local/services/news/library/word-table.ts';
import { wordTexts } from '../../../../../../shared/domain/query/words.ts';

const part = fc.constantFrom(
  'acme',
  'Été',
  ' ',
  ', ',
  '-',
  '_',
  '東京',
  'İ',
  'ΟΔΟΣ',
  '𝒳',
  '\ud835',
  'é',
  'e\u0301',
  '£',
  '’',
  'ß',
  '7',
);
const text = fc.oneof(
  fc.array(part, { maxLength: 30 }).map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme' }),
);

it('cuts texts of every script as the query language does', () => {
  const table = openWordTable();
  fc.assert(
    fc.property(text, (written) => {
      const words = wordTexts(written);
      expect(Array.from(table.cut(written), (number) => table.words[number])).toEqual(words);
      expect(words.map((word) => table.words[table.numberOf(word) ?? -1])).toEqual(words);
    }),
    { numRuns: 1_000 },
  );
});

it('gives each word one number, however many there are', () => {
  const table = openWordTable();
  const all = Array.from({ length: 20_000 }, (_, at) => `word${at}`);
  const first = table.cut(all.join(' '));
  expect(new Set(first).size).toBe(all.length);
  expect(table.cut(all.join(', '))).toEqual(first);
  expect(table.numberOf('word20000')).toBeUndefined();
});
