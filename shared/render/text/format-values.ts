import type { CoverageLevel } from '../../domain/reports/coverage-days.ts';
import type { Period } from '../../domain/reports/period.ts';
import type { Compared } from '../../domain/reports/report-numbers.ts';
import { meanSentiment, type SentimentSum } from '../../domain/reports/rollup/sentiment-share.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { wallClockOf } from '../../domain/time/wall-clock.ts';
import { shortLine } from './plain-text.ts';
import { loadedOnce } from '../../domain/lib/loaded-once.ts';

/** `1,234` */
export function formatNumber(n: number): string {
  return n.toLocaleString('en');
}

/** `1 story`, `1,234 stories`. */
export function formatCount(n: number, noun: string): string {
  return `${formatNumber(n)} ${n === 1 ? noun : pluralOf(noun)}`;
}

/** The regular English plural: articles, stories, matches. */
export function pluralOf(noun: string): string {
  if (/(?:s|x|ch|sh)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

const DAY = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
const dayFormat = loadedOnce(() => new Intl.DateTimeFormat('en-GB', DAY));

/** `Saturday 21 November 2026, 12:24`, on the wall clock of a zone. */
export function formatMoment(at: Instant, timezone: string): string {
  const local = wallClockOf(at, timezone);
  return `${formatDay(local.slice(0, 10))}, ${local.slice(11)}`;
}

/** `Saturday 21 November 2026` */
export function formatDay(day: string): string {
  return dayFormat()
    .format(Date.parse(`${day}T00:00:00Z`))
    .replace(',', '');
}

/** `2026-11-21 12:24`, on the wall clock of a zone. */
export function formatMinute(at: Instant, timezone: string): string {
  return wallClockOf(at, timezone).replace('T', ' ');
}

/** Tenths of a percent as `12.3%`. */
export function formatShare(tenths: number): string {
  return `${(tenths / 10).toFixed(1)}%`;
}

/** The change since the days before: `+23%`, `−4%`, `new`. Empty where both are zero, or the data before is incomplete. */
export function formatChange({ now, before }: Compared, asked: CoverageLevel): string {
  if (asked !== 'all') return '';
  if (before === 0) return now === 0 ? '' : 'new';
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return '±0%';
  return `${percent > 0 ? '+' : '−'}${formatNumber(Math.abs(percent))}%`;
}

/** The mean sentiment, `+0.12`; a dash where there is none. */
export function formatTone(sentiment: SentimentSum): string {
  const mean = meanSentiment(sentiment);
  if (mean === undefined) return '–';
  return `${mean > 0 ? '+' : mean < 0 ? '−' : ''}${Math.abs(mean).toFixed(2)}`;
}

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

/** A title or name from the news on one line, at most `most` characters; never empty. */
export function titleLine(text: string, most = 160): string {
  return shortLine(text, most) || '(no title)';
}
