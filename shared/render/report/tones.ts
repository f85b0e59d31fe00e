import {
  neutralCount,
  type SentimentSum,
  type SentimentTone,
} from '../../domain/reports/rollup/sentiment-share.ts';

export const TONES: readonly SentimentTone[] = ['negative', 'neutral', 'positive'];

/** How many articles have a tone. */
export function countTone(sentiment: SentimentSum, tone: SentimentTone): number {
  return tone === 'neutral' ? neutralCount(sentiment) : sentiment[tone];
}
