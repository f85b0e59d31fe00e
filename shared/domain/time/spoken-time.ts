import { DAY, HOUR, type Instant, MINUTE, parseWireTime, SECOND } from './instant.ts';

const LENGTHS = { second: SECOND, minute: MINUTE, hour: HOUR, day: DAY, week: 7 * DAY } as const;

/**
 * Reads a date of a request (news service, dates in requests): a time, a day (its start in UTC), an English phrase
 * such as `7 day ago`, `two hours ago`, `last week`, `last monday`, `this week`, `today`, `yesterday`, `now`, or a short
 * one such as `24h`. Days and weeks are those of UTC. A zone and fractions are read too. Undefined for anything else.
 */
export function readDate(text: string, now: Instant): Instant | undefined {
  const phrase = text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const midnight = Math.floor(now / DAY) * DAY;
  if (phrase === 'now') return now;
  if (phrase === 'today') return midnight;
  if (phrase === 'yesterday') return midnight - DAY;
  return readSpanAgo(phrase, now) ?? readNamedDay(phrase, midnight) ?? readTime(text);
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/**
 * The start of a day that is named by its weekday, or of a week, month or year: `last monday` is before today, `next
 * monday` after it, `monday` the latest one, `this monday` that of this week. Weeks begin on Monday.
 */
function readNamedDay(phrase: string, midnight: Instant): Instant | undefined {
  const [, which, name = ''] = /^(?:(last|past|previous|this|next) )?([a-z]+)$/.exec(phrase) ?? [];
  const today = new Date(midnight);
  const monday = midnight - ((today.getUTCDay() + 6) % 7) * DAY;
  const number = WEEKDAYS.indexOf(name);
  if (number < 0) {
    if (which !== 'this') return undefined;
    if (name === 'week') return monday;
    if (name === 'month') return Date.UTC(today.getUTCFullYear(), today.getUTCMonth());
    return name === 'year' ? Date.UTC(today.getUTCFullYear(), 0) : undefined;
  }
  if (which === 'this') return monday + ((number + 6) % 7) * DAY;
  const back = (today.getUTCDay() - number + 7) % 7;
  if (which === 'next') return midnight + (7 - back) * DAY;
  return midnight - (back === 0 && which !== undefined ? 7 : back) * DAY;
}

/** A span that ends now, `24h` or `7d`, as milliseconds. */
export function readSpan(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,6})([dh])$/i.exec(text.trim()) ?? [];
  if (count === undefined || unit === undefined) return undefined;
  return Number(count) * (unit.toLowerCase() === 'd' ? DAY : HOUR);
}

function readSpanAgo(phrase: string, now: Instant): Instant | undefined {
  const short = readSpan(phrase);
  if (short !== undefined) return now - short;
  const { count, unit } = spokenSpan(phrase) ?? {};
  if (count === undefined || unit === undefined) return undefined;
  if (unit === 'month' || unit === 'year') return monthsBefore(now, unit === 'year' ? 12 * count : count);
  return now - count * LENGTHS[unit];
}

/** The same day and time of an earlier month, or the last day of that month where it is shorter. */
function monthsBefore(now: Instant, months: number): Instant {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}

/** A time by the wire's forms, and no day that the calendar does not have (2026-02-30). */
function readTime(text: string): Instant | undefined {
  const at = parseWireTime(text);
  const [, year, month, day] = /^(\d{4})[-/](\d{2})[-/](\d{2})/.exec(text.trim()) ?? [];
  if (at === undefined || !year || !month || !day) return undefined;
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return Number(day) <= last ? at : undefined;
}

type SpanUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

const SPAN_UNITS: ReadonlyMap<string, SpanUnit> = new Map([
  ...named('second', 'seconds sec secs s'),
  ...named('minute', 'minutes min mins'),
  ...named('hour', 'hours hr hrs h'),
  ...named('day', 'days d'),
  ...named('week', 'weeks wk wks w'),
  ...named('month', 'months mo mos'),
  ...named('year', 'years yr yrs y'),
]);

function named(unit: SpanUnit, others: string): [string, SpanUnit][] {
  return [unit, ...others.split(' ')].map((name) => [name, unit]);
}

const NUMBERS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    a: 1,
    an: 1,
    one: 1,
    two: 2,
    'a couple of': 2,
    couple: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
    fourteen: 14,
    fifteen: 15,
    twenty: 20,
    thirty: 30,
    sixty: 60,
    ninety: 90,
  }),
);

/** No phrase is longer, in UTF-16 units. Longer texts would take time to read. */
const LONGEST = 60;

/**
 * The span that an English phrase counts back from now (news service, dates in requests): `7 day ago`, `two days ago`,
 * `5 min ago`, `last week`, `past 24 hours`. Undefined for any other text.
 */
function spokenSpan(text: string): { count: number; unit: SpanUnit } | undefined {
  if (text.length > LONGEST) return undefined;
  const phrase = text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const form =
    /^(?:(?<ago>.+?) ?(?<agoUnit>[a-z]+) ago|(?:the )?(?:last|past|previous) (?:(?<last>.+?) )?(?<lastUnit>[a-z]+))$/;
  const { ago, agoUnit, last, lastUnit } = form.exec(phrase)?.groups ?? {};
  const unit = SPAN_UNITS.get(agoUnit ?? lastUnit ?? '');
  const count = ago === undefined && last === undefined ? 1 : numberOf(ago ?? last ?? '');
  return unit === undefined || count === undefined ? undefined : { count, unit };
}

function numberOf(text: string): number | undefined {
  return /^\d{1,6}$/.test(text) ? Number(text) : NUMBERS.get(text);
}
