import { HOUR, type Instant } from '../../../../../../shared/domain/time/instant.ts';
import { Cron } from 'croner';
import { ScheduleFault } from './schedule-fault.ts';
import { takeDayPart } from './day-part.ts';
import { takeDays } from './spoken-days.ts';
import { type SpokenTime, takeTimes } from './spoken-time.ts';
import { takeZone, zoneOf } from './spoken-zone.ts';

/** When a monitor runs: a cron expression of five fields, on the wall clock of an IANA zone. */
export interface MonitorSchedule {
  cron: string;
  timezone: string;
}

const EXAMPLE = 'Write for example "every day at 9 AM UTC" or "every Monday at 08:30"';
const LONGEST = 300;

/**
 * Reads a schedule in plain English, or a cron expression. A zone in the text wins over `timezone`. Without a time of day
 * it runs at midnight, and `every morning` at 8.
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
