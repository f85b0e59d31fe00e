import { parseSchedule, ScheduleError } from '../../../domain/time/schedule.ts';

const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** Words for how often, as a rate, and as a time where only that is possible. Most people read news in the morning. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  hourly: ['rate(1 hour)'],
  daily: ['rate(1 day)', 'cron(0 8 * * ? *)'],
  weekly: ['rate(7 days)', 'cron(0 8 ? * MON *)'],
};

/** Minutes in a unit, by its first letter. */
const UNITS: Readonly<Record<string, number>> = { s: 1 / 60, m: 1, h: 60, d: 1_440, w: 10_080 };

/** Longer texts are no schedule. */
const LONGEST = 100;

/** The schedule that was probably meant by a text that the scheduler refuses; undefined where nothing is likely. */
export function suggestedSchedule(text: string): string | undefined {
  return suggestedSchedules(text)[0];
}

/** The same, in several forms where some places take only one: a rate first. */
export function suggestedSchedules(written: string): string[] {
  if (written.length > LONGEST) return [];
  const text = written.trim();
  const words = WORDS[text.toLowerCase().replace(/^@/, '')] ?? [];
  const read = [rateOf(text), cronOf(text)].flatMap((one) => one ?? []);
  return [...words, ...read].filter(isSchedule);
}

function isSchedule(expression: string): boolean {
  try {
    parseSchedule(expression, 'UTC');
    return true;
  } catch (error) {
    if (error instanceof ScheduleError) return false;
    throw error;
  }
}

/** `15m`, `every 15 minutes`, `rate(1 week)`. */
function rateOf(text: string): string | undefined {
  const [, count = '1', unit = ''] =
    /^(?:rate|every|each)?\s*\(?\s*(\d{1,6})?\s*(secs?|seconds?|m|mins?|minutes?|h|hours?|d|days?|w|weeks?)\s*\)?$/i.exec(
      text,
    ) ?? [];
  const minutes = Math.ceil(Number(count) * (UNITS[unit.charAt(0).toLowerCase()] ?? 0));
  const [size, name] = (
    [
      [1_440, 'day'],
      [60, 'hour'],
      [1, 'minute'],
    ] as const
  ).find(([one]) => minutes % one === 0) ?? [1, ''];
  return minutes === 0 ? undefined : `rate(${minutes / size} ${name}${minutes === size ? '' : 's'})`;
}

/**
 * Five fields of unix, or six of the scheduler with both days set, with or without `cron(...)`. Who sets both days
 * knows them from unix, and counts them so.
 */
function cronOf(text: string): string | undefined {
  const [, body = text] = /^cron\s*\((.*)\)$/i.exec(text) ?? [];
  const fields = body.trim().split(/\s+/);
  const [minutes, hours, dayOfMonth = '', month, dayOfWeek = '', year = '*'] = fields;
  if (fields.length !== 5 && fields.length !== 6) return undefined;
  const [dates, weekdays] = oneOfTheDays(dayOfMonth, dayOfWeek.split(',').map(unixDays).join(','));
  return `cron(${[minutes, hours, dates, month, weekdays, year].join(' ').toUpperCase()})`;
}

/** A day of the week as unix counts it: 0 and 7 are Sunday. The scheduler counts Sunday as 1, so this writes names. */
function unixDays(field: string): string {
  return field.replaceAll(/(?<![\d/#])[0-7](?!\d)/g, (day) => DAYS[Number(day) % 7] ?? day);
}

/**
 * The scheduler takes exactly one of the two days. Unix runs on either of them where both are set, which takes two
 * schedules: the day of the month stays.
 */
function oneOfTheDays(dayOfMonth: string, dayOfWeek: string): readonly [string, string] {
  if (/^[*?]$/.test(dayOfWeek)) return [dayOfMonth === '?' ? '*' : dayOfMonth, '?'];
  return /^[*?]$/.test(dayOfMonth) ? ['?', dayOfWeek] : [dayOfMonth, '?'];
}
