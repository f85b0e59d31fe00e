import { dayAfter } from '../time/instant.ts';

const SHORT = { weekday: 'short', day: 'numeric', month: 'short' } as const;
const LONG = { weekday: 'long', day: 'numeric', month: 'long' } as const;

/** `Tue 17 Nov` */
function shortDayName(day: string): string {
  return formatDayName(day, SHORT);
}

/** `Tuesday 17 November` */
export function longDayName(day: string): string {
  return formatDayName(day, LONG);
}

/** A day as British English writes it. */
export function formatDayName(day: string, options: Intl.DateTimeFormatOptions): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(at).replace(',', '');
}

/** Days in words, neighbours together: `Mon 16 Nov, Wed 18 to Fri 20 Nov`. The days are in order. */
export function dayRanges(days: readonly string[]): string {
  const ranges: [string, string][] = [];
  for (const day of days) {
    const last = ranges.at(-1);
    if (last && dayAfter(last[1]) === day) last[1] = day;
    else ranges.push([day, day]);
  }
  return ranges
    .map(([first, last]) => {
      if (first === last) return shortDayName(first);
      const from = shortDayName(first);
      const isOneMonth = first.slice(0, 7) === last.slice(0, 7);
      return `${isOneMonth ? from.split(' ').slice(0, 2).join(' ') : from} to ${shortDayName(last)}`;
    })
    .join(', ');
}

/** Names in words: `a, b and c`; after `most` of them only how many more there are. */
export function listWords(names: readonly string[], most = 3): string {
  const left = names.length - most;
  const shown = left > 0 ? [...names.slice(0, most), `${left} more`] : names;
  if (shown.length < 2) return shown.join('');
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
