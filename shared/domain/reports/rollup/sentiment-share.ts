/**
 * The sum of the sentiments of articles, in whole thousandths, so that it does not depend on the order. An article is
 * negative below -0.2, positive above 0.2, neutral between.
 */
export interface SentimentSum {
  /** The number of articles with a sentiment. */
  count: number;
  /** Thousandths. */
  sum: number;
  negative: number;
  positive: number;
}

/** The limit of a neutral sentiment, in thousandths. */
const TONE = 200;

export type SentimentTone = 'negative' | 'neutral' | 'positive';

/** The tone of an article, by its sentiment in thousandths. */
export function toneOf(thousandths: number): SentimentTone {
  if (thousandths < -TONE) return 'negative';
  return thousandths > TONE ? 'positive' : 'neutral';
}

export const NO_SENTIMENT: SentimentSum = { count: 0, sum: 0, negative: 0, positive: 0 };

/** The sum for one article with this sentiment, -1..1. */
export function sentimentSumOf(sentiment: number | undefined): SentimentSum {
  if (sentiment === undefined) return NO_SENTIMENT;
  const sum = Math.round(Math.min(1, Math.max(-1, sentiment)) * 1_000);
  const tone = toneOf(sum);
  return { count: 1, sum, negative: tone === 'negative' ? 1 : 0, positive: tone === 'positive' ? 1 : 0 };
}

export function addSentimentSums(one: SentimentSum, other: SentimentSum): SentimentSum {
  return {
    count: one.count + other.count,
    sum: one.sum + other.sum,
    negative: one.negative + other.negative,
    positive: one.positive + other.positive,
  };
}

/** The number of neutral articles. */
export function neutralCount({ count, negative, positive }: SentimentSum): number {
  return count - negative - positive;
}

/** The mean, -1..1 with two decimals; undefined when no article has a sentiment. */
export function meanSentiment({ count, sum }: SentimentSum): number | undefined {
  return count === 0 ? undefined : Math.round(sum / count / 10) / 100 + 0;
}
