import type { QueryNode, WordPattern } from '../../../../../shared/domain/query/ast.ts';
import { globTest, nearRuns, type WordRun } from '../../../../../shared/domain/query/match.ts';
import { grown, openByteLists } from './byte-lists.ts';
import { openWordTable } from './word-table.ts';

/**
 * A full-text index over rows of several columns: for each word, where it occurs. It knows only words as the query
 * language cuts them. It is kept in memory, in about 1.5 bytes for each word of a text.
 */
export interface TextIndex {
  /** Adds the texts of the next row, column by column. Answers the words of each column, by their numbers. */
  add(texts: readonly string[]): Uint32Array[];
  /** Numbers the rows, 1 to their count: once, after the last one was added. */
  arrange(rows: readonly number[]): void;
  /** Every word of the index once, by its number. */
  words: readonly string[];
  /** Where a word occurs. */
  occurrencesOf(word: string): Occurrences;
  /** The row of a key of an occurrence. Keys rise in the order in which the rows were added. */
  rowOf(key: number): number;
  /** How many rows there are: 1 to this. */
  rowCount(): number;
  /** How many words all columns of a row have. */
  lengthOf(row: number): number;
  /** The mean of the lengths of all rows. */
  meanLength(): number;
}

/** Bytes of the longest number. */
const MOST_BYTES = 5;

export function openTextIndex(): TextIndex {
  const table = openWordTable();
  const lists = openByteLists();
  const chains = openChains();
  let lastKeys = new Uint32Array(4_096);
  let lengths = new Uint32Array(4_096);
  let bytes = new Uint8Array();
  /** The row of each text, by the order in which it was added, from 1. */
  let order = new Uint32Array();
  let rows = 0;
  let total = 0;
  const addColumn = (numbers: Uint32Array, key: number) => {
    lastKeys = grown(lastKeys, table.words.length);
    chains.link(numbers, table.words.length);
    // A number has at most 5 bytes, and there are at most two more than places.
    if (bytes.length < MOST_BYTES * (numbers.length + 2))
      bytes = new Uint8Array(2 * MOST_BYTES * (numbers.length + 2));
    for (let at = 0; at < numbers.length; at += 1) {
      const word = numbers[at] ?? 0;
      const count = chains.take(word, at);
      if (count === 0) continue;
      let end = writeNumber(bytes, 0, key - (lastKeys[word] ?? 0));
      end = writeNumber(bytes, end, count);
      for (let place = at, left = count, before = 0; left > 0; left -= 1) {
        end = writeNumber(bytes, end, place - before);
        before = place;
        place = chains.next(place);
      }
      lists.append(word, bytes, end);
      lastKeys[word] = key;
    }
  };
  return {
    words: table.words,
    add(texts) {
      rows += 1;
      const columns = texts.map((text) => table.cut(text));
      for (const [column, numbers] of columns.entries()) addColumn(numbers, keyOf(rows, column));
      lengths = grown(lengths, rows + 1);
      lengths[rows] = columns.reduce((sum, { length }) => sum + length, 0);
      total += lengths[rows] ?? 0;
      return columns;
    },
    arrange(numbers) {
      const byRow = new Uint32Array(rows + 1);
      order = Uint32Array.from([0, ...numbers]);
      for (const [at, row] of order.entries()) byRow[row] = lengths[at] ?? 0;
      lengths = byRow;
    },
    rowOf: (key) => order[rowOfKey(key)] ?? 0,
    occurrencesOf(word) {
      const number = table.numberOf(word);
      return readOccurrences(number === undefined ? new Uint8Array() : lists.read(number));
    },
    rowCount: () => rows,
    lengthOf: (row) => lengths[row] ?? 0,
    meanLength: () => total / Math.max(1, rows),
  };
}

/** Links the places of each word of a text, so that all places of a word are found without sorting. */
function openChains() {
  /** By word: its first place plus 1, 0 for none; and how often it occurs. */
  let firsts = new Uint32Array(4_096);
  let counts = new Uint32Array(4_096);
  let nexts = new Uint32Array(4_096);
  return {
    /** Links the words of a text, whose numbers are below `words`. */
    link(numbers: Uint32Array, words: number) {
      [firsts, counts, nexts] = [grown(firsts, words), grown(counts, words), grown(nexts, numbers.length)];
      for (let at = numbers.length - 1; at >= 0; at -= 1) {
        const word = numbers[at] ?? 0;
        nexts[at] = (firsts[word] ?? 0) - 1;
        firsts[word] = at + 1;
        counts[word] = (counts[word] ?? 0) + 1;
      }
    },
    /** How often a word occurs if this is its first place, 0 otherwise. The word is forgotten for the next text. */
    take(word: number, at: number): number {
      if (firsts[word] !== at + 1) return 0;
      const count = counts[word] ?? 0;
      firsts[word] = 0;
      counts[word] = 0;
      return count;
    },
    /** The next place of the word at a place that is not its last one. */
    next: (at: number): number => nexts[at] ?? 0,
  };
}

/**
 * Where a word or a phrase occurs: for each column of each row that has it, in rising order, the numbers of the words
 * at which it begins.
 */
export interface Occurrences {
  /** `keyOf` the row and the column. */
  keys: Uint32Array;
  /** Where the places of each key begin in `places`, and behind the last one their count. */
  starts: Uint32Array;
  places: Uint32Array;
}

/** Rows, numbered from 1 in the order in which they were added, have keys of their own for so many columns. */
const COLUMNS_OF_ROW = 8;

/** The key of a column, counted from 0, of a row. Keys rise with the rows, then with the columns. */
function keyOf(row: number, column: number): number {
  return row * COLUMNS_OF_ROW + column;
}

function rowOfKey(key: number): number {
  return Math.floor(key / COLUMNS_OF_ROW);
}

export function columnOfKey(key: number): number {
  return key % COLUMNS_OF_ROW;
}

/** Occurrences that are put together key by key. `size` is the most places that there may be. */
function writeOccurrences(size: number) {
  const keys = new Uint32Array(size);
  const starts = new Uint32Array(size + 1);
  const places = new Uint32Array(size);
  let count = 0;
  let end = 0;
  return {
    add(key: number, place: number) {
      if (count === 0 || keys[count - 1] !== key) {
        keys[count] = key;
        starts[count] = end;
        count += 1;
      }
      places[end] = place;
      end += 1;
    },
    done(): Occurrences {
      starts[count] = end;
      return {
        keys: keys.subarray(0, count),
        starts: starts.subarray(0, count + 1),
        places: places.subarray(0, end),
      };
    },
  };
}

/**
 * Writes numbers, 0 to 2^32 - 1, in 1 to 5 bytes each: a byte has 7 bits of one, and its highest bit says whether
 * more follow.
 */
function writeNumber(bytes: Uint8Array, at: number, number: number): number {
  let rest = number;
  let end = at;
  for (; rest > 0x7f; rest >>>= 7) {
    bytes[end] = (rest & 0x7f) | 0x80;
    end += 1;
  }
  bytes[end] = rest;
  return end + 1;
}

/**
 * Reads occurrences from numbers that are, for each key: how much it is greater than the one before, how many places
 * it has, and how much each of them is greater than the one before.
 */
function readOccurrences(bytes: Uint8Array): Occurrences {
  const read = writeOccurrences(bytes.length);
  let at = 0;
  const next = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at] ?? 0;
      at += 1;
      value |= (byte & 0x7f) << shift;
      if (byte <= 0x7f) return value >>> 0;
    }
  };
  let key = 0;
  while (at < bytes.length) {
    key += next();
    let place = 0;
    for (let left = next(); left > 0; left -= 1) {
      place += next();
      read.add(key, place);
    }
  }
  return read.done();
}

/** The places of `first` after which, so many words later, `next` follows. */
function followed(first: Occurrences, { next, after }: { next: Occurrences; after: number }): Occurrences {
  const found = writeOccurrences(Math.min(first.places.length, next.places.length));
  let other = 0;
  for (let at = 0; at < first.keys.length; at += 1) {
    const key = first.keys[at] ?? 0;
    while ((next.keys[other] ?? Infinity) < key) other += 1;
    if (next.keys[other] !== key) continue;
    const end = next.starts[other + 1] ?? 0;
    let follower = next.starts[other] ?? 0;
    for (let place = first.starts[at] ?? 0; place < (first.starts[at + 1] ?? 0); place += 1) {
      const wanted = (first.places[place] ?? 0) + after;
      while (follower < end && (next.places[follower] ?? 0) < wanted) follower += 1;
      if (follower < end && next.places[follower] === wanted) found.add(key, wanted - after);
    }
  }
  return found.done();
}

/** Whether any word of some phrases has a wildcard. */
export function hasWildcard(phrases: readonly (readonly WordPattern[])[]): boolean {
  return phrases.some((phrase) => phrase.some(({ wildcard }) => wildcard));
}

/**
 * The words of the index that a pattern matches. A sigma at the end of what is before the wildcard may have either of
 * its forms.
 */
export function wordsLike({ text }: WordPattern, { words }: TextIndex): string[] {
  const start = /^[^*?σς]*/u.exec(text)?.[0] ?? '';
  const test = globTest(text);
  return words.filter((word) => word.startsWith(start) && test(word));
}

/** Where a phrase without wildcards begins. */
export function phraseOccurrences([first, ...others]: readonly WordPattern[], index: TextIndex): Occurrences {
  return others.reduce(
    (found, { text }, at) => followed(found, { next: index.occurrencesOf(text), after: at + 1 }),
    index.occurrencesOf(first?.text ?? ''),
  );
}

/** The keys of the columns in which phrases without wildcards are near each other. */
export function nearKeys(near: QueryNode & { type: 'near' }, index: TextIndex): number[] {
  const phrases = near.phrases.map((phrase) => ({
    length: phrase.length,
    found: phraseOccurrences(phrase, index),
    at: 0,
  }));
  const keys: number[] = [];
  for (const key of phrases[0]?.found.keys ?? []) {
    for (const phrase of phrases) while ((phrase.found.keys[phrase.at] ?? Infinity) < key) phrase.at += 1;
    if (phrases.some(({ found, at }) => found.keys[at] !== key)) continue;
    if (nearRuns(phrases.map(runsAt), near).length > 0) keys.push(key);
  }
  return keys;
}

function runsAt({ found, at, length }: { found: Occurrences; at: number; length: number }): WordRun[] {
  const places = found.places.subarray(found.starts[at], found.starts[at + 1]);
  return Array.from(places, (first) => ({ first, end: first + length }));
}
