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
  const plain = text.trim().replaceAll(/\s+/g, ' ');
  const isCron = /^(?:[\d*/,L-]+ ){2}\S+ \S+ \S+$/i.test(plain);
  const schedule = isCron ? { cron: plain, timezone: given } : readSpoken(plain.toLowerCase(), given);
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
    const runs = cronOf({ cron, timezone: 'UTC' }).nextRuns(70, new Date(Date.UTC(2026, 0, 1)));
    return runs.map((run) => run.getTime());
  } catch {
    throw new ScheduleFault(`The cron expression ${cron.slice(0, 60)} is not valid. ${EXAMPLE}`);
  }
}

/** The first run after an instant. @throws when the schedule has none, which `readSchedule` rules out. */
export function nextRun(schedule: MonitorSchedule, after: Instant): Instant {
  const run = cronOf(schedule).nextRun(new Date(after));
  if (!run) throw new TypeError(`the schedule ${schedule.cron} never runs`);
  return run.getTime();
}

function cronOf({ cron, timezone }: MonitorSchedule): Cron {
  return new Cron(cron, { timezone, paused: true, mode: '5-part' });
}

const DAY_NAME = /\b(sun|mon(?!th)|tue|wed|thu|fri|sat)[a-z]*\b/g;
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Ways to say on which days, with what they name. Each gives the last three fields of a cron expression. */
const WAYS: readonly (readonly [form: RegExp, days: (named: string, text: string) => string])[] = [
  [
    /\bhourly\b|\bevery (?:(\d+) )?hours?\b/,
    (count) => (Number(count || 1) % 24 ? '' : everyFew(Number(count) / 24)),
  ],
  [/\bweekdays?\b/, () => '* * 1-5'],
  [/\bweekends?\b/, () => '* * 6,0'],
  [/\bevery (other|two|three|four|five|six|\d+) days?\b/, (count) => everyFew(countOf(count))],
  [/\bdaily\b|\beveryday\b|\b(?:every|each|a) (?:day|morning|evening|night)\b/, () => '* * *'],
  [/\bquarterly\b/, () => '1 */3 *'],
  [/\blast day\b/, () => 'L * *'],
  [/\b(\d{1,2})(?:st|nd|rd|th)\b/, (day) => `${Number(day)} * *`],
  [/\bmonthly\b|\bfirst (?:day )?of (?:every|each|the) month\b/, () => '1 * *'],
  [/\bweekly\b|\b(?=(?:sun|mon|tues|wednes|thurs|fri|satur)day)|\b(?:every|each|a) week\b/, weekdays],
];
const COUNTS = ['', '', 'two', 'three', 'four', 'five', 'six'];

function countOf(said: string): number {
  return said === 'other' ? 2 : Number(said) || COUNTS.indexOf(said);
}

function everyFew(days: number): string {
  return days === 1 ? '* * *' : `*/${days} * *`;
}

/** `Monday`, `Mondays and Fridays`, `Monday to Friday`; `weekly` alone means Monday. */
function weekdays(_: string, text: string): string {
  const named = Array.from(text.matchAll(DAY_NAME), ([, name = '']) => `${WEEKDAYS.indexOf(name)}`);
  const isSpan = named.length === 2 && /day ?(?:-|to |through )/.test(text);
  return `* * ${(isSpan ? named : named.toSorted()).join(isSpan ? '-' : ',') || 1}`;
}

/** `9 AM`, `9:30pm`, `08:30`, `9`. */
const TIME = /\b(\d{1,2})(?:[:.](\d{2}))?(?: ?([ap])\.?m\b\.?)?(?![\d:])/g;
const FILLER =
  /\b(?:please|run|it|at|to|through|on|in|of|the|and|every|each|once|an?|time|day|month|week|weekly|morning)\b|[,.;-]/g;

function readSpoken(text: string, timezone: string): MonitorSchedule {
  const { zone = timezone, rest } = takeZone(
    text.replaceAll(/\bnoon\b/g, '12 pm').replaceAll(/\bmidnight\b/g, '12 am'),
  );
  const [form, daysOf] = WAYS.find(([one]) => one.test(rest)) ?? [];
  if (!form || !daysOf) throw new ScheduleFault(`The schedule is not understood. ${EXAMPLE}`);
  const days = daysOf(form.exec(rest)?.[1] ?? '', rest);
  const left = rest.replace(form, ' ').replaceAll(DAY_NAME, ' ');
  const times = Array.from(left.matchAll(TIME), clockFields);
  const odd = left.replaceAll(TIME, ' ').replaceAll(FILLER, ' ').trim();
  if (odd !== '')
    throw new ScheduleFault(`"${odd.slice(0, 60)}" in the schedule is not understood. ${EXAMPLE}`);
  if (days === '' || times.length > 1)
    throw new ScheduleFault(`Runs must lie at least 24 hours apart. ${EXAMPLE}`);
  const isLate = /\b(?:evening|night)\b/.test(rest) && !/\d ?[ap]\.?m\b/.test(rest);
  if (isLate && times.some((said) => Number(said.split(' ')[1]) < 12))
    throw new ScheduleFault(`Say the time with AM or PM. ${EXAMPLE}`);
  const [time = rest.includes('morning') ? '0 8' : '0 0'] = times;
  return { cron: `${time} ${days}`, timezone: zone };
}

/** Minute and hour of a time of day. */
function clockFields([said, hour, minute = '0', half]: RegExpMatchArray): string {
  const isTime = Number(minute) < 60 && Number(hour) < (half ? 13 : 24) && (!half || Number(hour) > 0);
  if (!isTime) throw new ScheduleFault(`${said} is not a time of day`);
  return `${Number(minute)} ${half ? (Number(hour) % 12) + (half === 'p' ? 12 : 0) : Number(hour)}`;
}

/** Zones by the short names people write. */
const SHORT = {
  utc: 'UTC',
  gmt: 'UTC',
  eastern: 'America/New_York',
  et: 'America/New_York',
  ct: 'America/Chicago',
  pacific: 'America/Los_Angeles',
  pt: 'America/Los_Angeles',
  cet: 'Europe/Paris',
  bst: 'Europe/London',
  ist: 'Asia/Kolkata',
  jst: 'Asia/Tokyo',
};

/** Zones by the cities in their names, in small letters, and by short names. */
const ZONES: readonly (readonly [name: string, zone: string])[] = [
  ...Intl.supportedValuesOf('timeZone').map((zone) => {
    const city = zone.slice(zone.lastIndexOf('/') + 1);
    return [city.replaceAll('_', ' ').toLowerCase(), zone] as const;
  }),
  ...Object.entries(SHORT),
];

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
  const padded = ` ${text.replaceAll(/[(),]/g, ' ')} `;
  const full = / ([a-z]+\/[a-z_/-]+) /.exec(padded)?.[1] ?? '';
  const [name, zone] =
    full === '' ? (ZONES.find(([known]) => padded.includes(` ${known} `)) ?? ['']) : [full, zoneOf(full)];
  return { zone, rest: zone === undefined ? padded : padded.replace(` ${name} `, ' ') };
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** A schedule in words: `Every day at 09:00 (UTC)`. One of another rhythm is shown as it is written. */
export function describeSchedule({ cron, timezone }: MonitorSchedule): string {
  const [, minute = '', hour = '', day = '', weekday = ''] = /^(\d+) (\d+) (\S+) \* (\S+)$/.exec(cron) ?? [];
  const days = weekday === '*' ? daysOfMonth(day) : day === '*' ? daysOfWeek(weekday) : undefined;
  const words = days
    ? `${days} at ${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
    : `Cron expression ${cron}`;
  return `${words} (${timezone})`;
}

function daysOfWeek(field: string): string {
  const named = field.replaceAll(/\d/g, (day) => DAYS[Number(day) % 7] ?? day);
  return `Every ${field === '1-5' ? 'weekday' : named.replace('-', ' to ').replaceAll(',', ' and ')}`;
}

function daysOfMonth(field: string): string | undefined {
  if (field === '*') return 'Every day';
  if (field.startsWith('*/')) return `Every ${field.slice(2)} days, counted from the first of the month,`;
  if (field === 'L') return 'On the last day of every month';
  return /^\d+$/.test(field) ? `On day ${field} of every month` : undefined;
}
