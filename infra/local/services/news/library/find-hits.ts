import type { QueryNode, WordPattern } from '../../../../../shared/domain/query/ast.ts';
import { compileQuery } from '../../../../../shared/domain/query/match.ts';
import { queryWords, wordsIn } from '../../../../../shared/domain/query/words.ts';
import { type Column, COLUMN_WEIGHTS, COLUMNS, textOf } from './columns.ts';
import type { Entry } from './entry.ts';
import type { Library } from './library.ts';
import {
  columnOfKey,
  hasWildcard,
  nearKeys,
  type Occurrences,
  phraseOccurrences,
  type TextIndex,
  wordsLike,
} from './text-index.ts';

/** A test that an article passes or not. */
export type Keep = (entry: Entry) => boolean;

/** An article that was found, with how well it matches: comparable inside one answer only, 0 without a query. */
export interface Hit {
  entry: Entry;
  score: number;
}

/** What is looked for: all articles that pass, and where there is a query, match it in one of the columns. */
export interface Search {
  keep: Keep;
  query?: { node: QueryNode; columns: readonly Column[] } | undefined;
}

/** All articles that match, in the order of their rows. */
export function findEntries(library: Library, { query, keep }: Search): Entry[] {
  const rows =
    query && query.node.type !== 'everything'
      ? matchRows(query.node, placeOf(library, query.columns))
      : undefined;
  const { entries } = library;
  if (!rows) return entries.filter(keep);
  return rows.list().flatMap((row) => {
    const entry = entries[row - 1];
    return entry && keep(entry) ? entry : [];
  });
}

/** Gives articles, which must be in the order of their rows, the score by which they match. */
export function scored(
  library: Library,
  { query, entries }: { query: Search['query']; entries: readonly Entry[] },
): Hit[] {
  const [first] = entries;
  const last = entries.at(-1);
  if (!query || !first || !last) return entries.map((entry) => ({ entry, score: 0 }));
  const span = { first: first.row, last: last.row };
  const scoreOf = rankRows(query.node, { span, place: placeOf(library, query.columns) });
  return entries.map((entry) => ({ entry, score: scoreOf(entry.row) }));
}

function placeOf({ index, entries }: Library, columns: readonly Column[]): SearchPlace {
  return {
    index,
    columns,
    textOf(row, column) {
      const entry = entries[row - 1];
      return entry ? textOf(entry, column) : '';
    },
  };
}

/** Where a query is asked. */
interface SearchPlace {
  index: TextIndex;
  columns: readonly Column[];
  textOf(row: number, column: Column): string;
}

/**
 * The rows that match a query, exactly. The index answers everything but phrases and NEAR with wildcards: for these
 * the few rows that hold all of their words are read.
 */
function matchRows(node: QueryNode, place: SearchPlace): RowSet {
  const { index } = place;
  switch (node.type) {
    case 'everything':
      return allRows(place);
    case 'term':
      return wordRows(node.word, place);
    case 'phrase':
      if (hasWildcard([node.words])) return judged(node, { phrases: [node.words], place });
      return rowsOf(phraseOccurrences(node.words, index).keys, place);
    case 'near':
      if (hasWildcard(node.phrases)) return judged(node, { phrases: node.phrases, place });
      return rowsOf(nearKeys(node, index), place);
    case 'not':
      return matchRows(node.part, place).complement();
    case 'all':
      return intersection(node.parts.map((part) => matchRows(part, place)));
    case 'any': {
      const parts = decisiveParts(node.parts);
      const sets = parts.map((part) => matchRows(part, place));
      return parts === node.parts ? union(sets, place) : intersection(sets);
    }
  }
}

/** The parts of an OR that decide: the required ones where there are any. */
function decisiveParts(parts: readonly QueryNode[]): readonly QueryNode[] {
  const required = parts.filter((part) => 'required' in part && part.required);
  return required.length > 0 ? required : parts;
}

function allRows({ index }: SearchPlace): RowSet {
  return rowSet(index.rowCount()).complement();
}

/** The rows that have one of these keys in a column that is searched. */
function rowsOf(keys: Iterable<number>, { index, columns }: SearchPlace): RowSet {
  const isSearched = COLUMNS.map((column) => columns.includes(column));
  const rows = rowSet(index.rowCount());
  for (const key of keys) if (isSearched[columnOfKey(key)]) rows.mark(index.rowOf(key));
  return rows;
}

function wordRows(word: WordPattern, place: SearchPlace): RowSet {
  if (!word.wildcard) return rowsOf(place.index.occurrencesOf(word.text).keys, place);
  const sets = wordsLike(word, place.index).map((text) =>
    rowsOf(place.index.occurrencesOf(text).keys, place),
  );
  return union(sets, place);
}

/** Reads the rows that may match, and keeps those that do. */
function judged(
  node: QueryNode,
  { phrases, place }: { phrases: readonly WordPattern[][]; place: SearchPlace },
): RowSet {
  const sets = phrases.flatMap((phrase) => phraseSets(phrase, place));
  const matcher = compileQuery(node);
  const candidates = sets.length > 0 ? intersection(sets) : allRows(place);
  return candidates.filter((row) =>
    matcher.matches(place.columns.map((column) => wordsIn(place.textOf(row, column)))),
  );
}

/** The rows that hold a phrase, or where it has wildcards, the rows that hold each of its words. */
function phraseSets(phrase: readonly WordPattern[], place: SearchPlace): RowSet[] {
  if (!hasWildcard([phrase])) return [rowsOf(phraseOccurrences(phrase, place.index).keys, place)];
  return phrase.filter(({ text }) => /[^*?]/.test(text)).map((word) => wordRows(word, place));
}

function union(sets: readonly RowSet[], { index }: SearchPlace): RowSet {
  return sets.reduce((all, set) => all.add(set), rowSet(index.rowCount()));
}

function intersection([first, ...others]: readonly RowSet[]): RowSet {
  if (!first) throw new TypeError('an intersection of no sets');
  return others.reduce((all, set) => all.keep(set), first);
}

/** Rows, both ends included. */
interface Span {
  first: number;
  last: number;
}

/** A wildcard in a phrase counts in the ranking by at most so many of its words. */
const WORDS_RANKED = 50;

/**
 * BM25: how soon more occurrences count no more, how much long texts count less, and what a word in most rows counts.
 */
const SATURATION = 1.2;
const LENGTH = 0.75;
const LEAST_RARITY = 1e-6;

/**
 * How well rows of a span match a query: BM25 over the words and phrases that it asks for, with the weights of the
 * columns. Higher is better, 0 where a row has none of them.
 */
function rankRows(
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

/**
 * What is counted together for a phrase: its occurrences, those of all words of a wildcard, or each word of a phrase
 * with one.
 */
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

/** A set of rows, numbered from 1. Operations change the set and give it back. */
interface RowSet {
  has(row: number): boolean;
  mark(row: number): void;
  add(other: RowSet): RowSet;
  keep(other: RowSet): RowSet;
  complement(): RowSet;
  filter(test: (row: number) => boolean): RowSet;
  /** The rows, rising. */
  list(): number[];
}

/** An empty set of the rows 1 to `size`. */
function rowSet(size: number): RowSet {
  const marks = new Uint8Array(size + 1);
  const each = (mark: (row: number) => boolean) => {
    for (let row = 1; row <= size; row += 1) marks[row] = mark(row) ? 1 : 0;
    return set;
  };
  const set: RowSet = {
    has: (row) => marks[row] === 1,
    mark(row) {
      marks[row] = 1;
    },
    add: (other) => each((row) => marks[row] === 1 || other.has(row)),
    keep: (other) => each((row) => marks[row] === 1 && other.has(row)),
    complement: () => each((row) => marks[row] !== 1),
    filter: (test) => each((row) => marks[row] === 1 && test(row)),
    list() {
      const rows: number[] = [];
      for (let row = 1; row <= size; row += 1) if (marks[row] === 1) rows.push(row);
      return rows;
    },
  };
  return set;
}

/** The orders of `sort_by` (news service, parameters). */
export type SortOrder = 'relevancy' | 'date' | 'rank';

/** What an order looks at, the most important first; a smaller number comes before a greater one. */
type Key = (hit: Hit) => number;

const best: Key = ({ score }) => -score;
const newest: Key = ({ entry }) => -entry.publishedAt;
const bestRanked: Key = ({ entry }) => entry.rank;
/** Rows never change, so that pages of one search do not shift against each other. */
const lastRow: Key = ({ entry }) => -entry.row;

const ORDERS: Readonly<Record<SortOrder, readonly [Key, ...Key[]]>> = {
  relevancy: [best, newest, lastRow],
  date: [newest, lastRow],
  rank: [bestRanked, newest, lastRow],
};

/**
 * Sorts hits. With `most`, only so many of the first are needed, and no more than they and their equals are sorted.
 */
export function sortHits(
  hits: readonly Hit[],
  { order, most = hits.length }: { order: SortOrder; most?: number },
): Hit[] {
  const [first, ...others] = ORDERS[order];
  const needed = most < hits.length ? firstOnes(hits, { key: first, most }) : hits;
  return needed.toSorted((a, b) => {
    const difference = first(a) - first(b);
    if (difference !== 0) return difference;
    for (const key of others) {
      const next = key(a) - key(b);
      if (next !== 0) return next;
    }
    return 0;
  });
}

/** The hits up to the key of the one that would be last. */
function firstOnes(hits: readonly Hit[], { key, most }: { key: Key; most: number }): Hit[] {
  const keys = new Float64Array(hits.length);
  for (const [at, hit] of hits.entries()) keys[at] = key(hit);
  const last = nthLeast(keys, most - 1) ?? Infinity;
  return hits.filter((hit) => key(hit) <= last);
}

/** The order that a value of `sort_by` names. */
export function sortOrderOf(value: string | undefined): SortOrder {
  return value === 'date' || value === 'rank' ? value : 'relevancy';
}

/**
 * The number that would be at a place, from 0, if all were sorted (Hoare's selection): undefined beyond the last.
 * Reorders the numbers, in a time that grows with their count alone.
 */
export function nthLeast(numbers: Float64Array, place: number): number | undefined {
  let from = 0;
  let to = numbers.length - 1;
  while (from < to) {
    const pivot = numbers[(from + to) >> 1] ?? 0;
    let low = from;
    let high = to;
    while (low <= high) {
      while ((numbers[low] ?? pivot) < pivot) low += 1;
      while ((numbers[high] ?? pivot) > pivot) high -= 1;
      if (low > high) break;
      [numbers[low], numbers[high]] = [numbers[high] ?? 0, numbers[low] ?? 0];
      low += 1;
      high -= 1;
    }
    if (place <= high) to = high;
    else if (place >= low) from = low;
    else break;
  }
  return numbers[place];
}
