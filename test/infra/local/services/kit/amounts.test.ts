import { describe, expect, it } from 'vitest';
import { amountsIn, countOf } from '../../../../../infra/local/services/kit/amounts.ts';
import { dayIn } from '../../../../../infra/local/services/kit/days.ts';

describe('figures of a text', () => {
  it.each([
    ['Globex raises $20 million', 20_000_000, 'USD'],
    ['Initech secures €1.5bn', 1_500_000_000, 'EUR'],
    ['Umbrella pays Rs 188 crore for a tower', 1_880_000_000, 'INR'],
    ['Acme invests US$750k', 750_000, 'USD'],
    ['3 million euros for Solvane', 3_000_000, 'EUR'],
    ['10 percent of its staff', 10, '%'],
    ['4,200 salaried workers', 4_200, undefined],
  ])('%s', (text, value, unit) => {
    expect(amountsIn(text)).toEqual([expect.objectContaining({ value, unit })]);
  });

  it.each([
    ['Acme cuts 340 of its 3,800 employees', 340],
    ['about 4.5 million salaried workers', 4_500_000],
    ['In 2013, 500 jobs went', 500],
    ['$5 million for jobs', undefined],
    ['many jobs', undefined],
  ])('how many people: %s', (text, count) => {
    expect(countOf(text, (word) => /^(?:employees|workers|jobs)$/.test(word))).toBe(count);
  });
});

it.each([
  ['March 10', '2026-03-10'],
  ['10 March 2025', '2025-03-10'],
  ['December 24', '2025-12-24'],
  ['2026-02-03', '2026-02-03'],
  ['on Monday', '2026-03-09'],
  ['yesterday', '2026-03-10'],
  ['February 31', undefined],
  ['last year', undefined],
])('the day of "%s", in an article of Wednesday 11 March 2026, is %s', (text, day) => {
  const at = dayIn(text, Date.parse('2026-03-11T15:00:00Z'));
  expect(at === undefined ? undefined : new Date(at).toISOString().slice(0, 10)).toBe(day);
});
