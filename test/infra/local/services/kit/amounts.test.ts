import { describe, expect, it } from 'vitest';
import {
  allMoneyIn,
  countOf,
  moneyIn,
  percentIn,
  valueOf,
} from '../../../../../infra/local/services/kit/amounts.ts';

const PEOPLE = 'employees|workers|people|staff|jobs';

describe('sums of money keep unit and currency', () => {
  it.each([
    ['Globex raises $20 million', 20_000_000, 'USD'],
    ['Initech secures €1.5bn', 1_500_000_000, 'EUR'],
    ['Umbrella pays Rs 188 crore for a tower', 1_880_000_000, 'INR'],
    ['a ₹24,700-cr deal', 247_000_000_000, 'INR'],
    ['Tessera gets ₹50 lakh', 5_000_000, 'INR'],
    ['a plan of Rs 1.2 lakh crore', 1_200_000_000_000, 'INR'],
    ['Kestrel asks for Rs. 1,80,000', 180_000, 'INR'],
    ['Acme invests $750k', 750_000, 'USD'],
    ['a round of $5-7 million', 7_000_000, 'USD'],
    ['3 million euros for Solvane', 3_000_000, 'EUR'],
    ['HK$90m for Lumina', 90_000_000, 'HKD'],
  ])('%s', (text, amount, currency) => {
    expect(moneyIn(text)).toEqual({ amount, currency });
  });

  it.each([
    ['shares at $420 a share'],
    ['oil at $98 per barrel'],
    ['valued at $2 billion'],
    ['a loss of $30 million'],
    ['its total funding so far is $90 million'],
    ['raised in 2021'],
  ])('no sum changes hands in: %s', (text) => {
    expect(moneyIn(text)).toBeUndefined();
  });

  it('skips a value on the way to the sum', () => {
    const text = 'Globex, valued at $2 billion, raised $80 million from two funds';
    expect(moneyIn(text)).toEqual({ amount: 80_000_000, currency: 'USD' });
    expect(allMoneyIn(text).map(({ role }) => role)).toEqual(['value', 'sum']);
  });
});

describe('counts keep their role', () => {
  it.each([
    ['Acme cuts 340 of its 3,800 employees', { exact: 340 }],
    ['Acme, with a workforce of 3,800 employees, cuts 120 jobs', { exact: 120 }],
    ['Globex employs 12,000 people and lays off 90 workers', { exact: 90 }],
    ['Initech dismisses 180-200 employees', { least: 180, most: 200 }],
    ['Umbrella lets go over 600 people', { least: 600 }],
    ['up to 1.5k jobs', { most: 1_500 }],
    ['about 2 lakh workers', { exact: 200_000 }],
    ['two hundred jobs', { exact: 200 }],
    ['its 1,80,000 employees', { exact: 180_000 }],
  ])('%s', (text, count) => {
    expect(countOf(PEOPLE, text)).toEqual(count);
  });

  it.each([
    ['In 2022 employees came back'],
    ['a total of 5,600 employees'],
    ['It paid $500 people say'],
    ['hires 300 people'],
  ])('%s has none', (text) => {
    expect(countOf(PEOPLE, text)).toBeUndefined();
  });

  it('reads a share and its range', () => {
    expect(percentIn('cuts 40-50% of its staff')).toBe(40);
    expect(percentIn('nearly 7 per cent')).toBe(7);
  });

  it('values a number with its unit', () => {
    expect(['1.2 crore', '45,000', '3bn', 'none'].map(valueOf)).toEqual([
      12_000_000,
      45_000,
      3_000_000_000,
      undefined,
    ]);
  });
});
