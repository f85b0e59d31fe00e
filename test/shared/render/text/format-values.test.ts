import { expect, it } from 'vitest';
import { namedTime } from '../../../../shared/domain/time/instant.ts';
import {
  countryName,
  formatCount,
  formatMoment,
  formatNumber,
  formatShare,
  formatTone,
  languageName,
  periodName,
  shortDay,
  titleLine,
} from '../../../../shared/render/text/format-values.ts';

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

it('a number has separated thousands', () => {
  expect(formatNumber(1_234_567)).toBe('1,234,567');
});

it('a time is shown on the wall clock of its zone', () => {
  const at = Date.parse('2026-11-20T23:30:00Z');
  expect(namedTime(Date.parse('2026-07-20T23:30:00Z'), 'Europe/Paris')).toBe('2026-07-21 01:30 CEST');
  expect(formatMoment(at, 'Europe/Paris')).toBe('Saturday 21 November 2026, 00:30');
  expect(formatMoment(at, 'America/New_York')).toBe('Friday 20 November 2026, 18:30');
  expect(namedTime(at, 'Asia/Kathmandu')).toBe('2026-11-21 05:15 GMT+5:45');
  expect(namedTime(at, 'Europe/Paris')).toBe('2026-11-21 00:30 CET');
});

it('a share has one decimal, and a tone has a sign', () => {
  expect(formatShare(123)).toBe('12.3%');
  const tone = (sum: number) => formatTone({ count: 2, sum, negative: 0, positive: 0 });
  expect([tone(240), tone(-240), tone(0)]).toEqual(['+0.12', '−0.12', '0.00']);
  expect(formatTone({ count: 0, sum: 0, negative: 0, positive: 0 })).toBe('–');
});

it.each([
  ['2026-11-16', '2026-11-22', '16 to 22 November 2026'],
  ['2026-10-30', '2026-11-05', '30 October to 5 November 2026'],
  ['2025-12-29', '2026-01-04', '29 December 2025 to 4 January 2026'],
  ['2026-11-17', '2026-11-17', 'Tuesday 17 November 2026'],
])('a period is named without repetition: %s to %s', (first, last, name) => {
  expect(periodName({ first, last, timezone: 'UTC' })).toBe(name);
});

it('a short day does not break over two lines', () => {
  expect(shortDay('2026-11-17')).toBe('Tue\u00a017\u00a0Nov');
});

it('a title is on one line and never empty', () => {
  expect(titleLine('Acme\nrecalls')).toBe('Acme recalls');
  expect(titleLine(' \u200b')).toBe('(no title)');
});

it.each([
  ['FR', 'France'],
  ['gb', 'United Kingdom'],
  ['Europe', 'Europe'],
  ['<b', '<b'],
  ['', ''],
])('the country %j is named %j', (code, name) => {
  expect(countryName(code)).toBe(name);
});

it.each([
  ['fr', 'French'],
  ['DE', 'German'],
  ['<b>', '<b>'],
])('the language %j is named %j', (code, name) => {
  expect(languageName(code)).toBe(name);
});
