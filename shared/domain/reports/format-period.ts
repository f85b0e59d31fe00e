import { lengthOf, type Period } from './period.ts';

/** Words for the days of a report and the days before, in the singular for a report on one day. */
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

/** The words for a period and as many days before it. */
export function spanWords(period: Pick<Period, 'first' | 'last'>): SpanWords {
  const days = lengthOf(period);
  if (days === 1) {
    const before = 'the day before';
    return { now: 'this day', inNow: 'on this day', before, inBefore: `on ${before}`, were: 'was' };
  }
  const before = `the ${days} days before`;
  return { now: 'these days', inNow: 'in these days', before, inBefore: `in ${before}`, were: 'were' };
}
