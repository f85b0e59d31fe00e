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

/** The beginnings of the names of months, in English and in languages whose feeds translate them, without accents. */
const MONTHS: readonly RegExp[] = [
  /^(?:jan|ene|gen)/,
  /^(?:feb|fev)/,
  /^(?:mar|maa|mrt)/,
  /^(?:apr|abr|avr)/,
  /^(?:may|mai|mei|mag)/,
  /^(?:jun|juin|giu)/,
  /^(?:jul|juil|lug)/,
  /^(?:aug|aou|ago)/,
  /^(?:sep|set)/,
  /^(?:oct|okt|out|ott)/,
  /^(?:nov)/,
  /^(?:dec|dez|des|dic)/,
];

const TIME = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d+)?)?\s*(?<half>[ap]\.?m\.?)?`;
const ZONE = String.raw`(?:\s*(?:GMT|UTC)?(?<offset>[+-]\d{1,2}:?\d{2}|[+-]\d{1,2})|\s*(?<zone>[A-Z]{1,5})(?![A-Za-z]))?`;
const WORD = String.raw`(?<month>\p{L}{3,12})`;

/**
 * The forms of dates in feeds: ISO 8601 (also cut short), RFC 822 and its relatives, as in C, as in American prose.
 */
const FORMS: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?<year>\d{4})(?:[-/](?<number>\d{1,2})(?:[-/](?<day>\d{1,2}))?)?(?:[T\s]+${TIME}${ZONE})?$`,
    'u',
  ),
  new RegExp(String.raw`^(?<year>\d{4})(?<number>\d{2})(?<day>\d{2})(?:T?${TIME}${ZONE})?$`, 'u'),
  new RegExp(
    String.raw`^(?:\p{L}{2,12}\.?,?\s+)?(?<day>\d{1,2})(?:\.|st|nd|rd|th)?[\s-]+(?:de\s+)?${WORD}\.?[\s,-]+(?:de\s+)?(?<year>\d{4}|\d{2})(?:[,\s]+(?:at\s+)?${TIME}${ZONE})?$`,
    'u',
  ),
  new RegExp(String.raw`^\p{L}{3,9},?\s+${WORD}\s+(?<day>\d{1,2}),?\s+${TIME}${ZONE}\s+(?<year>\d{4})$`, 'u'),
  new RegExp(
    String.raw`^(?:\p{L}{3,9},?\s+)?${WORD}\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})(?:[,\s]+(?:at\s+)?${TIME}${ZONE})?$`,
    'u',
  ),
];

/** What feeds put behind a zone: `(Coordinated Universal Time)`. */
const COMMENT = /\s*\([^()]*\)\s*$/;

/**
 * When something was published, from the text of a feed. A date without a time is a date, a time without a zone that
 * is known is in UTC, and both are said. Undefined for text that is no date, and for a day that no calendar has.
 */
function readFeedDate(text: string): Publication | undefined {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(COMMENT, '');
  const form = FORMS.find((one) => one.test(plain));
  const parts = form?.exec(plain)?.groups;
  return parts && publicationOf(parts);
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

function monthOf(name: string): number {
  const lower = name.toLowerCase();
  return MONTHS.findIndex((beginning) => beginning.test(lower));
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
  const noon = half === undefined ? 0 : (half.startsWith('p') ? 12 : 0) - (hour === '12' ? 12 : 0);
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
  const hours = zone === undefined ? undefined : ZONES[zone];
  return hours === undefined ? undefined : hours * HOUR;
}

/** Clocks differ, and a date alone may be tomorrow in another zone. Later than this, a date is wrong. */
const AHEAD = DAY;
/** Nothing was published on the web before: such dates are defaults of programs, such as 1970. */
const FIRST_PAGES = Date.UTC(1991, 0, 1);

/** The first of these texts that is a date, if it can be true: not before the web, not in the future. */
export function publicationWithin(texts: readonly (string | undefined)[], now: Instant): Publication {
  for (const text of texts) {
    const read = text === undefined ? undefined : readFeedDate(text);
    const at = read?.publishedAt;
    if (read && at !== undefined && at >= FIRST_PAGES && at <= now + AHEAD) return read;
  }
  return {};
}
