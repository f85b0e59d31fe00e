import { DAY, HOUR, MINUTE, parseWireTime, SECOND, type Instant } from '../time/instant.ts';
import { spokenSpan } from './spoken-span.ts';

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
 * The instant of a date in a request at `now` (news service, dates in requests): an ISO or slash date with or without a
 * time, in UTC; `now`, `today`, `yesterday`; `7 day ago`, `two days ago`, `last week`; `24h` and `7d`, counted back from now. A day is its midnight; a
 * month has 30 days. Undefined for any other text: the service may know more phrases.
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
