import { expect, it } from 'vitest';
import { findingTime } from '../../../../shared/domain/reports/day-rollup.ts';
import { dayReader } from '../../../../shared/domain/reports/period.ts';
import { DAY, HOUR } from '../../../../shared/domain/time/instant.ts';
import { aFinding, aStoredFinding, NOON } from '../../../ports/examples.ts';

const MIDNIGHT = NOON - 12 * HOUR;

it.each([
  'Pacific/Pago_Pago',
  'America/New_York',
  'UTC',
  'Asia/Kolkata',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
])('a date without a time counts on that day in %s, whenever it was parsed', (timezone) => {
  const dayIn = dayReader(timezone);
  for (const parsedAt of [MIDNIGHT, NOON, MIDNIGHT + 23 * HOUR, MIDNIGHT + 2 * DAY]) {
    const finding = aFinding(1, {
      publishedAt: MIDNIGHT,
      publishedPrecision: 'date',
      indexedAt: parsedAt,
    });
    const found = { ...aStoredFinding(1, { finding }), foundAt: parsedAt + HOUR };
    expect(dayIn(findingTime(found, dayIn))).toBe('2026-11-20');
  }
});

it('a date that lies after the discovery is not believed, and an exact time counts by itself', () => {
  const dayIn = dayReader('America/New_York');
  const ahead = aFinding(1, { publishedAt: MIDNIGHT + 9 * DAY, publishedPrecision: 'date' });
  expect(findingTime({ finding: ahead, foundAt: NOON }, dayIn)).toBe(NOON);
  const exact = aFinding(1, { publishedAt: MIDNIGHT });
  expect(dayIn(findingTime({ finding: exact, foundAt: NOON }, dayIn))).toBe('2026-11-19');
});
