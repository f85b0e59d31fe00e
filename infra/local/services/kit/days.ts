import { DAY, type Instant } from '../../../../shared/domain/time/instant.ts';

const MONTH = String.raw`(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?`;
const NAMED = new RegExp(
  String.raw`\b(\d{4}-\d{2}-\d{2}|${MONTH}\s\d{1,2}|\d{1,2}\s${MONTH})(?!\w)(?:,?\s(\d{4})\b)?`,
  'i',
);

/** A date without a year that would lie so far after the article belongs to the year before. */
const FUTURE = 60 * DAY;

/**
 * The first day that a text names, as midnight of UTC: `March 10, 2014`, `10 March`, `2014-03-10`. A year that is left
 * out is read against the day the article appeared. Undefined when no day is named, or one that does not exist.
 */
export function dayIn(text: string, publishedAt: Instant): Instant | undefined {
  const [, said = '', year] = NAMED.exec(text) ?? [];
  if (/^\d{4}-/.test(said)) return Date.parse(said) || undefined;
  const thisYear = new Date(publishedAt).getUTCFullYear();
  const ofYear = (of: number | string) => Date.parse(`${said} ${of} UTC`);
  const at = ofYear(year ?? thisYear);
  // The 31st of February is read as a day of March.
  if (new Date(at).getUTCDate() !== Number(/\d+/.exec(said)?.[0])) return undefined;
  return year === undefined && at > publishedAt + FUTURE ? ofYear(thisYear - 1) : at;
}
