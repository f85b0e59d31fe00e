import { neutralOf, type SentimentSum, type Tone } from '../../domain/reports/sentiment-share.ts';

export const TONES: readonly Tone[] = ['negative', 'neutral', 'positive'];

/** How many articles have a tone. */
export function countTone(sentiment: SentimentSum, tone: Tone): number {
  return tone === 'neutral' ? neutralOf(sentiment) : sentiment[tone];
}
