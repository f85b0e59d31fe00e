import { DAY, type Instant } from '../../../../../shared/domain/time/instant.ts';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const MONTH = String.raw`(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?`;

/** An article speaks of its own time; a date farther away is of something else. */
const FARTHEST = 400 * DAY;

/**
 * The day of which a text speaks, seen from the day of its publication: `March 3, 2024`, `3 March`, `on Monday`,
 * `yesterday`. A day without year is the last such day. Undefined when no day is named.
 */
export function dayIn(text: string, publishedAt: Instant): Instant | undefined {
  const today = Math.floor(publishedAt / DAY) * DAY;
  const named = namedDay(text, today) ?? relativeDay(text, today);
  return named !== undefined && Math.abs(named - today) <= FARTHEST ? named : undefined;
}

function namedDay(text: string, today: Instant): Instant | undefined {
  const american = new RegExp(
    String.raw`\b${MONTH}\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(\d{4}))?\b`,
    'i',
  ).exec(text);
  const european = new RegExp(
    String.raw`\b(\d{1,2})(?:st|nd|rd|th)?\s+${MONTH}(?:,?\s+(\d{4}))?\b`,
    'i',
  ).exec(text);
  if (american) return dayOf({ month: american[1], day: american[2], year: american[3], today });
  if (european) return dayOf({ month: european[2], day: european[1], year: european[3], today });
  return undefined;
}

function dayOf(named: {
  month: string | undefined;
  day: string | undefined;
  year: string | undefined;
  today: Instant;
}): Instant | undefined {
  const month = MONTHS.indexOf((named.month ?? '').slice(0, 3).toLowerCase());
  const thisYear = new Date(named.today).getUTCFullYear();
  const at = (year: number) => Date.UTC(year, month, Number(named.day));
  if (month < 0 || new Date(at(thisYear)).getUTCMonth() !== month) return undefined;
  if (named.year !== undefined) return at(Number(named.year));
  return at(thisYear) <= named.today ? at(thisYear) : at(thisYear - 1);
}

function relativeDay(text: string, today: Instant): Instant | undefined {
  if (/\byesterday\b/i.test(text)) return today - DAY;
  if (/\btoday\b/i.test(text)) return today;
  const found = /\b(?:on|last|since)\s+((?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i.exec(text);
  if (!found) return undefined;
  const wanted = WEEKDAYS.indexOf((found[1] ?? '').toLowerCase());
  const back = (new Date(today).getUTCDay() - wanted + 7) % 7;
  return today - back * DAY;
}
