import { DAY, type Instant, parseWireTime } from '../../../../shared/domain/time/instant.ts';

/** Both ends belong to the range; a missing end is open. */
export interface InstantRange {
  from?: Instant;
  to?: Instant;
}

/**
 * Reads an end of a date range: `YYYY-MM-DD`, or relative to now: `now`, `now-30d`, `30d` for thirty days ago (events
 * service, filter value forms). Anything finer than a day is read, too, and means its day.
 * Undefined for anything else.
 */
export function dayOfFilter(text: string, now: Instant): Instant | undefined {
  const relative = /^(?:now(?:\s*-\s*(\d{1,5})d)?|(\d{1,5})d)$/.exec(text.trim().toLowerCase());
  const at = relative ? now - Number(relative[1] ?? relative[2] ?? 0) * DAY : parseWireTime(text);
  return at === undefined ? undefined : Math.floor(at / DAY) * DAY;
}

/** From the start of the first day to the end of the last. */
export function daysBetween(first: Instant | undefined, last: Instant | undefined): InstantRange {
  return {
    ...(first === undefined ? {} : { from: first }),
    ...(last === undefined ? {} : { to: last + DAY - 1 }),
  };
}

export function isWithin(range: InstantRange, at: Instant): boolean {
  return (range.from ?? -Infinity) <= at && at <= (range.to ?? Infinity);
}
