import { latinUnits, NOT_A_LATIN_UNIT, wordsIn } from '../../../../../shared/domain/query/words.ts';
import { grown } from './byte-lists.ts';

/** Every word of the texts that were cut, once, with a number: 0 for the first. */
interface WordTable {
  /** The numbers of the words of a text, in order, as `wordTexts` cuts it. Unknown words get the next numbers. */
  cut(text: string): Uint32Array;
  /** The number of a word that occurs in a text. */
  numberOf(word: string): number | undefined;
  /** The words, by number. */
  words: readonly string[];
}

/** How many slots of the table there are for each word, at least. */
const SPARE = 2;

/**
 * Opens an empty table. It finds the words of Latin texts among their UTF-16 units, and makes a text of a word only
 * when it is a new one: with a map of texts the index took a third longer to load.
 */
export function openWordTable(): WordTable {
  const words: string[] = [];
  const latin = openLatinUnits();
  let hashes = new Uint32Array(4_096);
  /** The number of a word plus 1, at the first free slot from its hash on. */
  let slots = new Uint32Array(SPARE * hashes.length);
  let found = new Uint32Array(4_096);
  /** The numbers of the words of texts that are not Latin. */
  const others = new Map<string, number>();
  /**
   * The numbers plus 1 of those that have one UTF-16 unit, by the unit: in scripts without blanks each character is a
   * word.
   */
  const alone = new Uint32Array(0x10000);

  /** The slot of the word at some units, or the free one where it belongs. */
  const slotOf = (units: Uint16Array, { from, to, hash }: Word) => {
    let slot = hash & (slots.length - 1);
    for (let taken = slots[slot] ?? 0; taken !== 0; taken = slots[slot] ?? 0) {
      if (hashes[taken - 1] === hash && isAt(units, { from, to, word: words[taken - 1] ?? '' })) break;
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  };
  const widen = () => {
    hashes = grown(hashes, words.length + 1);
    slots = new Uint32Array(SPARE * hashes.length);
    for (let number = 0; number < words.length; number += 1) {
      let slot = (hashes[number] ?? 0) & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = number + 1;
    }
  };
  const numberAt = (units: Uint16Array, word: Word) => {
    const slot = slotOf(units, word);
    const taken = slots[slot] ?? 0;
    if (taken > 0) return taken - 1;
    const number = words.push(textAt(units, word)) - 1;
    hashes[number] = word.hash;
    slots[slot] = number + 1;
    if (words.length === hashes.length) widen();
    return number;
  };
  const cutUnits = (units: Uint16Array, length: number) => {
    found = grown(found, length);
    let count = 0;
    for (let from = 0; from < length; from += 1) {
      let to = from;
      let hash = 0;
      for (let unit = units[to] ?? 0; unit !== 0; unit = units[to] ?? 0) {
        hash = nextHash(hash, unit);
        to += 1;
      }
      if (to === from) continue;
      found[count] = numberAt(units, { from, to, hash: lastHash(hash) });
      count += 1;
      from = to;
    }
    return found.slice(0, count);
  };
  const numberOfText = (word: string) => {
    const known = others.get(word);
    if (known !== undefined) return known;
    const units = unitsOf(word);
    const number = numberAt(units, wordOf(units));
    others.set(word, number);
    return number;
  };
  const numberOfUnit = (unit: number) => {
    const known = alone[unit] ?? 0;
    if (known > 0) return known - 1;
    const number = numberOfText(String.fromCharCode(unit));
    alone[unit] = number + 1;
    return number;
  };
  const cutOther = (text: string) => {
    const cut = wordsIn(text);
    const numbers = new Uint32Array(cut.length);
    for (let at = 0; at < numbers.length; at += 1) {
      numbers[at] = cut.lengthAt(at) === 1 ? numberOfUnit(cut.startsWith(at)) : numberOfText(cut.at(at));
    }
    return numbers;
  };
  return {
    words,
    cut(text) {
      const units = latin.words(text);
      return units ? cutUnits(units, text.length) : cutOther(text);
    },
    numberOf(text) {
      const units = unitsOf(text);
      const taken = slots[slotOf(units, wordOf(units))] ?? 0;
      return taken === 0 ? undefined : taken - 1;
    },
  };
}

/** A word among some units: the first one, the one behind the last, and the hash of all. */
interface Word {
  from: number;
  to: number;
  hash: number;
}

function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at += 1) units[at] = text.charCodeAt(at);
  return units;
}

function wordOf(units: Uint16Array): Word {
  return { from: 0, to: units.length, hash: lastHash(units.reduce(nextHash, 0)) };
}

function isAt(units: Uint16Array, { from, to, word }: { from: number; to: number; word: string }): boolean {
  if (word.length !== to - from) return false;
  for (let at = 0; at < word.length; at += 1) if (word.charCodeAt(at) !== units[from + at]) return false;
  return true;
}

function textAt(units: Uint16Array, { from, to }: Word): string {
  return Buffer.from(units.slice(from, to).buffer).toString('utf16le');
}

function nextHash(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

/** The low bits choose the slot. */
function lastHash(hash: number): number {
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Finds the words of Latin texts. */
interface LatinUnits {
  /**
   * The UTF-16 units of the words of a text, each at its place, with 0 between words and behind the last; undefined
   * for a text that is not Latin. They are valid until the next text.
   */
  words(text: string): Uint16Array | undefined;
}

function openLatinUnits(): LatinUnits {
  const latin = latinUnits();
  let copy = Buffer.alloc(0);
  let units = new Uint16Array();
  return {
    words(text) {
      if (units.length <= text.length) {
        units = new Uint16Array(2 * text.length + 64);
        copy = Buffer.from(units.buffer);
      }
      // The units of a copy are read much faster than those of the text.
      copy.write(text, 'utf16le');
      for (let at = 0; at < text.length; at += 1) {
        const unit = latin[units[at] ?? 0] ?? NOT_A_LATIN_UNIT;
        if (unit === NOT_A_LATIN_UNIT) return undefined;
        units[at] = unit;
      }
      units[text.length] = 0;
      return units;
    },
  };
}
