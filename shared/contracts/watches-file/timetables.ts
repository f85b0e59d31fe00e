import type { Instant } from '../../domain/time/instant.ts';
import { nextSlot, parseSchedule } from '../../domain/time/schedule.ts';
import type { SoundFile } from './file-schema.ts';
import type { Path, Problem } from './problem.ts';

/** The defaults of the file where it names none. */
export const DEFAULT_SCHEDULE = 'rate(15 minutes)';
/** Jobs cost credits and take their time: what holds for every other watch does not hold for them. */
export const DEFAULT_JOB_SCHEDULE = 'rate(1 day)';
export const DEFAULT_ZONE = 'UTC';

/** One timetable of the file: each text parses by itself, the two have not been looked at together. */
interface Timetable {
  path: Path;
  expression: string | undefined;
  timezone: string | undefined;
}

/** Timetables that never fire are errors; those whose last time has passed are worth a warning. */
export function checkTimetables(sound: SoundFile, now: Instant): { errors: Problem[]; warnings: Problem[] } {
  const zone = sound.defaults?.timezone;
  const tables: Timetable[] = [
    { path: ['defaults', 'schedule'], expression: sound.defaults?.schedule, timezone: zone },
    ...Object.entries(sound.watches ?? {}).map(([name, { schedule, timezone }]) => ({
      path: ['watches', name, 'schedule'],
      expression: schedule,
      timezone: timezone ?? zone,
    })),
    ...Object.entries(sound.reports ?? {}).map(([name, { schedule, timezone }]) => ({
      path: ['reports', name, 'schedule'],
      expression: schedule,
      timezone: timezone ?? zone,
    })),
    ...Object.entries(sound.channels ?? {}).map(([name, { digest, timezone }]) => ({
      path: ['channels', name, 'digest'],
      expression: digest,
      timezone: timezone ?? zone,
    })),
  ];
  const ends = tables.map((table) => ({ table, end: endOf(table, now) }));
  return {
    errors: ends.flatMap(({ table, end }) => (end === 'never' ? [neverFires(table)] : [])),
    warnings: ends.flatMap(({ table, end }) => (end === 'passed' ? [hasPassed(table)] : [])),
  };
}

function endOf(
  { expression, timezone = DEFAULT_ZONE }: Timetable,
  now: Instant,
): 'never' | 'passed' | undefined {
  if (expression === undefined) return undefined;
  const schedule = parseSchedule(expression, timezone);
  if (nextSlot(schedule, { after: now, start: now }) !== undefined) return undefined;
  const ever = nextSlot(schedule, { after: 0, start: 0 });
  return ever === undefined ? 'never' : 'passed';
}

function neverFires({ path }: Timetable): Problem {
  return {
    path,
    what: 'this never happens',
    hint: 'choose a day that the calendar has, such as L for the last day of a month',
  };
}

function hasPassed({ path }: Timetable): Problem {
  return {
    path,
    what: 'the last time of this timetable has passed',
    hint: 'the entry rests; take it out, or give it a later time',
  };
}
