import type { Instant } from '../../domain/time/instant.ts';
import { wallClockOf } from '../../domain/time/wall-clock.ts';

const DAY = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
const dayFormat = new Intl.DateTimeFormat('en-GB', DAY);

/** `Saturday 21 November 2026, 12:24`, on the wall clock of a zone. */
export function formatMoment(at: Instant, timezone: string): string {
  const local = wallClockOf(at, timezone);
  const date = dayFormat.format(Date.parse(`${local.slice(0, 10)}T00:00:00Z`)).replace(',', '');
  return `${date}, ${local.slice(11)}`;
}

/** `2026-11-21 12:24`, on the wall clock of a zone. */
export function formatMinute(at: Instant, timezone: string): string {
  return wallClockOf(at, timezone).replace('T', ' ');
}
