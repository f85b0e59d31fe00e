import type { CoverageLevel } from '../../domain/reports/coverage-days.ts';
import { type SentimentSum, meanSentiment } from '../../domain/reports/sentiment-share.ts';
import type { Compared } from '../../domain/reports/report-numbers.ts';
import { formatNumber } from '../text/format-count.ts';

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
