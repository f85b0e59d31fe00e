import type { StoredFinding } from '../../findings/finding.ts';
import {
  addSentimentSums,
  NO_SENTIMENT,
  type SentimentSum,
  sentimentSumOf,
} from '../../reports/rollup/sentiment-share.ts';
import type { StoryArticle } from '../../stories/story-record.ts';
import { DAY, HOUR, type Instant } from '../../time/instant.ts';

/** What the page of a story counts: each article once, by its fingerprint. */
export interface StoryFacts {
  /** How many articles were indexed in each hour, or each day of a long story, from the first one on. */
  course: { from: Instant; step: number; counts: readonly number[]; peak: { at: Instant; count: number } };
  /** The best rank first; those without a rank come last. */
  outlets: readonly { domain: string; rank?: number; articles: number }[];
  /** ISO 3166-1 alpha-2, the most articles first. */
  countries: readonly { country: string; articles: number }[];
  tone: SentimentSum;
}

/** A longer story is counted by day: so many hours fill a line of a phone. */
const MOST_HOURS = 48;
/** More steps than a page shows; the rest of a story that went on for months counts in the last one. */
const MOST_STEPS = 56;

/** Counts the articles of a story. They may be listed several times, once for each watch. */
export function storyFacts(listed: readonly StoryArticle[]): StoryFacts {
  const articles = [...new Map(listed.map((one) => [one.fingerprint, one])).values()];
  return {
    course: courseOf(articles.map(({ at }) => at)),
    outlets: outletsOf(articles),
    countries: [...Map.groupBy(articles, ({ country }) => country ?? '')]
      .flatMap(([country, all]) => (country === '' ? [] : [{ country, articles: all.length }]))
      .toSorted((a, b) => b.articles - a.articles || (a.country < b.country ? -1 : 1)),
    tone: articles.map(({ sentiment }) => sentimentSumOf(sentiment)).reduce(addSentimentSums, NO_SENTIMENT),
  };
}

function courseOf(times: readonly Instant[]): StoryFacts['course'] {
  const first = times.reduce((low, at) => Math.min(low, at), times[0] ?? 0);
  const last = times.reduce((high, at) => Math.max(high, at), first);
  const step = last - first < MOST_HOURS * HOUR ? HOUR : DAY;
  const from = Math.floor(first / step) * step;
  const length = Math.min(MOST_STEPS, Math.floor((last - from) / step) + 1);
  const counts = Array.from({ length }, () => 0);
  for (const at of times) {
    const n = Math.min(length - 1, Math.floor((at - from) / step));
    counts[n] = (counts[n] ?? 0) + 1;
  }
  const count = Math.max(0, ...counts);
  return { from, step, counts, peak: { at: from + counts.indexOf(count) * step, count } };
}

function outletsOf(articles: readonly StoryArticle[]): StoryFacts['outlets'] {
  const byDomain = Map.groupBy(articles, ({ domain }) => domain ?? '');
  byDomain.delete('');
  return [...byDomain]
    .map(([domain, all]) => {
      const ranks = all.flatMap(({ rank }) => rank ?? []);
      return { domain, articles: all.length, ...(ranks.length > 0 && { rank: Math.min(...ranks) }) };
    })
    .toSorted((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || b.articles - a.articles);
}

/** An article, and others with the same headline. */
export interface FoldedArticle {
  article: StoredFinding;
  copies: readonly StoredFinding[];
}

/** What articles with the same headline have in common: its letters and figures, in any case. Without a headline, each is alone. */
export function headlineKeyOf({
  finding: { title, fingerprint },
}: {
  finding: Pick<StoredFinding['finding'], 'title' | 'fingerprint'>;
}): string {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return words || fingerprint;
}
