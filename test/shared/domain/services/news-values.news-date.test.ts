import { expect, it } from 'vitest';
import { resolveNewsDate, spokenSpan } from '../../../../shared/domain/services/news-values.ts';

const now = Date.parse('2026-11-21T13:45:10Z');

it.each([
  ['now', '2026-11-21T13:45:10Z'],
  ['today', '2026-11-21T00:00:00Z'],
  ['Yesterday', '2026-11-20T00:00:00Z'],
  ['7 day ago', '2026-11-14T13:45:10Z'],
  ['1 days ago', '2026-11-20T13:45:10Z'],
  ['2 hours ago', '2026-11-21T11:45:10Z'],
  ['two days ago', '2026-11-19T13:45:10Z'],
  ['last week', '2026-11-14T13:45:10Z'],
  ['5 min ago', '2026-11-21T13:40:10Z'],
  ['24h', '2026-11-20T13:45:10Z'],
  ['30d', '2026-10-22T13:45:10Z'],
  ['2025-03-01', '2025-03-01T00:00:00Z'],
  ['2025/03/01 08:00:00', '2025-03-01T08:00:00Z'],
  ['2025-03-01T08:00:00+02:00', '2025-03-01T06:00:00Z'],
])('reads %j', (text, meant) => {
  expect(new Date(resolveNewsDate(text, now)!).toISOString()).toBe(new Date(meant).toISOString());
});

it.each(['last Tuesday', '5 constructors', '', '2025-13-01'])('leaves %j to the service', (text) => {
  expect(resolveNewsDate(text, now)).toBeUndefined();
});

it.each([
  ['7 day ago', { count: 7, unit: 'day' }],
  ['Two  Days ago', { count: 2, unit: 'day' }],
  ['5 min ago', { count: 5, unit: 'minute' }],
  ['5min ago', { count: 5, unit: 'minute' }],
  ['last week', { count: 1, unit: 'week' }],
  ['the past twelve months', { count: 12, unit: 'month' }],
] as const)('reads %j', (text, span) => {
  expect(spokenSpan(text)).toEqual(span);
});

it.each(['', 'ago', 'day ago', 'last', 'last Tuesday', 'next week', '7 days', '1234567 days ago'])(
  'leaves %j',
  (text) => {
    expect(spokenSpan(text)).toBeUndefined();
  },
);
