import { articleWatches, type CoveredWatch, missingByDay } from './coverage.ts';
import { lengthOf, type Period, periodBefore, periodWindow } from './period.ts';
import type { PeriodTotals } from './period-totals.ts';
import type { TrendRow } from './report-numbers.ts';

/** How many periods a trend has, that of the report included. */
const PERIODS = 8;
/** The most days of a trend: rollups are kept for 400 days. */
const MOST_DAYS = 390;

/** The articles of a period before those that a report compares. */
export interface EarlierPeriod {
  period: Period;
  articles: number;
}

/** The periods of the trend before the two that a report compares, oldest first. */
export function earlierPeriods(period: Period): Period[] {
  const count = Math.min(PERIODS, Math.floor(MOST_DAYS / lengthOf(period)));
  const periods: Period[] = [];
  for (let next = periodBefore(periodBefore(period)); periods.length < count - 2; next = periodBefore(next))
    periods.unshift(next);
  return periods;
}

/**
 * The first day of the trend that a watch has covered: nothing was found before. Never after the days before the
 * report.
 */
export function firstTrendDay(period: Period, covered: readonly CoveredWatch[]): string {
  const from = Math.min(
    ...articleWatches(covered).flatMap((watch) => watch.covered.map((window) => window.from)),
  );
  const first = earlierPeriods(period).find((one) => periodWindow(one).to > from);
  return (first ?? periodBefore(period)).first;
}

/** The articles of the last periods, oldest first; those before the first one with data are left out. */
export function trendOf(facts: {
  now: PeriodTotals;
  before: PeriodTotals;
  earlier: readonly EarlierPeriod[];
  covered: readonly CoveredWatch[];
}): TrendRow[] {
  const { now, before, earlier, covered } = facts;
  const watches = articleWatches(covered);
  const rows = [...earlier, before, now].map(({ period, articles }): TrendRow => {
    const { first, last } = period;
    const missing = [...missingByDay(period, watches).values()].filter(({ length }) => length > 0);
    return { first, last, articles, missing: missing.length };
  });
  const start = rows.findIndex(({ missing, articles }) => missing < lengthOf(now.period) || articles > 0);
  return start < 0 ? [] : rows.slice(start);
}
