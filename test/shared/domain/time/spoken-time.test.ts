import { describe, expect, it } from 'vitest';
import { readDate, readSpan } from '../../../../shared/domain/time/spoken-time.ts';

/** A Saturday. */
const NOW = Date.parse('2026-11-21T08:00:00Z');

const read = (text: string) => {
  const at = readDate(text, NOW);
  return at === undefined ? undefined : new Date(at).toISOString().replace('.000Z', '');
};

describe('a time that people write', () => {
  it.each([
    ['2025-03-01', '2025-03-01T00:00:00'],
    ['2025/03/01', '2025-03-01T00:00:00'],
    ['2025-03-01T08:00:00+02:00', '2025-03-01T06:00:00'],
    ['now', '2026-11-21T08:00:00'],
    ['today', '2026-11-21T00:00:00'],
    ['Yesterday', '2026-11-20T00:00:00'],
    ['7 day ago', '2026-11-14T08:00:00'],
    ['an hour ago', '2026-11-21T07:00:00'],
    ['1 month ago', '2026-10-21T08:00:00'],
    ['two days ago', '2026-11-19T08:00:00'],
    ['5 min ago', '2026-11-21T07:55:00'],
    ['Last week', '2026-11-14T08:00:00'],
    ['past 24 hours', '2026-11-20T08:00:00'],
    ['a couple of weeks ago', '2026-11-07T08:00:00'],
    ['last monday', '2026-11-16T00:00:00'],
    ['last Saturday', '2026-11-14T00:00:00'],
    ['saturday', '2026-11-21T00:00:00'],
    ['this monday', '2026-11-16T00:00:00'],
    ['next saturday', '2026-11-28T00:00:00'],
    ['this week', '2026-11-16T00:00:00'],
    ['this month', '2026-11-01T00:00:00'],
    ['24h', '2026-11-20T08:00:00'],
  ])('%s is %s', (text, iso) => {
    expect(read(text)).toBe(iso);
  });

  it('a month back ends with the shorter month', () => {
    expect(readDate('1 month ago', Date.parse('2026-03-31T10:00:00Z'))).toBe(
      Date.parse('2026-02-28T10:00:00Z'),
    );
  });

  it.each([
    '',
    'soon',
    '2026-13-01',
    '2026-02-30',
    '2026-2-3',
    '7 ago',
    'last',
    'last Acme',
    'this',
    'next week',
    'ago',
    'day ago',
    '7 days',
    'many days ago',
    'two apples ago',
    'in 2 days',
    '1e3d ago',
    '24',
    '2026-01-01T25:00:00',
  ])('%j is none', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it('a span is so many hours or days', () => {
    expect(readSpan('7d')).toBe(7 * 86_400_000);
    expect(readSpan('24h')).toBe(86_400_000);
    expect(readSpan('1w')).toBeUndefined();
  });
});
