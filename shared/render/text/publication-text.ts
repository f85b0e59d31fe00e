import { publicationTime, type Publication, publishedDay } from '../../domain/findings/finding.ts';
import { dayOf, type Instant } from '../../domain/time/instant.ts';
import { formatDay, formatMinute, formatMoment } from './format-values.ts';

/** Something with a time of publication, or else of parsing. */
export interface Dated extends Publication {
  indexedAt: Instant;
}

const NO_ZONE = 'time zone unknown';

/**
 * When something was published, for a sentence: `Saturday 21 November 2026, 12:24 (Europe/Paris)`. A date without a time is
 * a date in every zone, `Saturday 21 November 2026`; a time without a zone is as the service has it.
 */
export function publishedMoment(item: Dated, timezone: string): string {
  const day = publishedDay(item);
  if (day) return formatDay(dayOf(day.from));
  const [clock, zone] = hasZone(item) ? [timezone, timezone] : ['UTC', NO_ZONE];
  return `${formatMoment(publicationTime(item), clock)} (${zone})`;
}

/** When something was published, for a list whose zone is said elsewhere: `2026-11-21 12:24`, or `2026-11-21`. */
export function publishedMinute(item: Dated, timezone: string): string {
  const day = publishedDay(item);
  if (day) return dayOf(day.from);
  if (hasZone(item)) return formatMinute(publicationTime(item), timezone);
  return `${formatMinute(publicationTime(item), 'UTC')} (${NO_ZONE})`;
}

function hasZone({ publishedPrecision }: Publication): boolean {
  return publishedPrecision !== 'timezone unknown';
}
