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

/** The six fields of the scheduler's cron(), in order. `parseSchedule` checks that exactly one of the two days is `?`. */
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
export function cronBreach(fields: readonly string[]): string | undefined {
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
