import type { Publication } from '../findings/finding.ts';
import { DAY, HOUR, type Instant, MINUTE, SECOND } from '../time/instant.ts';

/** Offsets of zone names in hours. Other names are unknown: military letters, which feeds confuse, among them. */
const ZONES: Readonly<Record<string, number>> = {
  Z: 0,
  UT: 0,
  UTC: 0,
  GMT: 0,
  WET: 0,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  AKST: -9,
  AKDT: -8,
  HST: -10,
  BST: 1,
  CET: 1,
  CEST: 2,
  MEZ: 1,
  MESZ: 2,
  EET: 2,
  EEST: 3,
  MSK: 3,
  SAST: 2,
  JST: 9,
  KST: 9,
  AEST: 10,
  AEDT: 11,
  NZST: 12,
  NZDT: 13,
};

/** Languages whose names of months feeds use. Where two of them disagree, the first one counts. */
const LANGUAGES = 'en fr de es it pt nl pl ru tr el hu cs uk ro sv da nb fi id bg sk ca et lv lt'.split(' ');

let months: readonly (readonly [name: string, month: number])[] | undefined;

/** The names of months in each language: alone, beside a day, and short. */
function monthNames(): readonly (readonly [name: string, month: number])[] {
  const forms = [{ month: 'long' }, { month: 'long', day: 'numeric' }, { month: 'short' }] as const;
  months ??= LANGUAGES.flatMap((language) =>
    forms.flatMap((form) => {
      const format = new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC', calendar: 'gregory' });
      return Array.from({ length: 12 }, (_, month) => {
        const parts = format.formatToParts(Date.UTC(2026, month, 1));
        return [plainText(parts.find(({ type }) => type === 'month')?.value ?? ''), month] as const;
      });
    }),
  );
  return months;
}

const TIME = String.raw`(?<hour>\d{1,2})[:.](?<minute>\d{2})(?:[:.](?<second>\d{2})(?:[.,]\d+)?)?\s*(?<half>[ap]\.?m\.?(?![a-z]))?`;
const SHORT_TIME = String.raw`(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})?`;
const ZONE = String.raw`(?:\s*(?:GMT|UTC)?(?<offset>[+-]\d{1,2}:?\d{2}|[+-]\d{1,2})|\s*(?<zone>[a-z]{1,5})(?![a-z]))?`;
const WEEKDAY = String.raw`(?:\p{L}{1,14}(?!\p{L})\.?\s*,?\s*)?`;
const MONTH = String.raw`(?<month>\p{L}{3,14})\.?`;
const AT = String.raw`(?:[,\s-]+(?:at\s+)?${TIME}${ZONE})?`;

/**
 * The forms of dates in feeds: ISO 8601 (also cut short), RFC 822 and its relatives, as in C, as in American prose,
 * and days in digits. Of two readings of the same digits the first counts that can be true.
 */
const FORMS: readonly RegExp[] = [
  String.raw`(?<year>\d{4})(?:[-/.](?<number>\d{1,2})(?:[-/.](?<day>\d{1,2})\.?)?)?(?:[T\s]+${TIME}${ZONE})?`,
  String.raw`(?<year>\d{4})(?<number>\d{2})(?<day>\d{2})(?:T?(?:${SHORT_TIME})${ZONE})?`,
  String.raw`(?<year>\d{4})(?<number>\d{2})(?<day>\d{2})(?:T?${TIME}${ZONE})?`,
  String.raw`${WEEKDAY}(?<day>\d{1,2})(?:\.|st|nd|rd|th)?[\s-]+(?:de\s+)?${MONTH}[\s,-]+(?:de\s+)?(?<year>\d{4}|\d{2})${AT}`,
  String.raw`\p{L}{3,9},?\s+${MONTH}\s+(?<day>\d{1,2}),?\s+${TIME}${ZONE}\s+(?<year>\d{4})`,
  String.raw`${WEEKDAY}${MONTH}\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})${AT}`,
  String.raw`(?<year>\d{4})\.?\s+${MONTH}\s+(?<day>\d{1,2})\.?${AT}`,
  String.raw`${WEEKDAY}(?<day>\d{1,2})[/.-](?<number>\d{1,2})[/.-](?<year>\d{4}|\d{2})${AT}`,
  String.raw`${WEEKDAY}(?<number>\d{1,2})/(?<day>\d{1,2})/(?<year>\d{4}|\d{2})${AT}`,
].map((form) => new RegExp(`^${form}$`, 'iu'));

/** What feeds put behind a zone: `(Coordinated Universal Time)`. */
const COMMENT = /\s*\([^()]*\)\s*$/;

/** A text without accents, in small letters of one width, with one sign for each minus. */
function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('\u2212', '-')
    .replace(/\.$/, '');
}

/** A date of East Asia in the form of ISO 8601: `2026年11月28日 3時05分`. */
function withIsoMarks(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/(?<=\d)\s*[年月년월]\s*/gu, '-')
    .replaceAll(/(?<=\d)\s*[日일]/gu, ' ')
    .replaceAll(/(?<=\d)\s*[時时시点點]\s*(?=\d)/gu, ':')
    .replaceAll(/(?<=\d)\s*[分분]\s*(?=\d)/gu, ':')
    .replaceAll(/(?<=\d)\s*[分분秒초]/gu, '');
}

/**
 * When something was published, from the text of a feed: each reading of it. A date without a time is a date, a time
 * without a zone that is known is in UTC, and both are said. None for text that is no date, and for a day that no
 * calendar has.
 */
function readFeedDate(text: string): Publication[] {
  const plain = plainText(withIsoMarks(text)).replaceAll(/\s+/g, ' ').trim().replace(COMMENT, '');
  // Seconds and milliseconds since 1970.
  if (/^\d{10}$|^\d{13}$/.test(plain)) return [{ publishedAt: Number(plain.padEnd(13, '0')) }];
  return FORMS.flatMap((form) => {
    const parts = form.exec(plain)?.groups;
    return (parts && publicationOf(parts)) ?? [];
  });
}

type Parts = Readonly<Partial<Record<string, string>>>;

function publicationOf(parts: Parts): Publication | undefined {
  const month = parts['month'] === undefined ? Number(parts['number'] ?? 1) - 1 : monthOf(parts['month']);
  const midnight = dayOf({ year: yearOf(parts['year'] ?? ''), month, day: Number(parts['day'] ?? 1) });
  if (midnight === undefined) return undefined;
  if (parts['hour'] === undefined) return { publishedAt: midnight, publishedPrecision: 'date' };
  const time = timeOf(parts);
  if (time === undefined) return undefined;
  const offset = offsetOf(parts);
  return offset === undefined
    ? { publishedAt: midnight + time, publishedPrecision: 'timezone unknown' }
    : { publishedAt: midnight + time - offset };
}

/** The month that a name, or its beginning, means; -1 for another word. */
function monthOf(word: string): number {
  return monthNames().find(([name]) => name.startsWith(word))?.[1] ?? -1;
}

/** Two digits are of this century or of the one before (RFC 2822, obsolete dates). */
function yearOf(text: string): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return year < 50 ? 2000 + year : 1900 + year;
}

function dayOf({ year, month, day }: { year: number; month: number; day: number }): Instant | undefined {
  const at = new Date(Date.UTC(year, month, day));
  const isReal = at.getUTCFullYear() === year && at.getUTCMonth() === month && at.getUTCDate() === day;
  return isReal ? at.getTime() : undefined;
}

function timeOf({ hour, minute, second = '0', half }: Parts): number | undefined {
  // Some write a half of the day behind an hour of 24.
  const isHalved = half !== undefined && Number(hour) <= 12;
  const noon = isHalved ? (half.startsWith('p') ? 12 : 0) - (hour === '12' ? 12 : 0) : 0;
  const time = (Number(hour) + noon) * HOUR + Number(minute) * MINUTE + Number(second) * SECOND;
  return time > DAY || Number(minute) > 59 ? undefined : time;
}

/** Milliseconds ahead of UTC; undefined where the text does not say it. */
function offsetOf({ offset, zone }: Parts): number | undefined {
  if (offset !== undefined) {
    const digits = offset.slice(1).replace(':', '');
    const hours = Number(digits.length > 2 ? digits.slice(0, -2) : digits);
    const minutes = Number(digits.length > 2 ? digits.slice(-2) : 0);
    return (hours * HOUR + minutes * MINUTE) * (offset.startsWith('-') ? -1 : 1);
  }
  const hours = zone === undefined ? undefined : ZONES[zone.toUpperCase()];
  return hours === undefined ? undefined : hours * HOUR;
}

/** Clocks differ, and a date alone may be tomorrow in another zone. Later than this, a date is wrong. */
const AHEAD = DAY;
/** Nothing was published on the web before: such dates are defaults of programs, such as 1970. */
const FIRST_PAGES = Date.UTC(1991, 0, 1);

/** The first of these texts that is a date, if it can be true: not before the web, not in the future. */
export function publicationWithin(texts: readonly (string | undefined)[], now: Instant): Publication {
  const read = texts.flatMap((text) => (text === undefined ? [] : readFeedDate(text)));
  return read.find(({ publishedAt: at = 0 }) => at >= FIRST_PAGES && at <= now + AHEAD) ?? {};
}
