import * as z from 'zod';
import { DAY, HOUR, MINUTE, SECOND } from '../../domain/time/instant.ts';
import { assertZone, parseSchedule, ScheduleError } from '../../domain/time/schedule.ts';
import { expecting, type Expectation } from './expectations.ts';
import { listOf } from './problem.ts';

/** Names of watches, channels and brands: they become part of names in AWS, of addresses and of file names. */
export const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const LONGEST_NAME = 48;

/** Any text but an empty one. */
export const textSchema = expecting(z.string().regex(/\S/), { expected: 'a text' });

/** One of the names; some of them may come later. */
export function oneOf<const T extends readonly string[]>(values: T, later?: Expectation['later']) {
  return expecting(z.enum(values), { expected: listOf(values), ...(later && { later }) });
}

export const yesOrNo = expecting(z.boolean(), { expected: 'true or false, without quotes' });

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
  const words = [
    whole ? 'a whole number' : 'a number',
    ...(min === undefined ? [] : [`from ${min}`]),
    ...(above === undefined ? [] : [`above ${above}`]),
    ...(max === undefined ? [] : [`up to ${max}`]),
  ];
  return expecting(schema, { expected: words.join(' ') });
}

const UNITS: Readonly<Record<string, number>> = { s: SECOND, m: MINUTE, h: HOUR, d: DAY };

/** `15m`, `24h`, `7d`; read as milliseconds. */
export function duration({ min, max }: { min: string; max: string }) {
  const [least, most] = [millisecondsOf(min), millisecondsOf(max)];
  const expected = `a whole number with its unit s, m, h or d, from ${min} to ${max}, such as 15m, 24h or 7d`;
  const text = z.string().regex(/^\d{1,9}[smhd]$/);
  const span = text.transform((written, { issues }) => {
    const length = millisecondsOf(written);
    if (length >= least && length <= most) return length;
    issues.push({ code: 'custom', message: length < least ? 'too short' : 'too long', input: written });
    return z.NEVER;
  });
  return expecting(span, { expected });
}

function millisecondsOf(text: string): number {
  return Number(text.slice(0, -1)) * (UNITS[text.slice(-1)] ?? Number.NaN);
}

/** A text that a function of the domain reads: what it throws as a `ScheduleError` is what is wrong. */
function readable(read: (text: string) => void, expectation: Expectation): z.ZodString {
  const text = z.string().check(({ value, issues }) => {
    try {
      read(value);
    } catch (error) {
      if (!(error instanceof ScheduleError)) throw error;
      issues.push({ code: 'custom', message: error.message, input: value });
    }
  });
  return expecting(text, expectation);
}

export const scheduleSchema = readable((text) => parseSchedule(text, 'UTC'), {
  expected: 'rate(15 minutes), cron(0 8 ? * MON-FRI *) or at(2026-12-01T08:00:00)',
});

/** A timetable of times of day and nothing else; `who` takes it. */
function cronSchema(who: string) {
  return readable(
    (text) => {
      if (parseSchedule(text, 'UTC').type !== 'cron')
        throw new ScheduleError(`${who} takes a cron() expression`);
    },
    { expected: 'cron(minutes hours day-of-month month day-of-week year), such as cron(0 8 ? * MON-FRI *)' },
  );
}

export const digestSchema = cronSchema('a digest');
export const reportScheduleSchema = cronSchema('a report');

export const zoneSchema = readable(
  (text) => {
    assertZone(text);
    if (/^[+-]/.test(text)) throw new ScheduleError('an offset is not a zone: it knows no summer time');
    const known = Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
    if (known !== text && known.toLowerCase() === text.toLowerCase()) {
      throw new ScheduleError(`the zone is spelled ${known}`);
    }
  },
  {
    expected: 'an IANA zone, such as Europe/Paris or UTC',
    candidates: () => Intl.supportedValuesOf('timeZone'),
  },
);

export const timeOfDay = expecting(z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/), {
  expected: 'a time of day in quotes, from "00:00" to "23:59"',
});
