import { expect, it } from 'vitest';
import { spokenSpan } from '../../../../shared/domain/services/news-values.ts';

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
