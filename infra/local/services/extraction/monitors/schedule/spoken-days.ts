import { lookUp } from '../../../../../../shared/domain/lib/fields.ts';
import { ScheduleFault } from './schedule-fault.ts';

/** The days of a schedule as the last three fields of a cron expression, or a rhythm within the day. */
export type SpokenDays = { days: string } | { withinDay: string };

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
export function takeDays(text: string): { found: SpokenDays; rest: string } | undefined {
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
