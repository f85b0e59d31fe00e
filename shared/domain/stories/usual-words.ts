import { HOUR, type Instant } from '../time/instant.ts';
import { type Signature, signatureOf } from './similarity.ts';
import { parseQuery } from '../query/parse.ts';
import { queryWords } from '../query/query-words.ts';
import type { Watch } from '../watches/watch.ts';

/**
 * How usual words are in the findings of a watch, 0 to 1, by their hashes: the share of hours in which they occur. The
 * name that the watch searches for occurs in every hour, a name in a burst of news in one or two.
 */
export type UsualWords = ReadonlyMap<number, number>;

/** The words of found articles: by the hour of indexing, in hours since 1970, and by number of articles. */
export interface WordLog {
  hours: Map<number, Set<number>>;
  articles: number;
  counts: Map<number, number>;
}

export function emptyWordLog(): WordLog {
  return { hours: new Map(), articles: 0, counts: new Map() };
}

/** Adds the words of an article. */
export function logWords(
  log: WordLog,
  { signature: { words }, at }: { signature: Signature; at: Instant },
): void {
  const hour = Math.floor(at / HOUR);
  const ofHour = log.hours.get(hour) ?? new Set();
  log.hours.set(hour, ofHour);
  for (const word of words) {
    ofHour.add(word);
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

/** This many further hours are assumed, with only the words of the query in them: a few seen hours prove little. */
const HOURS_IN_DOUBT = 4;
/**
 * Until this many hours have been seen, a word in most articles counts as usual too: many different titles can follow one
 * pattern.
 */
const HOURS_ENOUGH = 8;

/** How usual each word is, from the found articles and the words of the query. */
export function usualWords(
  { hours, articles, counts }: WordLog,
  queried: readonly number[] = [],
): UsualWords {
  const inHours = new Map(queried.map((word) => [word, HOURS_IN_DOUBT]));
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

/** The hashes of the words of a watch's query: all that it finds has them. */
export function queriedWords({ query: { q } }: Pick<Watch, 'query'>): number[] {
  const parsed = typeof q === 'string' ? parseQuery(q) : undefined;
  const phrases = parsed?.ok === true ? queryWords(parsed.query) : [];
  return phrases.flat().flatMap(({ text }) => signatureOf(text).words);
}

/** A signature in which usual words weigh less: by the square of 1 minus how usual they are. */
export interface WeightedSignature extends Signature {
  /** The number of informative words; a word counts by its factor. */
  informativeWords: number;
}

/** The factor of a word that occurs in every hour: titles with no other words can still be compared. */
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
