import { grown } from './grown.ts';
import { openByteLists } from './byte-lists.ts';
import { keyOf, type Occurrences, readOccurrences, rowOfKey, writeNumber } from './occurrences.ts';
import { openWordTable } from './word-table.ts';

/**
 * A full-text index over rows of several columns: for each word, where it occurs. It knows only words as the query language
 * cuts them. It is kept in memory, in about 1.5 bytes for each word of a text.
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
