import { parseSchedule, ScheduleError } from '../../../domain/time/schedule.ts';

const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** The shorthands of other schedulers. */
const SHORTHANDS: Readonly<Record<string, string>> = {
  '@yearly': 'cron(0 0 1 1 ? *)',
  '@annually': 'cron(0 0 1 1 ? *)',
  '@monthly': 'cron(0 0 1 * ? *)',
  '@weekly': 'cron(0 0 ? * SUN *)',
  '@daily': 'cron(0 0 * * ? *)',
  '@midnight': 'cron(0 0 * * ? *)',
  '@hourly': 'cron(0 * * * ? *)',
  daily: 'rate(1 day)',
  hourly: 'rate(1 hour)',
  weekly: 'rate(7 days)',
};

const RATES: Readonly<Record<string, string>> = { hourly: 'rate(1 hour)', daily: 'rate(1 day)' };

/** Minutes in a unit, by the first letters of its name. */
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:s|secs?|seconds?)$/, 1 / 60],
  [/^(?:m|mins?|minutes?)$/, 1],
  [/^(?:h|hrs?|hours?)$/, 60],
  [/^(?:d|days?)$/, 1440],
  [/^(?:w|wks?|weeks?)$/, 10_080],
];

/**
 * The schedule that was probably meant by one that the scheduler refuses: a unix cron of five fields, `@daily`, `15m`,
 * `every 15 minutes`, `weekdays at 8`, a date, several times in a list. Undefined where nothing is likely.
 */
export function meantSchedule(
  written: unknown,
  { needsCron = false }: { needsCron?: boolean } = {},
): string | undefined {
  if (written === true && needsCron) return CRONS['daily'];
  if (typeof written === 'number' && needsCron) return valid(cronFromWords(`daily ${written}`));
  if (typeof written === 'number') return valid(rateOf(written, 'minutes'));
  if (Array.isArray(written)) return fromList(written, { needsCron });
  if (typeof written === 'object' && written !== null) return fromMapping(written, { needsCron });
  if (typeof written !== 'string' || written.length > LONGEST) return undefined;
  const text = written.trim().replaceAll(/["'“”‘’]/g, '');
  const plain = text.toLowerCase();
  if (needsCron)
    return (
      CRONS[plain] ?? valid(cronFromWords(plain) ?? fromCron(text) ?? fromRate(fromWords(plain) ?? plain))
    );
  if (Object.hasOwn(SHORTHANDS, plain)) return SHORTHANDS[plain];
  return valid(fromDate(text) ?? fromWords(plain) ?? cronFromWords(plain) ?? fromCron(text));
}

/** One schedule in a list, or several that one schedule can stand for. */
function fromList(written: readonly unknown[], options: { needsCron: boolean }): string | undefined {
  const one = (item: unknown) => meantSchedule(item, options) ?? valid(String(item));
  const [first] = written;
  if (written.length === 1) return one(first);
  const crons = written.slice(0, MOST_LISTED).flatMap((item) => one(item) ?? []);
  return crons.length === written.length ? valid(joinedCrons(crons)) : undefined;
}

/** A schedule in a list has at most so many times. */
const MOST_LISTED = 24;

/** `{ rate: 1 hour }`, `{ cron: 0 8 * * * }`. */
function fromMapping(written: object, options: { needsCron: boolean }): string | undefined {
  const [entry, ...others] = Object.entries(written);
  const [key = '', value] = entry ?? [];
  if (others.length > 0 || (typeof value !== 'string' && typeof value !== 'number')) return undefined;
  return meantSchedule(`${key}(${value})`, options) ?? meantSchedule(value, options);
}

/** The times of a day at which a rate would run, for what needs times of day. */
function fromRate(text: string): string | undefined {
  const [, digits, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(text) ?? [];
  const count = Number(digits);
  if (unit === 'hour' && 24 % count === 0) return `cron(0 ${count === 1 ? '*' : `0/${count}`} * * ? *)`;
  if (unit === 'minute' && 60 % count === 0) return `cron(0/${count} * * * ? *)`;
  return undefined;
}

/** Schedules with times of day, for what needs one. Most people read news in the morning. */
const CRONS: Readonly<Record<string, string>> = {
  daily: 'cron(0 8 * * ? *)',
  '@daily': 'cron(0 8 * * ? *)',
  'rate(1 day)': 'cron(0 8 * * ? *)',
  weekly: 'cron(0 8 ? * MON *)',
  '@weekly': 'cron(0 8 ? * MON *)',
  'rate(7 days)': 'cron(0 8 ? * MON *)',
  monthly: 'cron(0 8 1 * ? *)',
  '@monthly': 'cron(0 8 1 * ? *)',
};

/** Longer texts are no schedule. */
const LONGEST = 100;

function valid(expression: string | undefined): string | undefined {
  if (expression === undefined) return undefined;
  try {
    parseSchedule(expression, 'UTC');
    return expression;
  } catch (error) {
    if (error instanceof ScheduleError) return undefined;
    throw error;
  }
}

function fromWords(text: string): string | undefined {
  const [, body = text] = /^(?:rate|every)?\s*\(?([^()]*)\)?$/.exec(text) ?? [];
  const span = /^pt?(\d{1,6}[smhdw])$/.exec(body.trim())?.[1] ?? body.trim().replace(/^half an? /, '0.5 ');
  const words = /^(?:(?:once\s+)?(?:every|each|per|alle|rate)\s+)?(\d{1,6}(?:\.\d{1,3})?)?\s*([a-z]+)$/.exec(
    span,
  );
  if (!words) return undefined;
  const unit = words[2] ?? '';
  return RATES[unit] ?? rateOf(Number(words[1] ?? 1), unit);
}

function rateOf(count: number, unit: string): string | undefined {
  const [, size] = UNITS.find(([name]) => name.test(unit)) ?? [];
  if (size === undefined || !(count > 0)) return undefined;
  const minutes = Math.max(1, Math.round(count * size));
  if (minutes % 1440 === 0) return rateText(minutes / 1440, 'day');
  return minutes % 60 === 0 ? rateText(minutes / 60, 'hour') : rateText(minutes, 'minute');
}

function rateText(count: number, unit: string): string {
  return `rate(${count} ${unit}${count === 1 ? '' : 's'})`;
}

/** A date, with a time or without one; without one it is midnight. */
function fromDate(text: string): string | undefined {
  const [, day, hour = '00', minute = '00', second = '00'] =
    /^(?:at\()?(\d{4}-\d{2}-\d{2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?Z?)?\)?$/.exec(text) ?? [];
  return day === undefined ? undefined : `at(${day}T${hour.padStart(2, '0')}:${minute}:${second})`;
}

/** Five fields of unix, or six of the scheduler with both days set, with or without `cron(...)`. */
function fromCron(text: string): string | undefined {
  const [, body = text] = /^cron\s*\((.*)\)$/i.exec(text) ?? [];
  const written = body.trim().split(/\s+/);
  // Seven fields begin with seconds.
  const fields = written.length === 7 && /^[0*?]$/.test(written[0] ?? '') ? written.slice(1) : written;
  if (fields.length !== 5 && fields.length !== 6) return undefined;
  const [minutes = '', hours = '', dayOfMonth = '', month = '', dayOfWeek = '', year = '*'] = fields;
  const isUnix = fields.length === 5;
  const weekdays = isUnix ? dayOfWeek.split(',').map(unixDays).join(',') : dayOfWeek;
  const days = oneOfTheDays(dayOfMonth, weekdays);
  return days && `cron(${[minutes, hours, days[0], month, days[1], year].join(' ').toUpperCase()})`;
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
  if (dayOfWeek === '*' || dayOfWeek === '?') return [dayOfMonth === '?' ? '*' : dayOfMonth, '?'];
  if (dayOfMonth === '*' || dayOfMonth === '?') return ['?', dayOfWeek];
  return [dayOfMonth, '?'];
}

/** Words that say nothing about the time. */
const FILLERS: ReadonlySet<string> = new Set(
  "every each on at the and in um from o'clock uhr once per only cron time times".split(' '),
);
const ALL_DAYS: ReadonlySet<string> = new Set('daily day days everyday'.split(' '));
const GROUPS: Readonly<Record<string, string>> = {
  weekday: 'MON-FRI',
  weekdays: 'MON-FRI',
  workday: 'MON-FRI',
  workdays: 'MON-FRI',
  working: 'MON-FRI',
  business: 'MON-FRI',
  'mon-fri': 'MON-FRI',
  weekend: 'SAT,SUN',
  weekends: 'SAT,SUN',
};
const TIMES: Readonly<Record<string, string>> = {
  morning: '8:00',
  mornings: '8:00',
  noon: '12:00',
  midday: '12:00',
  evening: '18:00',
  evenings: '18:00',
  night: '22:00',
  midnight: '0:00',
};

/** In minutes of the day, without one where only days are said: most people read news in the morning. */
const MORNING = 8 * 60;

/**
 * The schedule of days and times in words: `daily at 8`, `weekdays at 8:30`, `mondays at 5 pm`, `08:00 and 18:00`.
 * Undefined where a word has another meaning, and for a lone number, which could be anything.
 */
function cronFromWords(text: string): string | undefined {
  const days: string[] = [];
  const minutes: number[] = [];
  let isEveryDay = false;
  let isTime = false;
  for (const word of wordsOf(text)) {
    const day = DAYS.find((name) => isDay(word, name));
    const group = GROUPS[word];
    const [, hours, minute = '00', half] =
      /^(\d{1,2})(?:[:.h](\d{2})?)?(am|pm)?$/.exec(TIMES[word] ?? word) ?? [];
    if (FILLERS.has(word)) continue;
    if (ALL_DAYS.has(word)) isEveryDay = true;
    else if (group !== undefined) days.push(group);
    else if (day !== undefined) days.push(day);
    else if (hours !== undefined && isClock(Number(hours), { minute: Number(minute), half }))
      minutes.push(minuteOfDay(Number(hours), { minute: Number(minute), half }));
    else return undefined;
    isTime ||=
      hours !== undefined && (half !== undefined || /[:.h]/.test(word) || Object.hasOwn(TIMES, word));
  }
  if (!isTime && !isEveryDay && days.length === 0) return undefined;
  if (minutes.length === 0 && isEveryDay && days.length === 0) return undefined;
  const times = minutes.length === 0 ? [MORNING] : minutes;
  const [first = MORNING] = times;
  if (times.some((one) => one % 60 !== first % 60)) return undefined;
  const hours = times.map((one) => Math.floor(one / 60)).join(',');
  const weekdays = [...new Set(days)].join(',');
  return `cron(${first % 60} ${hours} ${weekdays === '' ? '* * ?' : `? * ${weekdays}`} *)`;
}

/** Words and times, with `5 pm` and `5 p.m.` as one word. */
function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll(/\b([ap])\.?m\b\.?/g, '$1m')
    .replaceAll(/(\d) +([ap]m)\b/g, '$1$2')
    .split(/[\s,&+]+/)
    .filter((word) => word !== '');
}

/** `mon`, `monday`, `mondays`. */
function isDay(word: string, name: string): boolean {
  const short = name.toLowerCase();
  return word.startsWith(short) && /^(?:|s|day|nesday|rsday|urday|sday)s?$/.test(word.slice(3));
}

function isClock(hours: number, { minute, half }: { minute: number; half: string | undefined }): boolean {
  return minute < 60 && (half === undefined ? hours < 24 : hours >= 1 && hours <= 12);
}

function minuteOfDay(hours: number, { minute, half }: { minute: number; half: string | undefined }): number {
  const hour = half === undefined ? hours : (hours % 12) + (half === 'pm' ? 12 : 0);
  return hour * 60 + minute;
}

/** One schedule for several with the same fields except one: `cron(0 8,18 * * ? *)`. */
function joinedCrons(crons: readonly string[]): string | undefined {
  const rows = crons.map((cron) => /^cron\((.*)\)$/.exec(cron)?.[1]?.split(/\s+/) ?? []);
  const [first = []] = rows;
  if (rows.length < 2 || rows.some((fields) => fields.length !== first.length)) return undefined;
  const columns = first.map((_, n) => [...new Set(rows.map((fields) => fields[n] ?? ''))]);
  const differing = columns.filter((values) => values.length > 1);
  if (differing.length !== 1 || differing[0]?.some((value) => /[?*]/.test(value))) return undefined;
  return `cron(${columns.map((values) => values.join(',')).join(' ')})`;
}
