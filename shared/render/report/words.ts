import type { Asked } from '../../domain/reports/coverage-days.ts';
import { type SentimentSum, meanOf } from '../../domain/reports/sentiment-share.ts';
import type { Compared } from '../../domain/reports/report-numbers.ts';
import type { Period } from '../../domain/reports/period.ts';
import { oneLine, shorten } from '../text/plain-text.ts';

/** `12,345` */
export function num(n: number): string {
  return n.toLocaleString('en');
}

export function counted(n: number, one: string, many: string): string {
  return `${num(n)} ${n === 1 ? one : many}`;
}

/** Tenths of a percent as `12.3%`. */
export function share(tenths: number): string {
  return `${(tenths / 10).toFixed(1)}%`;
}

/**
 * The change against the days before: `+23%`, `-4%`, `new`; nothing where both are nothing, and where the days before were
 * not asked for as a whole.
 */
export function change({ now, before }: Compared, asked: Asked): string {
  if (asked !== 'all') return '';
  if (before === 0) return now === 0 ? '' : 'new';
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return '±0%';
  return `${percent > 0 ? '+' : '−'}${num(Math.abs(percent))}%`;
}

/** The mean of a mood, `+0.12`; a dash where there is none. */
export function tone(sentimentSum: SentimentSum): string {
  const mean = meanOf(sentimentSum);
  if (mean === undefined) return '–';
  return `${mean > 0 ? '+' : mean < 0 ? '−' : ''}${Math.abs(mean).toFixed(2)}`;
}

/** `Tue 17 Nov`, never broken over two lines. */
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
  const sameYear = first.slice(0, 4) === last.slice(0, 4);
  return `${format(first, sameYear ? { day: 'numeric', month: 'long' } : whole)} to ${format(last, whole)}`;
}

function format(day: string, options: Intl.DateTimeFormatOptions): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(at).replace(',', '');
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

/** `France`; a code that is none stays as it is. */
export function countryName(code: string): string {
  return /^[A-Za-z]{2}$/.test(code) ? (countries.of(code.toUpperCase()) ?? code) : code;
}

export function languageName(code: string): string {
  return /^[A-Za-z]{2,3}$/.test(code) ? (languages.of(code.toLowerCase()) ?? code) : code;
}

/** Text from the news on one line, never empty, at most `most` characters. */
export function line(text: string, most = 160): string {
  const plain = shorten(oneLine(text), most);
  return plain === '' ? '(no title)' : plain;
}
