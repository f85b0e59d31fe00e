import { DAY, HOUR, type Instant, MINUTE, parseWireTime, SECOND } from '../time/instant.ts';

const UNITS: Readonly<Record<string, number>> = {
  second: SECOND,
  m: MINUTE,
  min: MINUTE,
  minute: MINUTE,
  h: HOUR,
  hour: HOUR,
  d: DAY,
  day: DAY,
  w: 7 * DAY,
  week: 7 * DAY,
  month: 30 * DAY,
  year: 365 * DAY,
};

/**
 * The instant of a date in a request at `now` (news service, dates in requests): an ISO or slash date with or without
 * a time, in UTC; `now`, `today`, `yesterday`; `7 day ago`, `two days ago`, `last week`; `24h` and `7d`, counted back
 * from now. A day is its midnight; a month has 30 days. Undefined for any other text: the service may know more
 * phrases.
 */
export function resolveNewsDate(text: string, now: Instant): Instant | undefined {
  const phrase = text.trim().toLowerCase();
  const today = Math.floor(now / DAY) * DAY;
  if (phrase === 'now') return now;
  if (phrase === 'today') return today;
  if (phrase === 'yesterday') return today - DAY;
  const [, count, unit = ''] = /^(\d+)\s*([a-z]+?)s?(?:\s+ago)?$/.exec(phrase) ?? [];
  const length = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
  if (count !== undefined && length !== undefined) return now - Number(count) * length;
  const spoken = spokenSpan(phrase);
  return spoken ? now - spoken.count * (UNITS[spoken.unit] ?? DAY) : parseWireTime(text);
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
export function spokenSpan(text: string): { count: number; unit: SpanUnit } | undefined {
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
