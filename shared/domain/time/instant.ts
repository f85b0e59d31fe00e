/** A point in time: milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** `2026-11-21T08:00:00.000Z`: the store keeps times in this form because it sorts as text. */
export function isoOf(at: Instant): string {
  return new Date(at).toISOString();
}

/** `2026-11-21T08:00:00`: UTC without a zone, as the services expect it (news service, date rules). */
export function wireTimeOf(at: Instant): string {
  return isoOf(at).slice(0, 19);
}

/** The UTC day of an instant, `2026-11-21`; it partitions the time index. */
export function dayOf(at: Instant): string {
  return isoOf(at).slice(0, 10);
}

/** Whether a text is a day of the calendar: `2026-02-28`, but not `2026-02-30`. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(at) && dayOf(at) === text;
}

/** The day so many days after `day`, or before it. Days have no hours, so clock changes do not matter. */
export function dayAfter(day: string, days = 1): string {
  return dayOf(Date.parse(`${day}T00:00:00Z`) + days * DAY);
}

/** Cuts off fractions of a second: the services keep whole seconds. */
export function wholeSecond(at: Instant): Instant {
  return Math.floor(at / SECOND) * SECOND;
}

/**
 * Reads a service's date: a blank or `T` between date and time, with or without zone and fraction, or a date alone.
 * No zone means UTC (contract, rules for schemas). Returns undefined for any other text.
 */
export function parseWireTime(text: string): Instant | undefined {
  const form =
    /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?)(\.\d+)?\s*(Z|[+-]\d{2}:?\d{2}| ?UTC)?)?$/i;
  const parts = form.exec(text.trim());
  if (!parts) return undefined;
  const [, year, month, day, time = '00:00:00', fraction = '', zone = 'Z'] = parts;
  const clock = time.length === 5 ? `${time}:00` : time;
  const offset = /utc|z/i.test(zone) ? 'Z' : zone.replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2');
  const at = Date.parse(`${year}-${month}-${day}T${clock}${fraction.slice(0, 4)}${offset}`);
  return Number.isNaN(at) ? undefined : at;
}
