import type { Period } from '../../domain/reports/period.ts';

/** `Tue 17 Nov`, with blanks that do not break. */
export function shortDay(day: string): string {
  return format(day, { weekday: 'short', day: 'numeric', month: 'short' }).replaceAll(' ', '\u00a0');
}

/** `17 Nov` */
export function dayOfMonth(day: string): string {
  return format(day, { day: 'numeric', month: 'short' });
}

/** `16 to 22 November 2026` */
export function periodName({ first, last }: Period): string {
  const whole = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  if (first === last) return format(first, { weekday: 'long', ...whole });
  if (first.slice(0, 7) === last.slice(0, 7))
    return `${format(first, { day: 'numeric' })} to ${format(last, whole)}`;
  const isSameYear = first.slice(0, 4) === last.slice(0, 4);
  return `${format(first, isSameYear ? { day: 'numeric', month: 'long' } : whole)} to ${format(last, whole)}`;
}

function format(day: string, options: Intl.DateTimeFormatOptions): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(at).replace(',', '');
}
