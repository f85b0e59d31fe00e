import { expect, it } from 'vitest';
import { wordSearch } from '../../../../shared/domain/pages/search-match.ts';

const has = (words: string, text: string) => wordSearch(words)?.(text);

it.each([
  ['recall', 'Acme RECALLS pumps', true],
  ['art', 'a party', false],
  ['art', 'modern (art)', true],
  ['acme recall', 'A recall by Acme', true],
  ['acme recall', 'A recall by Globex', false],
  ['"acme corp"', 'Acme\u00a0Corp', true],
  ['"acme corp"', 'Acme and its corp', false],
  ['"acme corp', 'about ACME Corp.', true],
  ['recall -pump', 'Acme recalls cars', true],
  ['recall -pump', 'Acme recalls pumps', false],
  ['40', 'up 4% to 40', true],
  ['c++', 'in C++ now', true],
  ['"acme corp"', 'by Acme\nCorp news', false],
])('finds %s in %j: %j', (words, text, found) => {
  expect(has(words, text)).toBe(found);
});

it('searches for nothing where there is no word', () => {
  expect([wordSearch(''), wordSearch('  "" - !? ')]).toEqual([undefined, undefined]);
});

it('takes hostile words as text, in little time', () => {
  const text = `${'a'.repeat(50_000)} (.*)+$ [x`;
  expect(has('(.*)+$ [y', text)).toBe(false);
  expect(has('[x', text)).toBe(true);
  expect(has('a '.repeat(2_000), text)).toBe(true);
});
