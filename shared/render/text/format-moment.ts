import type { Instant } from '../../domain/time/instant.ts';
import { wallClockOf } from '../../domain/time/wall-clock.ts';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** `Saturday 21 November 2026, 12:24`: a time on the wall clock of a zone, as people say it. */
export function sayMoment(at: Instant, timezone: string): string {
  const local = wallClockOf(at, timezone);
  const day = new Date(`${local.slice(0, 10)}T00:00:00Z`);
  const date = `${DAYS[day.getUTCDay()]} ${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]} ${day.getUTCFullYear()}`;
  return `${date}, ${local.slice(11)}`;
}
