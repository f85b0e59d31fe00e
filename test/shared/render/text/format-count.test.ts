import { expect, it } from 'vitest';
import { formatCount, formatNumber } from '../../../../shared/render/text/format-count.ts';

it.each([
  [0, 'alert', '0 alerts'],
  [1, 'alert', '1 alert'],
  [2, 'alert', '2 alerts'],
  [1_240, 'article', '1,240 articles'],
  [1, 'story', '1 story'],
  [2, 'smaller story', '2 smaller stories'],
  [2, 'country', '2 countries'],
  [2, 'day', '2 days'],
  [1, 'match', '1 match'],
  [2, 'match', '2 matches'],
  [2, 'watch', '2 watches'],
])('%i and %s: %s', (n, noun, expected) => {
  expect(formatCount(n, noun)).toBe(expected);
});

it('separates thousands', () => {
  expect(formatNumber(1_234_567)).toBe('1,234,567');
});
