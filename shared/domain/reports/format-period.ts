import { lengthOf, type Period } from './period.ts';

/** How sentences name the days of a report and those before them. A report on one day reads otherwise. */
export interface SpanWords {
  /** `these days` */
  now: string;
  /** `in these days` */
  inNow: string;
  /** `the 7 days before` */
  before: string;
  /** `in the 7 days before` */
  inBefore: string;
  /** The verb that goes with `before`. */
  were: 'was' | 'were';
}

export function spanWords(period: Pick<Period, 'first' | 'last'>): SpanWords {
  const days = lengthOf(period);
  if (days === 1) {
    const before = 'the day before';
    return { now: 'this day', inNow: 'on this day', before, inBefore: `on ${before}`, were: 'was' };
  }
  const before = `the ${days} days before`;
  return { now: 'these days', inNow: 'in these days', before, inBefore: `in ${before}`, were: 'were' };
}
