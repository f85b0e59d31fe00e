import { Cron } from 'croner';
import { DAY, firstInstantAt, HOUR, type Instant, MINUTE, wallClockOf, wireTimeOf } from './instant.ts';

/** A parsed scheduler expression. `period` is in milliseconds; `local` is a wall-clock time. */
type Schedule =
  | { type: 'rate'; period: number }
  | { type: 'cron'; expression: string; timezone: string }
  | { type: 'at'; local: string; timezone: string };

/** The scheduler would refuse the expression; the message says why, and what to write. */
export class ScheduleError extends Error {
  override readonly name = 'ScheduleError';
}

const UNITS: Readonly<Record<string, number>> = { minute: MINUTE, hour: HOUR, day: DAY };

/**
 * Reads `rate(15 minutes)`, `cron(0 8 ? * MON-FRI *)` or `at(2026-12-01T08:00:00)` as AWS does.
 *
 * @throws ScheduleError for anything the scheduler would refuse, or a zone that does not exist.
 */
export function parseSchedule(text: string, timezone: string): Schedule {
  assertZone(timezone);
  const [, name, body = ''] = /^(rate|cron|at)\((.*)\)$/.exec(text.trim()) ?? [];
  if (name === 'rate') return parseRate(body);
  if (name === 'at') return parseAt(body, timezone);
  if (name === 'cron') return parseCron(body, timezone);
  throw new ScheduleError(
    'This is not a schedule. Write rate(15 minutes), cron(0 8 ? * MON-FRI *) or at(2026-12-01T08:00:00).',
  );
}

/** Zones known to exist: looking one up takes as long as all the rest of parsing. */
const knownZones = new Set<string>();

/** @throws ScheduleError when the zone is not an IANA zone. */
export function assertZone(timezone: string): void {
  if (knownZones.has(timezone)) return;
  try {
    Intl.DateTimeFormat('en', { timeZone: timezone });
  } catch {
    throw new ScheduleError(
      `There is no time zone ${JSON.stringify(timezone)}. Write one such as Europe/Paris.`,
    );
  }
  knownZones.add(timezone);
}

/**
 * The slots after `after`; a rate counts from `start`. They end when no slot is left, which a rate never does. Like
 * AWS, they skip a slot in the spring gap, and have a slot once that the autumn repeats.
 */
export function* slotsAfter(
  schedule: Schedule,
  { after, start }: { after: Instant; start: Instant },
): Generator<Instant, undefined> {
  if (schedule.type === 'rate') {
    const first = after < start ? start : after + schedule.period - ((after - start) % schedule.period);
    for (let slot = first; ; slot += schedule.period) yield slot;
  }
  if (schedule.type === 'at') {
    const at = new Cron(schedule.local, { timezone: schedule.timezone, paused: true }).nextRun(
      new Date(after),
    );
    if (at) yield at.getTime();
    return undefined;
  }
  const cron = cronOf(schedule.expression, schedule.timezone);
  for (let slot = cron.nextRun(new Date(after)); slot; slot = cron.nextRun(slot))
    if (cron.match(slot) && isFirst(slot, schedule.timezone)) yield slot.getTime();
}

/** The first of the `slotsAfter`. Undefined when no slot is left. */
export function nextSlot(schedule: Schedule, from: { after: Instant; start: Instant }): Instant | undefined {
  return slotsAfter(schedule, from).next().value;
}

/** Whether the time of `at(…)` has passed: it has no further slot. False for a schedule that repeats. */
export function isOver(
  { schedule, timezone }: { schedule: string; timezone: string },
  now: Instant,
): boolean {
  const parsed = parseSchedule(schedule, timezone);
  return parsed.type === 'at' && nextSlot(parsed, { after: now, start: now }) === undefined;
}

/** Whether the wall clock shows this minute for the first time: in autumn it shows one hour twice. */
function isFirst(slot: Date, timezone: string): boolean {
  return firstInstantAt(wallClockOf(slot.getTime(), timezone), timezone) === slot.getTime();
}

/** Milliseconds between two slots: the period of a rate, else the shortest of the next eight gaps; a day for `at`. */
export function periodOf(schedule: Schedule, now: Instant): number {
  if (schedule.type === 'rate') return schedule.period;
  const gaps: number[] = [];
  let last: Instant | undefined;
  for (const slot of slotsAfter(schedule, { after: now, start: now })) {
    if (last !== undefined) gaps.push(slot - last);
    if (gaps.length === 8) break;
    last = slot;
  }
  return gaps.length > 0 ? Math.min(...gaps) : DAY;
}

function parseRate(body: string): Schedule {
  const [, digits, word = ''] = /^\s*(\d+)\s+(minute|hour|day)s?\s*$/.exec(body) ?? [];
  const count = Number(digits);
  const unit = UNITS[word];
  if (!unit || !Number.isSafeInteger(count) || count < 1) {
    throw new ScheduleError(
      'A rate is a whole number of minutes, hours or days. Write rate(15 minutes), for example.',
    );
  }
  return { type: 'rate', period: count * unit };
}

function parseAt(body: string, timezone: string): Schedule {
  const local = body.trim();
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/.test(local) ? Date.parse(`${local}Z`) : Number.NaN;
  if (Number.isNaN(at) || wireTimeOf(at) !== local) {
    throw new ScheduleError(
      'at() needs a date and a time without a time zone. Write at(2026-12-01T08:00:00), for example.',
    );
  }
  return { type: 'at', local, timezone };
}

/** AWS's six fields: minutes, hours, day of month, month, day of week, year; one of the two days is `?`. */
function parseCron(body: string, timezone: string): Schedule {
  const fields = body.trim().split(/\s+/);
  if (fields.length !== 6) {
    throw new ScheduleError(
      `cron() needs six fields (minutes hours day-of-month month day-of-week year), but this one has ${fields.length}.`,
    );
  }
  const [, , dayOfMonth, , dayOfWeek] = fields;
  if ((dayOfMonth === '?') === (dayOfWeek === '?')) {
    const numbers = /\d/.test(dayOfWeek ?? '') ? ', and day 1 of a week is Sunday' : '';
    throw new ScheduleError(`Exactly one of the fields day-of-month and day-of-week must be "?"${numbers}.`);
  }
  const expression = fields.join(' ').toUpperCase();
  const breach = cronBreach(fields);
  if (breach !== undefined) throw new ScheduleError(`cron(${expression}) is not valid: ${breach}`);
  return { type: 'cron', expression, timezone };
}

/** Croner, set to AWS's dialect: seconds in front, Sunday is 1, a bare L as day of week is Saturday. */
function cronOf(expression: string, timezone: string): Cron {
  const fields = expression.split(' ');
  if (fields[4] === 'L') fields[4] = '7';
  return new Cron(`0 ${fields.join(' ')}`, {
    timezone,
    mode: '7-part',
    sloppyRanges: true,
    alternativeWeekdays: true,
    paused: true,
  });
}

interface CronField {
  name: string;
  from: number;
  to: number;
  /** Names of the values, from the first on. */
  names?: readonly string[];
  /** Other texts that the field accepts as a whole. Its group, if any, is a value to check. */
  special?: RegExp;
  noSteps?: true;
  /** What the field accepts, for messages. */
  accepts: string;
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/**
 * The six fields of the scheduler's cron(), in order. `parseSchedule` checks that exactly one of the two days is `?`.
 */
const FIELDS: readonly CronField[] = [
  { name: 'minutes', from: 0, to: 59, accepts: '0-59' },
  { name: 'hours', from: 0, to: 23, accepts: '0-23' },
  { name: 'day-of-month', from: 1, to: 31, special: /^(?:\?|L|LW|(\d+)W)$/, accepts: '1-31, ?, L or 15W' },
  { name: 'month', from: 1, to: 12, names: MONTHS, accepts: '1-12 or JAN-DEC' },
  {
    name: 'day-of-week',
    from: 1,
    to: 7,
    names: DAYS,
    special: /^(?:\?|L|(\d+|[A-Z]+)(?:L|#[1-5]))$/,
    noSteps: true,
    accepts: '1-7 or SUN-SAT (1 is Sunday), ?, L, 6L or 3#2',
  },
  { name: 'year', from: 1970, to: 2199, accepts: '1970-2199' },
];

/** What the scheduler would refuse in the six fields of a cron(); undefined when it accepts them. */
function cronBreach(fields: readonly string[]): string | undefined {
  for (const [index, field] of FIELDS.entries()) {
    const text = (fields[index] ?? '').toUpperCase();
    if (isField(text, field)) continue;
    const wrong = text.split(',').find((part) => !isPart(part, field)) ?? text;
    const more = field.noSteps ? 'lists and ranges' : `lists, ranges and steps such as ${field.from}/5`;
    return `the field ${field.name} cannot be ${JSON.stringify(wrong)}. It takes ${field.accepts}, and ${more}.`;
  }
  return undefined;
}

function isField(text: string, field: CronField): boolean {
  const special = field.special?.exec(text);
  if (special) return special[1] === undefined || valueOf(special[1], field) !== undefined;
  return text.split(',').every((part) => isPart(part, field));
}

/** `*`, a value or a range of values, with or without a step. */
function isPart(part: string, field: CronField): boolean {
  const [span = '', step, ...more] = part.split('/');
  if (more.length > 0 || (step !== undefined && !isStep(step, field))) return false;
  if (span === '*') return true;
  const [first = '', last = first, ...rest] = span.split('-');
  const [from, to] = [valueOf(first, field), valueOf(last, field)];
  return rest.length === 0 && from !== undefined && to !== undefined && from <= to;
}

function isStep(step: string, { noSteps, from, to }: CronField): boolean {
  return !noSteps && /^\d+$/.test(step) && Number(step) >= 1 && Number(step) <= to - from + 1;
}

function valueOf(text: string, { names = [], from, to }: CronField): number | undefined {
  const named = names.indexOf(text);
  if (named >= 0) return from + named;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= from && value <= to ? value : undefined;
}
