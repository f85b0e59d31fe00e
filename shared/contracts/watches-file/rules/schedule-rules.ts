import type { Instant } from '../../../domain/time/instant.ts';
import { nextSlot, parseSchedule } from '../../../domain/time/schedule.ts';
import type { Path, Problem } from '../problems/problem.ts';
import { DEFAULT_ZONE } from '../schema/defaults.ts';
import type { PartialFile } from '../schema/file-schema.ts';

/** One schedule of the file. Its expression and its time zone are valid by themselves. */
interface ScheduleInFile {
  path: Path;
  expression: string | undefined;
  timezone: string | undefined;
}

/** A schedule that never runs is an error. A schedule whose last time has passed is a warning. */
export function checkSchedules(file: PartialFile, now: Instant): { errors: Problem[]; warnings: Problem[] } {
  const ends = schedulesIn(file).map((schedule) => ({ schedule, end: endOf(schedule, now) }));
  const plurals = schedulesIn(file).flatMap(unitWarning);
  return {
    errors: ends.flatMap(({ schedule, end }) => (end === 'never' ? [neverRuns(schedule)] : [])),
    warnings: [
      ...plurals,
      ...ends.flatMap(({ schedule, end }) => (end === 'passed' ? [hasPassed(schedule)] : [])),
    ],
  };
}

function schedulesIn({ defaults, watches, reports, channels }: PartialFile): ScheduleInFile[] {
  const zone = defaults?.timezone;
  return [
    { path: ['defaults', 'schedule'], expression: defaults?.schedule, timezone: zone },
    ...Object.entries(watches ?? {}).map(([name, { schedule, timezone }]) => ({
      path: ['watches', name, 'schedule'],
      expression: schedule,
      timezone: timezone ?? zone,
    })),
    ...Object.entries(reports ?? {}).map(([name, { schedule, timezone }]) => ({
      path: ['reports', name, 'schedule'],
      expression: schedule,
      timezone: timezone ?? zone,
    })),
    ...Object.entries(channels ?? {}).map(([name, { timezone = zone, brief }]) => ({
      path: ['channels', name, 'brief'],
      expression: brief,
      timezone,
    })),
  ];
}

/** Whether a schedule never runs, or never again; undefined where it still runs. */
function endOf(
  { expression, timezone = DEFAULT_ZONE }: ScheduleInFile,
  now: Instant,
): 'never' | 'passed' | undefined {
  if (expression === undefined) return undefined;
  const schedule = parseSchedule(expression, timezone);
  if (nextSlot(schedule, { after: now, start: now }) !== undefined) return undefined;
  const ever = nextSlot(schedule, { after: 0, start: 0 });
  return ever === undefined ? 'never' : 'passed';
}

/** AWS documents the singular for 1 and the plural for more, and refuses anything else in rules of its event bus. */
function unitWarning({ path, expression = '' }: ScheduleInFile): Problem[] {
  const [, count = '', unit = '', plural = ''] =
    /^rate\(\s*(\d{1,9})\s+(minute|hour|day)(s?)\s*\)$/.exec(expression.trim()) ?? [];
  if (count === '' || (Number(count) === 1) === (plural === '')) return [];
  const meant = `rate(${count} ${unit}${Number(count) === 1 ? '' : 's'})`;
  const what = `The unit does not agree with the number ${count}`;
  return [{ path, what, hint: `write ${meant}: some services of AWS refuse the other form` }];
}

function neverRuns({ path }: ScheduleInFile): Problem {
  const hint = 'choose a day that exists, such as L for the last day of a month';
  return { path, what: 'This schedule never runs', hint };
}

function hasPassed({ path }: ScheduleInFile): Problem {
  const hint = 'remove it, or set a later time. Until then it does not run again';
  return { path, what: 'The last time of this schedule has passed', hint };
}
