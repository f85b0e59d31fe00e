import { expect, it } from 'vitest';
import { namedTime } from '../../../../shared/domain/time/instant.ts';
import { formatCount, formatMoment, periodName } from '../../../../shared/render/text/format-values.ts';

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
])('a count has the right plural: %i %s is %s', (n, noun, expected) => {
  expect(formatCount(n, noun)).toBe(expected);
});

it('a time is shown on the wall clock of its zone', () => {
  const at = Date.parse('2026-11-20T23:30:00Z');
  expect(namedTime(Date.parse('2026-07-20T23:30:00Z'), 'Europe/Paris')).toBe('2026-07-21 01:30 CEST');
  expect(formatMoment(at, 'Europe/Paris')).toBe('Saturday 21 November 2026, 00:30');
  expect(formatMoment(at, 'America/New_York')).toBe('Friday 20 November 2026, 18:30');
  expect(namedTime(at, 'Asia/Kathmandu')).toBe('2026-11-21 05:15 GMT+5:45');
  expect(namedTime(at, 'Europe/Paris')).toBe('2026-11-21 00:30 CET');
});

it.each([
  ['2026-11-16', '2026-11-22', '16 to 22 November 2026'],
  ['2026-10-30', '2026-11-05', '30 October to 5 November 2026'],
  ['2025-12-29', '2026-01-04', '29 December 2025 to 4 January 2026'],
  ['2026-11-17', '2026-11-17', 'Tuesday 17 November 2026'],
])('a period is named without repetition: %s to %s', (first, last, name) => {
  expect(periodName({ first, last, timezone: 'UTC' })).toBe(name);
});
