import { Cron } from 'croner';
import { HOUR, type Instant } from '../../../../../shared/domain/time/instant.ts';

/** When a monitor runs: a cron expression of five fields, on the wall clock of an IANA zone. */
export interface MonitorSchedule {
  cron: string;
  timezone: string;
}

/** A schedule that cannot be used; the message says why and what to write. */
export class ScheduleFault extends Error {
  override readonly name = 'ScheduleFault';
}

const EXAMPLE = 'Write for example "every day at 9 AM UTC" or "every Monday at 08:30"';
const LONGEST = 300;

/**
 * Reads a schedule in plain English, or a cron expression. A zone in the text wins over `timezone`. Without a time of
 * day it runs at midnight, and `every morning` at 8.
 *
 * @throws ScheduleFault when it is not understood, never runs, or runs less than `restHours` apart.
 */
export function readSchedule(
  text: string,
  { timezone, restHours }: { timezone: string; restHours: number },
): MonitorSchedule {
  const given = zoneOf(timezone);
  if (given === undefined) throw new ScheduleFault(`The time zone ${timezone.slice(0, 60)} does not exist`);
  if (text.length > LONGEST) throw new ScheduleFault(`A schedule has at most ${LONGEST} characters`);
  const plain = text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const isCron = /^(?:[\d*/,L-]+ ){2}\S+ \S+ \S+$/i.test(plain);
  const schedule = isCron
    ? { cron: text.trim().replaceAll(/\s+/g, ' '), timezone: given }
    : readSpoken(plain, given);
  assertApart(schedule.cron, restHours);
  return schedule;
}

/** Runs are compared on the wall clock, so that the short day in spring does not make a daily schedule too close. */
function assertApart(cron: string, restHours: number): void {
  const runs = upcoming(cron);
  if (runs.length === 0) throw new ScheduleFault('The schedule never runs');
  if (runs.some((run, at) => at > 0 && run - (runs[at - 1] ?? 0) < restHours * HOUR)) {
    throw new ScheduleFault(`Runs must lie at least ${restHours} hours apart. ${EXAMPLE}`);
  }
}

/** Enough runs to see every gap of a schedule by days, weeks or months. */
function upcoming(cron: string): Instant[] {
  try {
    const start = new Date(Date.UTC(2026, 0, 1));
    const runs = new Cron(cron, { timezone: 'UTC', paused: true, mode: '5-part' }).nextRuns(70, start);
    return runs.map((run) => run.getTime());
  } catch {
    throw new ScheduleFault(`The cron expression ${cron.slice(0, 60)} is not valid. ${EXAMPLE}`);
  }
}

/** The first run after an instant. @throws when the schedule has none, which `readSchedule` rules out. */
export function nextRun({ cron, timezone }: MonitorSchedule, after: Instant): Instant {
  const run = new Cron(cron, { timezone, paused: true, mode: '5-part' }).nextRun(new Date(after));
  if (!run) throw new TypeError(`the schedule ${cron} never runs`);
  return run.getTime();
}

function readSpoken(text: string, timezone: string): MonitorSchedule {
  const { zone = timezone, rest } = takeZone(
    text.replaceAll(/\bnoon\b/g, '12 pm').replaceAll(/\bmidnight\b/g, '12 am'),
  );
  const way = WAYS.find(([form]) => form.test(rest));
  if (!way) throw new ScheduleFault(`The schedule is not understood. ${EXAMPLE}`);
  const [form, daysOf] = way;
  const days = daysOf(form.exec(rest)?.[1] ?? '', rest);
  const left = rest.replace(form, ' ').replaceAll(DAY_NAME, ' ');
  const times = Array.from(left.matchAll(TIME), timeFrom);
  const odd = left.replaceAll(TIME, ' ').replaceAll(FILLER, ' ').trim();
  if (odd !== '')
    throw new ScheduleFault(`"${odd.slice(0, 60)}" in the schedule is not understood. ${EXAMPLE}`);
  const isLate = /\b(?:afternoon|evening|night)/.test(rest);
  if (isLate && !/\d ?[ap]\.?m\b/.test(rest))
    throw new ScheduleFault(`Say the time with AM or PM. ${EXAMPLE}`);
  const cron = days.split(' ').length === 5 ? days : `${clockFields(times)} ${days}`;
  return { cron: text.includes('morning') && times.length === 0 ? `0 8 ${days}` : cron, timezone: zone };
}

/** Zones by the short names people write. */
const SHORT = {
  utc: 'UTC',
  gmt: 'UTC',
  et: 'America/New_York',
  eastern: 'America/New_York',
  ct: 'America/Chicago',
  pt: 'America/Los_Angeles',
  pacific: 'America/Los_Angeles',
  cet: 'Europe/Paris',
  bst: 'Europe/London',
  ist: 'Asia/Kolkata',
  jst: 'Asia/Tokyo',
};

/** Zones by their names and the cities in them, in small letters: `europe/paris`, `new york`. */
const ZONES: ReadonlyMap<string, string> = new Map([
  ...Intl.supportedValuesOf('timeZone').flatMap((zone) => [
    [zone.toLowerCase(), zone] as const,
    [
      zone
        .slice(zone.lastIndexOf('/') + 1)
        .replaceAll('_', ' ')
        .toLowerCase(),
      zone,
    ] as const,
  ]),
  ...Object.entries(SHORT),
]);

/** The IANA zone of this name in its usual spelling, or undefined. */
function zoneOf(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Takes a zone out of a text: `UTC`, `(CET)`, `in Europe/Paris`, `New York time`, `in London`. */
function takeZone(text: string): { zone?: string | undefined; rest: string } {
  const words = text.split(/[\s(),]+/);
  for (const size of [2, 1]) {
    for (const at of words.keys()) {
      const name = words.slice(at, at + size).join(' ');
      const zone =
        ZONES.get(name) ?? (name.includes('/') && /^[a-z_/-]+$/.test(name) ? zoneOf(name) : undefined);
      if (zone !== undefined) return { zone, rest: words.toSpliced(at, size).join(' ') };
    }
  }
  return { rest: text };
}

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const COUNTS = ['', 'one', 'other', 'three', 'four', 'five', 'six', 'seven'];
const DAY_NAME = /\b(sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?s?\b/g;
const FILLER =
  /\b(?:please|run|it|and|at|to|through|on|in|of|the|every|each|once|per|an?|time|day|month|week|weekly|morning|afternoon|evenings?|night)\b|[,.;-]/g;

/**
 * Ways to say on which days, with what they name; each gives the last three fields of a cron expression, or all five.
 */
const WAYS: readonly (readonly [form: RegExp, days: (named: string, text: string) => string])[] = [
  [/\b(?:every (?:(\w+) )?hours?|hourly)\b/, hours],
  [/\bweekdays?\b/, () => '* * 1-5'],
  [/\bweekends?\b/, () => '* * 6,0'],
  [/\bevery (other|\w+(?= days)) days?\b/, (count) => everyFew(countOf(count))],
  [/\bdaily\b|\beveryday\b|\b(?:every|each|a) (?:day|morning|night)\b/, () => '* * *'],
  [/\bquarterly\b/, () => '1 */3 *'],
  [/\byearly\b/, () => '1 1 *'],
  [/\blast day\b/, () => 'L * *'],
  [/\b(\d{1,2})(?:st|nd|rd|th)\b/, (day) => `${dayOfMonth(Number(day))} * *`],
  [/\bmonthly\b|\bfirst (?:day )?of (?:every|each) month\b/, () => '1 * *'],
  [/\bweekly\b|\b(?=(?:sun|mon|tues|wednes|thurs|fri|satur)day)|\b(?:a|every|each) week\b/, weekdays],
];

/** `Monday`, `Mondays and Fridays`, `Monday to Friday`; `weekly` alone means Monday. */
function weekdays(_: string, text: string): string {
  const names = Array.from(text.matchAll(DAY_NAME), ([, name = '']) => WEEKDAYS.indexOf(name.slice(0, 3)));
  const [first = 1, last = first] = names;
  if (names.length === 2 && /day ?(?:-|to|through) ?/.test(text))
    return `* * ${first}-${last < first ? last + 7 : last}`;
  return `* * ${names.toSorted((a, b) => a - b).join(',') || first}`;
}

/** Hours that make whole days are days; fewer are a rhythm within the day. */
function hours(said: string): string {
  const count = countOf(said || 'one');
  return count % 24 === 0 ? everyFew(count / 24) : `0 */${Math.min(count, 23)} * * *`;
}

function everyFew(days: number): string {
  return days === 1 ? '* * *' : `*/${dayOfMonth(days)} * *`;
}

function dayOfMonth(day: number): number {
  if (day < 1 || day > 31) throw new ScheduleFault(`A month has no ${day} days`);
  return day;
}

function countOf(word: string): number {
  const count = Math.max(COUNTS.indexOf(word === 'two' ? 'other' : word), Number(word) || 0);
  if (!Number.isInteger(count) || count < 1) throw new ScheduleFault(`${word} is not a number`);
  return count;
}

/** `9 AM`, `9:30pm`, `08:30`, `9`. */
const TIME = /\b(\d{1,2})(?:[:.](\d{2}))?(?: ?([ap])\.?m\b\.?)?(?![\d:])/g;

interface ClockTime {
  hour: number;
  minute: number;
}

function timeFrom([, hour, minute = '0', half]: RegExpMatchArray): ClockTime {
  const said = Number(hour);
  const time = {
    hour: half === undefined ? said : (said % 12) + (half === 'p' ? 12 : 0),
    minute: Number(minute),
  };
  if (time.hour > 23 || time.minute > 59 || (half !== undefined && (said < 1 || said > 12)))
    throw new ScheduleFault(`${hour}:${minute} is not a time of day`);
  return time;
}

/** Minute and hour fields. Several times must share their minute: a cron expression crosses the two. */
function clockFields(times: readonly ClockTime[]): string {
  const minutes = new Set(times.map(({ minute }) => minute));
  if (minutes.size > 1) throw new ScheduleFault('Several times of day must have the same minute');
  const hours = times.map(({ hour }) => hour).toSorted((a, b) => a - b);
  const [minute = 0] = minutes;
  return `${minute} ${hours.join(',') || '0'}`;
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** A schedule in words: `Every day at 09:00 (UTC)`. One of another rhythm is shown as it is written. */
export function describeSchedule({ cron, timezone }: MonitorSchedule): string {
  const [, minute = '', hour = '', day = '', weekday = ''] =
    /^(\d+) ([\d,]+) (\S+) \* (\S+)$/.exec(cron) ?? [];
  const times = hour.split(',').map((one) => `${one.padStart(2, '0')}:${minute.padStart(2, '0')}`);
  const days = day === '*' ? daysOfWeek(weekday) : weekday === '*' ? daysOfMonth(day) : undefined;
  return `${days ? `${days} at ${times.join(' and ')}` : `Cron expression ${cron}`} (${timezone})`;
}

function daysOfWeek(field: string): string {
  if (field === '*') return 'Every day';
  if (field === '1-5') return 'Every weekday';
  const named = field.replaceAll(/\d/g, (day) => DAYS[Number(day) % 7] ?? day);
  return `Every ${named.replace('-', ' to ').replaceAll(',', ' and ')}`;
}

function daysOfMonth(field: string): string | undefined {
  if (field.startsWith('*/')) return `Every ${field.slice(2)} days, counted from the first of the month,`;
  if (!/^(?:L|\d+)$/.test(field)) return undefined;
  return `On ${field === 'L' ? 'the last day' : `day ${field}`} of every month`;
}
