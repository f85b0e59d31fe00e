import { expect, it } from 'vitest';
import { isName, LONGEST_NAME } from '../../../../shared/domain/lib/fields.ts';

it.each(['acme', 'acme-news', '2026', 'a', 'a'.repeat(LONGEST_NAME)])('%j is a name', (text) => {
  expect(isName(text)).toBe(true);
});

it.each([
  '',
  '-a',
  'a-',
  'a--b',
  'Acme',
  'a b',
  'a/b',
  'a%2Fb',
  '__proto__',
  'é',
  'a'.repeat(49),
  'a\n',
  '-'.repeat(3_000),
])('%j is no name', (text) => {
  expect(isName(text)).toBe(false);
});
