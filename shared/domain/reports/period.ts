import { DAY, dayAfter, MINUTE, type Instant } from '../time/instant.ts';
import { firstInstantAt, wallClockOf } from '../time/wall-clock.ts';
import type { Window } from '../time/window.ts';

/** Whole days of a zone, `2026-11-16`, the last one included. */
export interface Period {
  first: string;
  last: string;
  timezone: string;
}

/** A report covers at most so many days: with the days before, half of what folds are kept for. */
export const LONGEST_PERIOD = 92;

/** The days of a period, oldest first. */
export function daysOf({ first, last }: Pick<Period, 'first' | 'last'>): string[] {
  return Array.from({ length: lengthOf({ first, last }) }, (_, index) => dayAfter(first, index));
}

export function lengthOf({ first, last }: Pick<Period, 'first' | 'last'>): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / DAY) + 1;
}

/** As many days just before a period. */
export function periodBefore(period: Period): Period {
  const { first, timezone } = period;
  return { first: dayAfter(first, -lengthOf(period)), last: dayAfter(first, -1), timezone };
}

/** The whole days of a zone before the one that an instant lies in. */
export function daysBefore(at: Instant, { days, timezone }: { days: number; timezone: string }): Period {
  const today = localDayOf(at, timezone);
  return { first: dayAfter(today, -days), last: dayAfter(today, -1), timezone };
}

/** The instants of a period: from the first moment of its first day until the first of the day after its last. */
export function periodWindow({ first, last, timezone }: Period): Window {
  return { from: startOf(first, timezone), to: startOf(dayAfter(last), timezone) };
}

function startOf(day: string, timezone: string): Instant {
  return firstInstantAt(`${day}T00:00`, timezone);
}

/** The day that a zone's calendar shows at an instant. */
export function localDayOf(at: Instant, timezone: string): string {
  return wallClockOf(at, timezone).slice(0, 10);
}

/** No zone changes its day within a quarter of an hour (IANA zones since 1972). */
const QUARTER = 15 * MINUTE;

/** Gives the day of many instants: the calendar is asked once for each quarter of an hour. */
export function dayReader(timezone: string): (at: Instant) => string {
  const known = new Map<number, string>();
  return (at) => {
    const quarter = Math.floor(at / QUARTER);
    const day = known.get(quarter) ?? localDayOf(quarter * QUARTER, timezone);
    known.set(quarter, day);
    return day;
  };
}
