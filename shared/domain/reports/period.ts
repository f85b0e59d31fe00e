import {
  DAY,
  dayAfter,
  firstInstantAt,
  type Instant,
  MINUTE,
  wallClockOf,
  type Window,
} from '../time/instant.ts';

/** Whole days of a zone, `2026-11-16`, the last one included. */
export interface Period {
  first: string;
  last: string;
  timezone: string;
}

/** The most days of a report: with the days before, half of the time for which rollups are kept. */
export const LONGEST_PERIOD = 92;

/** The days of a period, oldest first. */
export function daysOf({ first, last }: Pick<Period, 'first' | 'last'>): string[] {
  return Array.from({ length: lengthOf({ first, last }) }, (_, index) => dayAfter(first, index));
}

/** The number of days of a period. */
export function lengthOf({ first, last }: Pick<Period, 'first' | 'last'>): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / DAY) + 1;
}

/** The same number of days just before a period. */
export function periodBefore(period: Period): Period {
  const { first, timezone } = period;
  return { first: dayAfter(first, -lengthOf(period)), last: dayAfter(first, -1), timezone };
}

/** The whole days of a zone before the day of an instant. */
export function daysBefore(at: Instant, { days, timezone }: { days: number; timezone: string }): Period {
  const today = localDayOf(at, timezone);
  return { first: dayAfter(today, -days), last: dayAfter(today, -1), timezone };
}

/** The window of a period, from the start of its first day to the end of its last. */
export function periodWindow({ first, last, timezone }: Period): Window {
  return { from: startOf(first, timezone), to: startOf(dayAfter(last), timezone) };
}

function startOf(day: string, timezone: string): Instant {
  return firstInstantAt(`${day}T00:00`, timezone);
}

/** The day of an instant in a zone. */
export function localDayOf(at: Instant, timezone: string): string {
  return wallClockOf(at, timezone).slice(0, 10);
}

/** No zone changes its day within a quarter of an hour (IANA zones since 1972). */
const QUARTER = 15 * MINUTE;

/** Reads the days of many instants, with one calendar lookup per quarter of an hour. */
export function dayReader(timezone: string): (at: Instant) => string {
  const known = new Map<number, string>();
  return (at) => {
    const quarter = Math.floor(at / QUARTER);
    const day = known.get(quarter) ?? localDayOf(quarter * QUARTER, timezone);
    known.set(quarter, day);
    return day;
  };
}

/** Words for the days of a report and the days before, in the singular for a report on one day. */
interface SpanWords {
  /** `these days` */
  now: string;
  /** The same at the start of a sentence. */
  capital: string;
  /** `in these days` */
  inNow: string;
  /** `the 7 days before` */
  before: string;
  /** `in the 7 days before` */
  inBefore: string;
}

/** The words for a period and as many days before it. */
export function spanWords(period: Pick<Period, 'first' | 'last'>): SpanWords {
  const days = lengthOf(period);
  if (days === 1) {
    const before = 'the day before';
    return {
      now: 'this day',
      capital: 'This day',
      inNow: 'on this day',
      before,
      inBefore: `on ${before}`,
    };
  }
  const before = `the ${days} days before`;
  return {
    now: 'these days',
    capital: 'These days',
    inNow: 'in these days',
    before,
    inBefore: `in ${before}`,
  };
}
