import { DAY, type Instant } from '../../../../shared/domain/time/instant.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MONTH = `(?:${MONTHS.join('|')})[a-z]*\\.?`;
const NAMED = new RegExp(
  String.raw`\b(?:(?<iso>\d{4}-\d{2}-\d{2})|(?<month>${MONTH})\s(?<day>\d{1,2})(?!\d)(?:,?\s(?<year>\d{4}))?|(?<day>\d{1,2})\s(?<month>${MONTH})(?:\s(?<year>\d{4}))?|(?<back>yesterday|today)|(?<weekday>${WEEKDAYS.join('|')})[a-z]*day)\b`,
  'i',
);

/** A date without a year that would lie so far after the article belongs to the year before. */
const FUTURE = 60 * DAY;

/**
 * The first day that a text names, as midnight of UTC: `March 10, 2014`, `10 March`, `2014-03-10`, `Monday`,
 * `yesterday`. What leaves the year or week open is read against the day the article appeared. Undefined when no day is
 * named, or one that does not exist.
 */
export function dayIn(text: string, publishedAt: Instant): Instant | undefined {
  const today = Math.floor(publishedAt / DAY) * DAY;
  const { iso, month, day, year, back, weekday } = NAMED.exec(text)?.groups ?? {};
  if (iso !== undefined) return Date.parse(iso) || undefined;
  if (back !== undefined) return back.toLowerCase() === 'today' ? today : today - DAY;
  if (weekday !== undefined) {
    const days = new Date(today).getUTCDay() - WEEKDAYS.indexOf(weekday.toLowerCase());
    return today - ((days + 7) % 7) * DAY;
  }
  if (month === undefined) return undefined;
  const number = MONTHS.indexOf(month.slice(0, 3).toLowerCase());
  const ofYear = (of: number) => Date.UTC(of, number, Number(day));
  const thisYear = new Date(today).getUTCFullYear();
  const at = ofYear(year === undefined ? thisYear : Number(year));
  if (new Date(at).getUTCMonth() !== number) return undefined;
  return year === undefined && at > today + FUTURE ? ofYear(thisYear - 1) : at;
}
