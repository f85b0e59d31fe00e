import { HOUR, type Instant } from '../time/instant.ts';
import { type Signature, signatureOf } from './similarity.ts';
import { parseQuery } from '../query/parse.ts';
import { queryWords } from '../query/query-words.ts';
import type { Watch } from '../watches/watch.ts';

/**
 * How usual words are in what a watch finds, by their hashes, 0 to 1: the share of the hours in which they stand. The name
 * that the watch looks for is in every hour, the name in a burst of news in one or two.
 */
export type UsualWords = ReadonlyMap<number, number>;

/** The words of articles that were found: by the hour, since the epoch, in which they were indexed, and by article. */
export interface WordLog {
  hours: Map<number, Set<number>>;
  articles: number;
  counts: Map<number, number>;
}

export function emptyWordLog(): WordLog {
  return { hours: new Map(), articles: 0, counts: new Map() };
}

/** Notes the words of an article. */
export function logWords(
  log: WordLog,
  { signature: { words }, at }: { signature: Signature; at: Instant },
): void {
  const hour = Math.floor(at / HOUR);
  const noted = log.hours.get(hour) ?? new Set();
  log.hours.set(hour, noted);
  for (const word of words) {
    noted.add(word);
    log.counts.set(word, (log.counts.get(word) ?? 0) + 1);
  }
  log.articles += 1;
}

/** A log with the words of further articles; the given log stays as it is. */
export function withWords(
  { hours, articles, counts }: WordLog,
  found: readonly { signature: Signature; at: Instant }[],
): WordLog {
  const log = {
    hours: new Map(Array.from(hours, ([hour, words]) => [hour, new Set(words)])),
    articles,
    counts: new Map(counts),
  };
  for (const one of found) logWords(log, one);
  return log;
}

/** So many hours are taken as seen without any word but those that the watch asks for: a few prove little. */
const HOURS_IN_DOUBT = 4;
/**
 * Before so many hours have been seen, a word in most of the articles is taken as usual too: many different titles may be
 * written after one pattern.
 */
const HOURS_ENOUGH = 8;

/** What is usual, by what was found and the words that the query asks for. */
export function usualWords({ hours, articles, counts }: WordLog, asked: readonly number[] = []): UsualWords {
  const inHours = new Map(asked.map((word) => [word, HOURS_IN_DOUBT]));
  for (const words of hours.values()) {
    for (const word of words) inHours.set(word, (inHours.get(word) ?? 0) + 1);
  }
  const doubt = Math.max(0, 1 - hours.size / HOURS_ENOUGH);
  const shareOf = (word: number, count: number) =>
    Math.max(
      count / (hours.size + HOURS_IN_DOUBT),
      (doubt * (counts.get(word) ?? 0)) / Math.max(1, articles),
    );
  return new Map(Array.from(inHours, ([word, count]) => [word, shareOf(word, count)]));
}

/** The words that a watch asks for, by their hashes: they are in all that it finds. */
export function queriedWords({ query: { q } }: Pick<Watch, 'query'>): number[] {
  const parsed = typeof q === 'string' ? parseQuery(q) : undefined;
  const phrases = parsed?.ok === true ? queryWords(parsed.query) : [];
  return phrases.flat().flatMap(({ text }) => signatureOf(text).words);
}

/** A signature in which words weigh the less the more usual they are, by the square of what is left of them. */
export interface WeightedSignature extends Signature {
  /** So many of its words tell something; a word that is half usual counts half. */
  informativeWords: number;
}

/** What is left of the weight of a word that is in every hour: two titles of nothing else can still be compared. */
const LEAST = 0.05;

export function weightedSignature(signature: Signature, usual: UsualWords): WeightedSignature {
  const shares = signature.words.map((word) => Math.max(LEAST, (1 - (usual.get(word) ?? 0)) ** 2));
  const weights = signature.weights.map((weight, at) => weight * (shares[at] ?? 1));
  const length = Math.hypot(...weights);
  return {
    ...signature,
    weights: length === 0 ? weights : weights.map((weight) => weight / length),
    names: signature.names.filter((name) => (usual.get(name) ?? 0) <= 0.5),
    informativeWords: shares.reduce((sum, share) => sum + share, 0),
  };
}
