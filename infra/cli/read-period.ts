import {
  LONGEST_PERIOD,
  type Period,
  daysBefore,
  lengthOf,
  localDayOf,
} from '../../shared/domain/reports/period.ts';
import { DAY, dayAfter, dayOf, isDay, type Instant } from '../../shared/domain/time/instant.ts';
import { CliFailure } from './failure.ts';

const FORMS = 'write 2026-11-16..2026-11-22, 2026-11-16, 2026-W47, 2026-11, or 7d for the last 7 days';

/**
 * The days that `--period` names, in a time zone. Weeks follow ISO 8601; a period that is not over ends today.
 *
 * @throws CliFailure for an invalid, future or too long period.
 */
export function readPeriod(text: string, { timezone, now }: { timezone: string; now: Instant }): Period {
  const days = daysNamed(text, { timezone, now });
  if (!days || days.first > days.last) throw new CliFailure(`Invalid --period "${text}".`, { hint: FORMS });
  const today = localDayOf(now, timezone);
  if (days.first > today) throw new CliFailure(`--period ${text} is in the future.`, { hint: FORMS });
  const last = days.last > today ? today : days.last;
  if (lengthOf({ ...days, last }) > LONGEST_PERIOD)
    throw new CliFailure(`--period ${text} is longer than ${LONGEST_PERIOD} days.`, {
      hint: 'write two reports with shorter periods',
    });
  return { first: days.first, last, timezone };
}

function daysNamed(
  text: string,
  { timezone, now }: { timezone: string; now: Instant },
): { first: string; last: string } | undefined {
  const [, count] = /^(\d{1,3})d$/.exec(text) ?? [];
  if (count !== undefined) return daysBefore(now + DAY, { days: Number(count), timezone });
  const [, year = '', week] = /^(\d{4})-W(\d{2})$/.exec(text) ?? [];
  if (week !== undefined) return isoWeek(Number(year), Number(week));
  const [month] = /^\d{4}-(?:0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (month !== undefined) return { first: `${month}-01`, last: lastOfMonth(month) };
  const [first = '', last = first, ...more] = text.split('..');
  return more.length === 0 && isDay(first) && isDay(last) ? { first, last } : undefined;
}

function lastOfMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return dayOf(Date.UTC(year, number, 0));
}

/** The week that holds the year's first Thursday is its first (ISO 8601). */
function isoWeek(year: number, week: number): { first: string; last: string } | undefined {
  if (week < 1 || week > 53) return undefined;
  const fourth = Date.UTC(year, 0, 4);
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY + (week - 1) * 7 * DAY;
  const first = dayOf(monday);
  return dayAfter(first, 3).slice(0, 4) === String(year) ? { first, last: dayAfter(first, 6) } : undefined;
}
