import * as z from 'zod';
import { DAY, HOUR, MINUTE, SECOND } from '../../../domain/time/instant.ts';
import { assertZone, parseSchedule, ScheduleError } from '../../../domain/time/schedule.ts';
import { listOf, type Problem } from '../problem.ts';

/** What a watch or report has where neither it nor the section `defaults` says anything. */
export const DEFAULT_SCHEDULE = 'rate(15 minutes)';
/** Jobs cost credits and take hours: they do not use the default schedule of the other watches. */
export const DEFAULT_JOB_SCHEDULE = 'rate(1 day)';
export const DEFAULT_ZONE = 'UTC';

export const EXPECTATIONS = z.registry<Expectation>();

/** Any text except an empty one. */
export const textSchema = withExpectation(z.string().regex(/\S/), { noun: 'text', expected: 'a text' });

/** One of the given names. */
export function oneOf<const T extends readonly string[]>(values: T) {
  return withExpectation(z.enum(values), { expected: listOf(values) });
}

export const booleanSchema = withExpectation(z.boolean(), { expected: 'true or false, without quotes' });

/** A number within bounds; `above` is a bound that is itself not allowed. */
export function numberBetween(bounds: {
  whole: boolean;
  min?: number | undefined;
  max?: number | undefined;
  above?: number | undefined;
}): z.ZodNumber {
  const { whole, min, max, above } = bounds;
  let schema: z.ZodNumber = whole ? z.int() : z.number();
  if (min !== undefined) schema = schema.min(min);
  if (above !== undefined) schema = schema.gt(above);
  if (max !== undefined) schema = schema.max(max);
  return withExpectation(schema, {
    expected: `${whole ? 'a whole number' : 'a number'}${rangeText(bounds)}`,
  });
}

/** ` from 1 to 9`, ` of at least 1`, ` greater than 0 and at most 1` */
function rangeText({ min, max, above }: Omit<Parameters<typeof numberBetween>[0], 'whole'>): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return ` of at least ${min}`;
  const most = max === undefined ? '' : `at most ${max}`;
  if (above === undefined) return most === '' ? '' : ` of ${most}`;
  return ` greater than ${above}${most === '' ? '' : ` and ${most}`}`;
}

const UNITS: Readonly<Record<string, number>> = { s: SECOND, m: MINUTE, h: HOUR, d: DAY };

/** `15m`, `24h`, `7d`; read as milliseconds. */
export function durationSchema({ min, max }: { min: string; max: string }) {
  const [least, most] = [millisecondsOf(min), millisecondsOf(max)];
  const text = z.string().regex(/^\d{1,9}[smhd]$/);
  const duration = text.transform((written, { issues }) => {
    const length = millisecondsOf(written);
    if (length >= least && length <= most) return length;
    const isShort = length < least;
    const message = `The duration is too ${isShort ? 'short' : 'long'}`;
    const params = { hint: `write at ${isShort ? 'least' : 'most'} ${isShort ? min : max}` };
    issues.push({ code: 'custom', message, input: written, params });
    return z.NEVER;
  });
  return withExpectation(duration, {
    noun: 'duration',
    expected: `a duration from ${min} to ${max}: a whole number with the unit s, m, h or d, such as 15m, 24h or 7d`,
  });
}

function millisecondsOf(text: string): number {
  return Number(text.slice(0, -1)) * (UNITS[text.slice(-1)] ?? Number.NaN);
}

/** A text that `check` accepts. `check` throws a `ScheduleError` that says what is wrong. */
function checkedText(check: (text: string) => void, expectation: Expectation): z.ZodString {
  const text = z.string().check(({ value, issues }) => {
    try {
      check(value);
    } catch (error) {
      if (!(error instanceof ScheduleError)) throw error;
      issues.push({ code: 'custom', message: error.message, input: value });
    }
  });
  return withExpectation(text, expectation);
}

export const scheduleSchema = checkedText((text) => parseSchedule(text, 'UTC'), {
  expected: 'rate(15 minutes), cron(0 8 ? * MON-FRI *) or at(2026-12-01T08:00:00)',
});

/** A schedule with times of day: a `cron()` expression. `owner` is what needs it. */
function cronSchema(owner: string) {
  return checkedText(
    (text) => {
      if (!/^\s*(?:rate|cron|at)\(/.test(text))
        throw new ScheduleError('This is not a schedule. Write cron(0 8 ? * MON-FRI *), for example.');
      if (parseSchedule(text, 'UTC').type !== 'cron')
        throw new ScheduleError(`${owner} needs a cron() expression.`);
    },
    { expected: 'cron(minutes hours day-of-month month day-of-week year), such as cron(0 8 ? * MON-FRI *)' },
  );
}

export const briefSchema = cronSchema('A brief');
export const reportScheduleSchema = cronSchema('A report');

/** What a watch and a brief say of a model. */
export const modelName = withExpectation(textSchema, {
  expected: 'the name of a model in the file of the stage',
}).describe('Its name in the file of the stage.');
export const languageOfModel = withExpectation(z.string().regex(/^[a-z]{2}$/), {
  noun: 'language',
  expected: 'a language of ISO 639-1, such as en',
})
  .describe('Of what it writes. Default en.')
  .optional();
export const monthlyTokens = numberBetween({ whole: true, min: 10_000, max: 100_000_000_000 });

export const zoneSchema = checkedText(
  (text) => {
    assertZone(text);
    if (/^[+-]/.test(text))
      throw new ScheduleError('An offset is not a time zone. Write a zone, which includes summer time.');
    const known = Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
    if (known !== text && known.toLowerCase() === text.toLowerCase()) {
      throw new ScheduleError(`The time zone is spelled ${known}.`);
    }
  },
  {
    expected: 'an IANA time zone, such as Europe/Paris or UTC',
    candidates: () => Intl.supportedValuesOf('timeZone'),
  },
);

export const timeOfDaySchema = withExpectation(z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/), {
  noun: 'time of day',
  expected: 'a time of day in quotes, from "00:00" to "23:59"',
});

/** What the error messages say about the values of a schema. */
interface Expectation {
  /** What a value is called, such as `duration`: a wrong one is reported as `Invalid duration`. */
  noun?: string;
  /** What is possible here, with an example. */
  expected?: string;
  /** What to do where the format of a value is wrong. */
  hint?: string;
  /** Values to search for the intended one, where the schema itself has no list. */
  candidates?: () => readonly string[];
  /** Why a key is not possible here, and what to do; undefined for an unknown key. */
  ofKey?: (key: string) => Pick<Problem, 'what' | 'hint'> | undefined;
}

/** Registers what a schema expects, and returns the schema. */
export function withExpectation<S extends z.ZodType>(schema: S, expectation: Expectation): S {
  EXPECTATIONS.add(schema, expectation);
  return schema;
}

export function expectationOf(schema: z.core.$ZodType | undefined): Expectation {
  return (schema && EXPECTATIONS.get(schema)) ?? {};
}

/** The keys that a closed mapping takes. */
export function keysOf(schema: z.core.$ZodType | undefined): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** The keys of a closed mapping that cannot be left out. */
export function requiredKeysOf(schema: z.core.$ZodType | undefined): string[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.keys(schema.shape).filter((key) => !z.safeParse(schema.shape[key], undefined).success);
}

/** Why a query does not say which time it asks for. */
export const COVERED_TIME =
  'each run asks for the time that is not covered yet. lookback and overlap set how far back it looks';

/**
 * The problem of a key that each run sets itself; undefined for any other key. `reasons` says for each such key why
 * the file cannot set it.
 */
export function setByRun(
  key: string,
  reasons: Readonly<Record<string, string>>,
): Pick<Problem, 'what' | 'hint'> | undefined {
  const reason = Object.hasOwn(reasons, key) ? reasons[key] : undefined;
  if (reason === undefined) return undefined;
  return { what: `Each run sets "${key}" itself`, hint: `remove it: ${reason}` };
}

/** The values of a list, each of them once, in their order. */
export function unique(values: readonly string[] = []): string[] {
  return [...new Set(values)];
}
