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

const formats = new Map<string, Intl.DateTimeFormat>();

/** The local time of a zone at an instant, `2026-11-21T08:00`. */
export function wallClockOf(at: Instant, timezone: string): string {
  let format = formats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: timezone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
    formats.set(timezone, format);
  }
  return format.format(at).replace(' ', 'T');
}

const zones = new Map<string, Intl.DateTimeFormat>();

/**
 * A time with its zone, as pages, explanations and the command line say it: `2026-11-21 08:00 CET`, or with the
 * distance to UTC where a zone has no short name, `2026-11-21 02:00 GMT-5`.
 */
export function namedTime(at: Instant, timezone: string): string {
  const format =
    zones.get(timezone) ?? new Intl.DateTimeFormat('en-GB', { timeZone: timezone, timeZoneName: 'short' });
  zones.set(timezone, format);
  const zone = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? timezone;
  return `${wallClockOf(at, timezone).replace('T', ' ')} ${zone}`;
}

/**
 * The instants at which a zone's wall clock shows `local` (`2026-03-29T02:30`): none in spring's gap, two in autumn.
 */
function instantsAt(local: string, timezone: string): Instant[] {
  const utc = Date.parse(`${local}Z`);
  const offsets = [utc - DAY, utc, utc + DAY].map((at) => Date.parse(`${wallClockOf(at, timezone)}Z`) - at);
  const candidates = [...new Set(offsets)].map((offset) => utc - offset).toSorted((a, b) => a - b);
  return candidates.filter((at) => wallClockOf(at, timezone) === local);
}

/**
 * The first instant at which a zone's wall clock has reached `local`. For a time that spring skips, it is the first
 * instant after the gap; for a time that autumn repeats, it is the first of the two.
 */
export function firstInstantAt(local: string, timezone: string): Instant {
  const [exact] = instantsAt(local, timezone);
  if (exact !== undefined) return exact;
  let at = Date.parse(`${local}Z`) - 15 * HOUR;
  while (wallClockOf(at + HOUR, timezone) < local) at += HOUR;
  while (wallClockOf(at, timezone) < local) at += MINUTE;
  return at;
}

/** The instant at which a zone's wall clock showed the same hour, so many days before. */
export function sameTimeBefore(at: Instant, { days, timezone }: { days: number; timezone: string }): Instant {
  const then = Date.parse(`${wallClockOf(at, timezone)}Z`) - days * DAY;
  const before = firstInstantAt(new Date(then).toISOString().slice(0, 16), timezone);
  return Math.floor(before / HOUR) * HOUR;
}

const UNITS = [
  ['d', DAY],
  ['h', HOUR],
  ['m', MINUTE],
  ['s', SECOND],
] as const;

/** A span in milliseconds as watches.yaml writes it: `7d`, `24h`, `90m`. */
export function formatSpan(span: number): string {
  const exact = UNITS.find(([, unit]) => span >= unit && span % unit === 0);
  if (!exact || span === 0) return `${Math.round(span / SECOND)}s`;
  return span === DAY ? '24h' : `${span / exact[1]}${exact[0]}`;
}

/** About how long a span is, in whole hours, or in minutes where it is shorter: `3h`, `40m`. */
export function formatAboutSpan(span: number): string {
  const unit = span < 2 * HOUR ? MINUTE : HOUR;
  return formatSpan(Math.round(span / unit) * unit);
}

/** The distance of a time from now, in its largest unit: `3m ago`, `in 2h`. */
export function formatRelativeTime(at: Instant, now: Instant): string {
  const distance = Math.abs(at - now);
  const [name, unit] = UNITS.find(([, size]) => distance >= size) ?? ['s', SECOND];
  const amount = `${Math.floor(distance / unit)}${name}`;
  return at > now ? `in ${amount}` : `${amount} ago`;
}

/** Clocks are set by less than this in usual operation. */
const DRIFT = MINUTE;

/** Whether an instant of the past lies ahead of the clock: it was written while the clock was ahead. */
export function isAhead(at: Instant | undefined, now: Instant): boolean {
  return at !== undefined && at > now + DRIFT;
}

/** A half-open span, `[from, to)`, in whole seconds; of parse time unless the watch kind's rule names another time. */
export interface Window {
  from: Instant;
  to: Instant;
}

/** The shortest window that is split in two. A shorter one over the service's cap is marked `cut`. */
export const SHORTEST_WINDOW = MINUTE;

/** The longest span for one call (news service, dates in requests: longest good span). */
export const LONGEST_WINDOW = 30 * DAY;

/** How many past days the daily recount checks. */
export const RECOUNTED_DAYS = 3;

/**
 * Where windows are split: at multiples of `grain` since 1970, and only those longer than `shortest`. Milliseconds.
 */
export interface SplitRule {
  grain: number;
  shortest: number;
}

const BY_SECOND: SplitRule = { grain: SECOND, shortest: SHORTEST_WINDOW };

/** What a run must cover: from `start` minus the overlap until now. It begins at a multiple of `grain`. */
export function openRange({
  now,
  start,
  overlap,
  grain = SECOND,
}: {
  now: Instant;
  start: Instant;
  overlap: number;
  grain?: number;
}): Window {
  const to = floorTo(SECOND, now);
  return { from: floorTo(grain, Math.min(start, to) - overlap), to };
}

/** Splits a range into windows of at most `longest`, or one grain, oldest first. An empty range gives none. */
export function slicesOf(
  range: Window,
  { longest = LONGEST_WINDOW, grain = SECOND }: { longest?: number; grain?: number } = {},
): Window[] {
  const slices: Window[] = [];
  for (let { from } = range; from < range.to; ) {
    const end = floorTo(grain, from + Math.max(longest, grain));
    const to = Math.min(end, range.to);
    slices.push({ from, to });
    from = to;
  }
  return slices;
}

/** The two halves of a window, older first; undefined when it is too short to split. */
export function halvesOf(
  window: Window,
  { grain, shortest }: SplitRule = BY_SECOND,
): [Window, Window] | undefined {
  if (window.to - window.from <= shortest) return undefined;
  const half = floorTo(grain, window.from + (window.to - window.from) / 2);
  const middle = half > window.from ? half : floorTo(grain, window.from) + grain;
  if (middle >= window.to) return undefined;
  return [
    { from: window.from, to: middle },
    { from: middle, to: window.to },
  ];
}

export function contains(window: Window, at: Instant): boolean {
  return window.from <= at && at < window.to;
}

/** The UTC days before today that the recount checks, oldest first. */
export function recountedDays(now: Instant): Window[] {
  const today = Math.floor(now / DAY) * DAY;
  return Array.from({ length: RECOUNTED_DAYS }, (_, index) => {
    const from = today - (RECOUNTED_DAYS - index) * DAY;
    return { from, to: from + DAY };
  });
}

/** When to query an open window again: 1, 2, 4 ... minutes after the failure, at most an hour. */
export function retryAt(now: Instant, failures: number): Instant {
  return now + Math.min(MINUTE * 2 ** Math.min(failures, 6), HOUR);
}

function floorTo(grain: number, at: Instant): Instant {
  return Math.floor(at / grain) * grain;
}
