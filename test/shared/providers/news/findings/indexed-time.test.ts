import { expect, it } from 'vitest';
import { DAY, HOUR, SECOND } from '../../../../../shared/domain/time/instant.ts';
import type { Window } from '../../../../../shared/domain/time/window.ts';
import { articles } from '../../../../../shared/providers/news/article.ts';
import {
  indexedWithin,
  publishedWithin,
} from '../../../../../shared/providers/news/findings/indexed-time.ts';
import { NOON } from '../../../../ports/examples.ts';

const MIDNIGHT = NOON - 12 * HOUR;
const PAST: Window = { from: MIDNIGHT - 3 * DAY, to: NOON };

/** An article of a day, 0 being that of `NOON`. */
function dated(day: number, changes: object = {}) {
  const date = new Date(MIDNIGHT + day * DAY).toISOString().slice(0, 10);
  const [article] = articles.parse([{ id: `a${day}`, published_date: date, ...changes }]).kept;
  return article!;
}

it('articles dated by a past day are spread over its hours, so that no hour counts them all', () => {
  const hours = new Map<number, number>();
  for (let n = 0; n < 2_400; n += 1) {
    const at = publishedWithin(dated(-2, { id: `article-${n}` }), PAST);
    const hour = Math.floor((at - (MIDNIGHT - 2 * DAY)) / HOUR);
    hours.set(hour, (hours.get(hour) ?? 0) + 1);
  }
  expect([...hours.keys()].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, n) => n));
  expect(Math.max(...hours.values())).toBeLessThan(150);
  const again = publishedWithin(dated(-2), PAST);
  expect(again).toBe(publishedWithin(dated(-2), PAST));
});

it.each<[string, Window, number, number, number]>([
  ['an article of a day that is not over came just now', PAST, 0, NOON - SECOND, NOON],
  [
    'of a past day it lies in the part of the day that is asked',
    { from: MIDNIGHT - HOUR, to: NOON },
    -1,
    MIDNIGHT - HOUR,
    MIDNIGHT,
  ],
  [
    'of a day that ends with the window too',
    { from: MIDNIGHT - DAY, to: MIDNIGHT },
    -1,
    MIDNIGHT - DAY,
    MIDNIGHT,
  ],
  [
    'outside of the window it stays at its midnight, and is left out',
    { from: NOON, to: NOON + HOUR },
    -2,
    MIDNIGHT - 2 * DAY,
    MIDNIGHT - 2 * DAY + 1,
  ],
])('%s', (_, window, day, from, to) => {
  const at = publishedWithin(dated(day), window);
  expect(at).toBeGreaterThanOrEqual(from);
  expect(at).toBeLessThan(to);
  expect(at % SECOND).toBe(0);
});

it('a time of parsing that repeats the date is none; any other one counts', () => {
  const midnight = '2026-11-20 00:00:00';
  const said = { published_date: midnight, published_date_precision: 'date' };
  expect(indexedWithin(dated(0, { ...said, parse_date: midnight }), PAST)).toBe(NOON - SECOND);
  expect(indexedWithin(dated(0, { ...said, parse_date: '2026-11-20 00:00:01' }), PAST)).toBe(
    MIDNIGHT + SECOND,
  );
  const exact = { ...said, published_date_precision: 'full', parse_date: midnight };
  expect(indexedWithin(dated(0, exact), PAST)).toBe(MIDNIGHT);
});

it('without any date an article was parsed as the window began', () => {
  expect(indexedWithin(dated(0, { published_date: null }), PAST)).toBe(PAST.from);
});
