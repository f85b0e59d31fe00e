import { Cron } from 'croner';
import { lookUp } from '../../../../../shared/domain/lib/fields.ts';
import { HOUR, type Instant } from '../../../../../shared/domain/time/instant.ts';
import { takeZone, zoneOf } from './spoken-zone.ts';

/** When a monitor runs: a cron expression of five fields, on the wall clock of an IANA zone. */
export interface MonitorSchedule {
  cron: string;
  timezone: string;
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
  const schedule = /^\s*(?:[\d*/,L-]+\s+){2}\S+\s+\S+\s+\S+\s*$/.test(text)
    ? { cron: text.trim().replaceAll(/\s+/g, ' '), timezone: given }
    : readSpoken(text, given);
  assertApart(schedule.cron, restHours);
  return schedule;
}

function readSpoken(text: string, timezone: string): MonitorSchedule {
  const { zone, rest: withoutZone } = takeZone(text);
  const { part, rest: withoutPart } = takeDayPart(withoutZone.toLowerCase());
  const { times, rest: withoutTimes } = takeTimes(withoutPart, (time) => part?.place(time) ?? time);
  const taken = takeDays(withoutTimes);
  if (!taken) throw new ScheduleFault(`The schedule is not understood. ${EXAMPLE}`);
  const odd = taken.rest
    .replaceAll(
      /\b(?:please|run|it|and|at|on|in|of|the|every|each|once|a|time|month|week|sharp|from|starting)\b|[,.;]/g,
      ' ',
    )
    .trim();
  if (odd !== '')
    throw new ScheduleFault(`"${odd.slice(0, 60)}" in the schedule is not understood. ${EXAMPLE}`);
  const { found } = taken;
  const cron =
    'withinDay' in found
      ? found.withinDay
      : `${clockFields(times.length > 0 || !part ? times : [{ hour: part.hour, minute: 0 }])} ${found.days}`;
  return { cron, timezone: zone ?? timezone };
}

/** Minute and hour fields. Several times must share their minute: a cron expression crosses the two. */
function clockFields(times: readonly SpokenTime[]): string {
  const minutes = new Set(times.map(({ minute }) => minute));
  if (minutes.size > 1) throw new ScheduleFault('Several times of day must have the same minute');
  const hours = new Set(times.map(({ hour }) => hour));
  const [minute = 0] = minutes;
  return `${minute} ${[...hours].toSorted((a, b) => a - b).join(',') || '0'}`;
}

/** Runs are compared on the wall clock, so that the short day in spring does not make a daily schedule too close. */
function assertApart(cron: string, restHours: number): void {
  const runs = upcoming(cron, Date.UTC(2026, 0, 1));
  if (runs.length === 0) throw new ScheduleFault('The schedule never runs');
  const gaps = runs.slice(1).map((run, index) => run - (runs[index] ?? 0));
  if (gaps.some((gap) => gap < restHours * HOUR)) {
    throw new ScheduleFault(`Runs must lie at least ${restHours} hours apart. ${EXAMPLE}`);
  }
}

/** Enough runs to see every gap of a schedule by days, weeks or months. */
function upcoming(cron: string, start: Instant): Instant[] {
  try {
    const runs = new Cron(cron, { timezone: 'UTC', paused: true, mode: '5-part' }).nextRuns(
      70,
      new Date(start),
    );
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

/** The hour that a part of the day means when no time is said. */
const HOURS: ReadonlyMap<string, number> = new Map([
  ['morning', 8],
  ['afternoon', 14],
  ['evening', 18],
  ['night', 22],
]);

const PART = /\b(?:(?:in|at|during)\s+)?(?:the\s+)?(morning|afternoon|evening|night)s?\b/;

/** A part of the day that a schedule names. */
interface DayPart {
  /** The hour when no time is said. */
  hour: number;
  /** The time that is meant: in the evening 6 is 18 o'clock, at night 12 is midnight. */
  place(time: SpokenTime): SpokenTime;
}

/**
 * Takes a part of the day out of a text in small letters: `every morning` leaves `every day`, `Sunday evening` leaves
 * `Sunday`, `every midnight` leaves `every day at midnight`.
 *
 * @throws ScheduleFault for two parts of the day.
 */
function takeDayPart(text: string): { part: DayPart | undefined; rest: string } {
  const plain = text
    .replaceAll(/\b(every|each)\s+(midnight|noon|midday)\b/g, '$1 day at $2')
    .replaceAll(/\bnightly\b/g, 'every night')
    .replaceAll(/\b(?:every|each)\s+(morning|afternoon|evening|night)s?\b/g, 'every day $1');
  const named = new Set([...plain.matchAll(new RegExp(PART, 'g'))].map(([, said]) => said));
  if (named.size > 1) throw new ScheduleFault('A schedule can name one part of the day only');
  const [name] = named;
  if (name === undefined) return { part: undefined, rest: plain };
  const part: DayPart = { hour: HOURS.get(name) ?? 0, place: (time) => placed(time, name) };
  return { part, rest: plain.replaceAll(new RegExp(PART, 'g'), ' ') };
}

function placed({ hour, minute }: SpokenTime, name: string): SpokenTime {
  if (name === 'night' && hour === 12) return { hour: 0, minute };
  const isLate = name === 'night' ? hour >= 6 : name !== 'morning' && hour > 0;
  return { hour: isLate && hour < 12 ? hour + 12 : hour, minute };
}

/** The days of a schedule as the last three fields of a cron expression, or a rhythm within the day. */
type SpokenDays = { days: string } | { withinDay: string };

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const DAY_NAME = /\b(sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?s?\b/g;
const COUNTS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  other: 2,
  second: 2,
  three: 3,
  third: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
};

const ORDINALS: ReadonlyMap<string, number> = new Map([
  ['first', 1],
  ['1st', 1],
  ['second', 2],
  ['2nd', 2],
  ['third', 3],
  ['3rd', 3],
  ['fourth', 4],
  ['4th', 4],
  ['fifth', 5],
  ['tenth', 10],
  ['fifteenth', 15],
]);

/** `the first Monday of the month`, `every last Friday`: but not `every second Monday`, which is every other one. */
const ORDINAL_WEEKDAY =
  /\b(?:on\s+)?(?:the\s+|every\s+|each\s+)?(first|1st|2nd|second|3rd|third|4th|fourth|last)\s+(sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?\b(?=.*\bmonth|\s*$)/;

/** Ways to say on which days, tried in this order; each gives the fields and the words it used up. */
const WAYS: readonly [form: RegExp, read: (match: RegExpExecArray) => SpokenDays][] = [
  [/\bevery\s+(\w+)?\s*min(?:ute)?s?\b/, ([, count]) => ({ withinDay: `*/${numberOf(count)} * * * *` })],
  [/\b(?:hourly|every\s+(?:\w+\s+)?hours?)\b/, ([said]) => hours(said)],
  [
    /\b(?:twice|(?:two|three|four|\d+) times)\s+(?:a|per|every|each)\s+day\b/,
    () => ({ withinDay: '0 0,12 * * *' }),
  ],
  [/\btwice\s+(?:a|per|every|each)\s+week\b/, () => ({ days: '* * 1,4' })],
  [
    /\b(?:every|each|on)?\s*(?:weekdays?|week\s+days?|(?:business|working|work)\s*days?)\b/,
    () => ({ days: '* * 1-5' }),
  ],
  [/\b(?:every|each|on)?\s*weekends?\b/, () => ({ days: '* * 6,0' })],
  [
    /\b(?:fortnightly|bi-?weekly|every\s+(?:other|second|two|2)\s+weeks?|every\s+(?:[3-9]|three|four)\s+weeks)\b/,
    () => unspoken('a rhythm of several weeks'),
  ],
  [
    /\bevery\s+(\d+|other|two|second|three|third|four|five|six|seven)\s+days?\b/,
    ([, count]) => ({ days: everyFew(numberOf(count)) }),
  ],
  [
    /\b(?:daily|everyday|(?:every|each|once\s+(?:a|per|every|each)|(?:a|per))\s+day)\b/,
    () => ({ days: '* * *' }),
  ],
  [
    /\b(?:quarterly|(?:every|each|once\s+a)\s+quarter|every\s+(?:3|three)\s+months)\b/,
    () => ({ days: '1 */3 *' }),
  ],
  [/\b(?:yearly|annually|(?:every|each|once\s+a)\s+year)\b/, () => ({ days: '1 1 *' })],
  [
    ORDINAL_WEEKDAY,
    ([, order, day]) => ({ days: `* * ${weekdayOf(day)}#${ORDINALS.get(order ?? '') ?? 'L'}` }),
  ],
  [/\b(?:on\s+)?(?:the\s+)?last\s+day\b/, () => ({ days: 'L * *' })],
  [/\b(?:on\s+)?(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)\b/, ([, day]) => ({ days: `${dayOfMonth(day)} * *` })],
  [
    /\b(?:on\s+)?(?:the\s+)?(first|second|third|fourth|fifth|tenth|fifteenth)(?:\s+day)?(?=\s+of\b|\s*$|\s+day\b)/,
    ([, order]) => ({ days: `${ORDINALS.get(order ?? '') ?? 1} * *` }),
  ],
  [/\b(?:on\s+)?(?:the\s+)?first\s+day\b/, () => ({ days: '1 * *' })],
];

/** Words for the period itself, left over when a way above has named the days. */
const PERIOD =
  /\b(?:weekly|monthly|(?:every|each|of\s+(?:every|each|the)|once\s+(?:a|per|every)|per)\s+(?:week|month))\b/;

/**
 * Takes the days out of a text: `every weekday`, `Mondays and Thursdays`, `every 2 days`, `on the 15th of each month`.
 * `weekly` alone means Monday, `monthly` the first. Undefined when the text names no days.
 *
 * @throws ScheduleFault for a rhythm that a cron expression cannot say.
 */
function takeDays(text: string): { found: SpokenDays; rest: string } | undefined {
  for (const [form, read] of WAYS) {
    const match = form.exec(text);
    if (match) return { found: read(match), rest: text.replace(form, ' ').replace(PERIOD, ' ') };
  }
  const named = takeNamed(text);
  if (named) return named;
  const period = PERIOD.exec(text)?.[0];
  if (period === undefined) return undefined;
  return { found: { days: period.includes('week') ? '* * 1' : '1 * *' }, rest: text.replace(PERIOD, ' ') };
}

/** `Monday`, `Mondays and Fridays`, `Monday to Friday`. */
function takeNamed(text: string): { found: SpokenDays; rest: string } | undefined {
  const names = [...text.matchAll(DAY_NAME)].map(([, name = '']) => WEEKDAYS.indexOf(name.slice(0, 3)));
  const [first, last] = names;
  if (first === undefined) return undefined;
  const range =
    /day\s*(?:to|through|until|-|–)\s*(?=[smtwf])/.test(text) ||
    /\b(?:sun|mon|tue|wed|thu|fri|sat)\s*(?:to|-)\s*[smtwf]/.test(text);
  const days =
    range && last !== undefined
      ? `${first}-${last < first ? last + 7 : last}`
      : [...new Set(names)].toSorted((a, b) => a - b).join(',');
  const rest = text
    .replace(DAY_NAME, ' ')
    .replace(PERIOD, ' ')
    .replaceAll(/\b(?:to|through|until)\b|[-–]/g, ' ');
  return { found: { days: `* * ${days}` }, rest };
}

/** Hours that make whole days are days; fewer are a rhythm within the day. */
function hours(said: string): SpokenDays {
  const count = numberOf(/every\s+(\w+)\s+hours?/.exec(said)?.[1]);
  if (count % 24 === 0) return { days: everyFew(count / 24) };
  return { withinDay: `0 */${Math.min(count, 23)} * * *` };
}

function everyFew(count: number): string {
  if (count < 1 || count > 31) throw new ScheduleFault('every N days takes a number from 1 to 31');
  return count === 1 ? '* * *' : `*/${count} * *`;
}

function numberOf(word: string | undefined): number {
  if (word === undefined) return 1;
  const count = lookUp(COUNTS, word) ?? Number(word);
  if (!Number.isInteger(count) || count < 1) throw new ScheduleFault(`${word} is not a number`);
  return count;
}

function dayOfMonth(day: string | undefined): number {
  const number = Number(day);
  if (number < 1 || number > 31) throw new ScheduleFault(`A month has no day ${day}`);
  return number;
}

function weekdayOf(name: string | undefined): number {
  return WEEKDAYS.indexOf((name ?? '').slice(0, 3));
}

function unspoken(what: string): never {
  throw new ScheduleFault(`${what} cannot be kept: name the days of the week or month instead`);
}

/** A time of day. */
interface SpokenTime {
  hour: number;
  minute: number;
}

const TIME =
  /\b(?:at\s+)?(?:(noon|midday|midnight)|(\d{1,2})[:h.](\d{2})\s*([ap])\.?m\b\.?|(\d{1,2})\s*([ap])\.?m\b\.?|(\d{1,2})[:h](\d{2})(?!\d)|(\d{1,2})\s*o'?clock|(?<=\bat\s+)(\d{1,2})(?![\d:]))/g;

/**
 * Takes the times of day out of a text: `9 AM`, `9:30pm`, `08:30`, `at 9`, `noon`. Gives them back with the rest.
 * `place` moves a time that says neither AM nor PM.
 *
 * @throws ScheduleFault for a time that does not exist, such as 25:00.
 */
function takeTimes(
  text: string,
  place: (time: SpokenTime) => SpokenTime = (time) => time,
): { times: SpokenTime[]; rest: string } {
  const times: SpokenTime[] = [];
  const rest = text.replaceAll(TIME, (whole, ...groups: (string | undefined)[]) => {
    const [word, hour12m, minute12, half12m, hour12, half12, hour24, minute24, oclock, bare] = groups;
    if (word !== undefined) times.push({ hour: word === 'midnight' ? 0 : 12, minute: 0 });
    else if (hour12m !== undefined)
      times.push(twelve(whole, { hour: hour12m, minute: minute12, half: half12m }));
    else if (hour12 !== undefined) times.push(twelve(whole, { hour: hour12, minute: '0', half: half12 }));
    else times.push(place(day(whole, hour24 ?? oclock ?? bare, minute24)));
    return ' ';
  });
  return { times, rest };
}

function twelve(
  said: string,
  { hour, minute, half }: { hour: string; minute: string | undefined; half: string | undefined },
): SpokenTime {
  const number = Number(hour);
  if (number < 1 || number > 12) throw new ScheduleFault(`${said.trim()} is not a time of day`);
  return day(said, String((number % 12) + (half === 'p' ? 12 : 0)), minute);
}

function day(said: string, hour: string | undefined, minute: string | undefined): SpokenTime {
  const time = { hour: Number(hour), minute: Number(minute ?? 0) };
  if (time.hour > 23 || time.minute > 59) throw new ScheduleFault(`${said.trim()} is not a time of day`);
  return time;
}

/** A schedule that cannot be used; the message says why and what to write. */
export class ScheduleFault extends Error {
  override readonly name = 'ScheduleFault';
}
