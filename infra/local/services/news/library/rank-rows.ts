import type { QueryNode, WordPattern } from '../../../../../shared/domain/query/ast.ts';
import { queryWords } from '../../../../../shared/domain/query/query-words.ts';
import { COLUMN_WEIGHTS, COLUMNS } from './columns.ts';
import type { SearchPlace } from './match-rows.ts';
import { columnOfKey, type Occurrences } from './words/occurrences.ts';
import { hasWildcard, phraseOccurrences, wordsLike } from './words/phrases.ts';

/** Rows, both ends included. */
export interface Span {
  first: number;
  last: number;
}

/** A wildcard in a phrase counts in the ranking by at most so many of its words. */
const WORDS_RANKED = 50;

/** BM25: how soon more occurrences count no more, how much long texts count less, and what a word in most rows counts. */
const SATURATION = 1.2;
const LENGTH = 0.75;
const LEAST_RARITY = 1e-6;

/**
 * How well rows of a span match a query: BM25 over the words and phrases that it asks for, with the weights of the
 * columns. Higher is better, 0 where a row has none of them.
 */
export function rankRows(
  node: QueryNode,
  { span, place }: { span: Span; place: SearchPlace },
): (row: number) => number {
  const scores = new Float64Array(span.last - span.first + 1);
  const counts = new Float64Array(place.index.rowCount() + 1);
  for (const alike of queryWords(node).flatMap((phrase) => termsOf(phrase, place))) {
    addScores(scores, { alike, counts: counts.fill(0), span, place });
  }
  return (row) => scores[row - span.first] ?? 0;
}

/** What is counted together for a phrase: its occurrences, those of all words of a wildcard, or each word of a phrase with one. */
function termsOf(phrase: readonly WordPattern[], { index }: SearchPlace): Occurrences[][] {
  if (!hasWildcard([phrase])) return [[phraseOccurrences(phrase, index)]];
  return phrase.map((word) => {
    const texts = word.wildcard
      ? wordsLike(word, index).slice(0, phrase.length > 1 ? WORDS_RANKED : undefined)
      : [word.text];
    return texts.map((text) => index.occurrencesOf(text));
  });
}

/** Adds what some occurrences contribute. `counts`, one for each row, are 0 before. */
function addScores(
  scores: Float64Array,
  {
    alike,
    counts,
    span,
    place,
  }: { alike: readonly Occurrences[]; counts: Float64Array; span: Span; place: SearchPlace },
): void {
  const { index, columns } = place;
  const weights = COLUMNS.map((column) => (columns.includes(column) ? COLUMN_WEIGHTS[column] : 0));
  const rows = index.rowCount();
  let having = 0;
  for (const { keys, starts } of alike) {
    for (let at = 0; at < keys.length; at += 1) {
      const key = keys[at] ?? 0;
      const weight = weights[columnOfKey(key)] ?? 0;
      if (weight === 0) continue;
      const row = index.rowOf(key);
      if (counts[row] === 0) having += 1;
      counts[row] = (counts[row] ?? 0) + weight * ((starts[at + 1] ?? 0) - (starts[at] ?? 0));
    }
  }
  const rarity = Math.max(LEAST_RARITY, Math.log((rows - having + 0.5) / (having + 0.5)));
  const mean = index.meanLength();
  for (let row = span.first; row <= span.last; row += 1) {
    const count = counts[row] ?? 0;
    if (count === 0) continue;
    const length = 1 - LENGTH + (LENGTH * index.lengthOf(row)) / mean;
    const at = row - span.first;
    scores[at] = (scores[at] ?? 0) + (rarity * count * (SATURATION + 1)) / (count + SATURATION * length);
  }
}
