import { DAY, dayOf, type Instant } from '../../../../../../shared/domain/time/instant.ts';
import type { Extract } from './extracted.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** A date without a year that would lie so far after the article belongs to the year before. */
const FUTURE = 60 * DAY;

/** The first date in the text that names a day, else the day of the first article with little confidence. */
export const extractDate: Extract = (_field, reading) => {
  const published = Math.min(...reading.articles.map(({ publishedAt }) => publishedAt));
  for (const mention of reading.mentions()) {
    const at = mention.kind === 'date' ? dayNamed(mention.text, published) : undefined;
    if (at !== undefined) return { value: dayOf(at), confidence: /\d{4}/.test(mention.text) ? 0.9 : 0.6 };
  }
  return { value: dayOf(published), confidence: 0.3 };
};

/**
 * The day that a phrase names, as midnight of UTC: `March 10, 2014`, `10 March`, `2014-03-10`, `last Monday`, `yesterday`.
 * What leaves the year or week open is read against the day the article appeared. Undefined when no day is named.
 */
export function dayNamed(phrase: string, published: Instant): Instant | undefined {
  const text = phrase.toLowerCase();
  const today = Math.floor(published / DAY) * DAY;
  const iso = /(\d{4})-(\d{2})-(\d{2})/.exec(text);
  if (iso) return dayAt(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]));
  if (/\byesterday\b/.test(text)) return today - DAY;
  if (/\b(today|tonight|this (morning|afternoon|evening))\b/.test(text)) return today;
  if (/\btomorrow\b/.test(text)) return today + DAY;
  return calendarDay(text, today) ?? weekday(text, today);
}

function calendarDay(text: string, today: Instant): Instant | undefined {
  const month = MONTHS.findIndex((name) => new RegExp(`\\b${name}[a-z]*\\b`).test(text));
  const day = /\b(\d{1,2})(?:st|nd|rd|th)?\b/.exec(text.replace(/\b\d{4}\b/, ''))?.[1];
  if (month === -1 || day === undefined) return undefined;
  const year = /\b(\d{4})\b/.exec(text)?.[1];
  if (year !== undefined) return dayAt(Number(year), month, Number(day));
  const thisYear = new Date(today).getUTCFullYear();
  const at = dayAt(thisYear, month, Number(day));
  return at !== undefined && at > today + FUTURE ? dayAt(thisYear - 1, month, Number(day)) : at;
}

/** The last such weekday up to the day of the article; `next` goes forward. */
function weekday(text: string, today: Instant): Instant | undefined {
  const wanted = WEEKDAYS.findIndex((name) => text.includes(name));
  if (wanted === -1) return undefined;
  const back = (new Date(today).getUTCDay() - wanted + 7) % 7;
  if (/\bnext\b/.test(text)) return today + (7 - back) * DAY;
  return today - (back === 0 && /\blast\b/.test(text) ? 7 : back) * DAY;
}

/** Undefined for a day that does not exist, such as 31 February. */
function dayAt(year: number, month: number, day: number): Instant | undefined {
  const at = Date.UTC(year, month, day);
  return new Date(at).getUTCMonth() === month ? at : undefined;
}
