import { hashPart } from '../lib/hash.ts';
import type { QueryNode, WordPattern } from './ast.ts';

/** The range of a word in the original text (UTF-16 units). */
interface WordRange {
  start: number;
  end: number;
}

/** Thai with Lao, Burmese, Khmer, kana and Han: scripts without blanks between words. */
const UNSPACED = String.raw`[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]`;

/** Finds words in normalized text; characters of `extra` count as letters. */
function wordExpression(extra: string): RegExp {
  const alone = String.raw`[${UNSPACED}&&[\p{L}\p{M}\p{N}]]`;
  const run = String.raw`[[\p{L}\p{M}\p{Nd}_${extra}]--${UNSPACED}]+`;
  return new RegExp(`${alone}|${run}`, 'gv');
}

const WORD = wordExpression('');

/** Words that may hold the wildcards of a query. */
export const WORD_WITH_WILDCARDS = wordExpression('*?');

/** Text in the form in which words are compared: NFC first, then lower case, accents kept. */
export function normalizeText(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/**
 * The words of a text, in order (news service, query language, row "Word"). A word is a maximal run of letters, marks,
 * decimal digits and `_`; each letter, mark or number of Han, kana, Thai, Lao, Khmer and Burmese is a word of its own.
 */
export function wordTexts(text: string): string[] {
  const words = wordsIn(text);
  const texts: string[] = [];
  for (let number = 0; number < words.length; number += 1) texts.push(words.at(number));
  return texts;
}

/**
 * The words of a text by their numbers, from 0. Each is cut out when somebody asks for it: most words of an article
 * are of a length that no query has.
 */
export class Words {
  readonly length: number;
  readonly #normalized: string;
  readonly #bounds: Uint32Array;
  readonly #origins: () => Origins;

  constructor(normalized: string, bounds: Uint32Array, origins: () => Origins) {
    this.length = bounds.length / 2;
    this.#normalized = normalized;
    this.#bounds = bounds;
    this.#origins = origins;
  }

  /** The word of a number in the form in which words are compared; empty behind the last one. */
  at(number: number): string {
    return this.#normalized.slice(this.#bounds[2 * number] ?? 0, this.#bounds[2 * number + 1] ?? 0);
  }

  /** `hashText` of the word of a number. */
  hashAt(number: number): number {
    return hashPart(this.#normalized, this.#bounds[2 * number] ?? 0, this.#bounds[2 * number + 1] ?? 0);
  }

  lengthAt(number: number): number {
    return (this.#bounds[2 * number + 1] ?? 0) - (this.#bounds[2 * number] ?? 0);
  }

  /** The first UTF-16 unit of the word. */
  startsWith(number: number): number {
    return this.#normalized.charCodeAt(this.#bounds[2 * number] ?? 0);
  }

  /**
   * Where the word is in the original text. Where normalizing changed the length, a range covers every character that
   * the word was made from; two words made from one character share its range.
   */
  placeOf(number: number): WordRange {
    const origins = this.#origins();
    const [start = 0, end = 0] = [this.#bounds[2 * number], this.#bounds[2 * number + 1]];
    return { start: origins.start(start), end: origins.end(end) };
  }
}

/** Of a text that normalizing leaves as long as it is. */
const AS_WRITTEN: Origins = { start: (index) => index, end: (index) => index };

/** Finds the words of a text, as `wordTexts` gives them. */
export function wordsIn(text: string): Words {
  const latin = latinBounds(text);
  // In Latin texts lower case changes no length.
  if (latin) return new Words(text.toLowerCase(), latin, () => AS_WRITTEN);
  const normalized = normalizeText(text);
  const bounds = unitBounds(normalized) ?? matchedBounds(normalized);
  let origins: Origins | undefined;
  return new Words(normalized, Uint32Array.from(bounds), () => (origins ??= originsOf(text, normalized)));
}

/** The start and the end of each word of a normalized text, one after the other. */
function matchedBounds(normalized: string): number[] {
  const bounds: number[] = [];
  for (const { 0: word, index } of normalized.matchAll(WORD)) bounds.push(index, index + word.length);
  return bounds;
}

/** What a UTF-16 unit is in a normalized text, by its number, once it was seen. */
const [UNSEEN, SEPARATES, IN_WORD, ALONE, HALF] = [0, 1, 2, 3, 4];
const seenKinds = new Uint8Array(0x10000);
const ALONE_WORD = new RegExp(`^${UNSPACED}$`, 'v');

function kindOf(unit: number): number {
  if (unit >= 0xd800 && unit <= 0xdfff) return HALF;
  const character = String.fromCharCode(unit);
  if (character.match(WORD) === null) return SEPARATES;
  return ALONE_WORD.test(character) ? ALONE : IN_WORD;
}

/** As `matchedBounds`, in a third of the time; undefined for a text with characters of two units. */
function unitBounds(normalized: string): number[] | undefined {
  const bounds: number[] = [];
  let start = -1;
  for (let at = 0; at < normalized.length; at += 1) {
    const unit = normalized.charCodeAt(at);
    let kind = seenKinds[unit] ?? UNSEEN;
    if (kind === UNSEEN) seenKinds[unit] = kind = kindOf(unit);
    if (kind === HALF) return undefined;
    if (kind === IN_WORD) {
      if (start < 0) start = at;
      continue;
    }
    if (start >= 0) bounds.push(start, at);
    start = -1;
    if (kind === ALONE) bounds.push(at, at + 1);
  }
  if (start >= 0) bounds.push(start, normalized.length);
  return bounds;
}

// Where the words of a text in Latin letters are: most news has no other letters, and its words need no Unicode
// properties, which makes them several times as fast to find.

const LATIN_LETTERS = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
  [0xaa, 0xaa],
  [0xb5, 0xb5],
  [0xba, 0xba],
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0x239],
] as const;

/** `İ`, which has a mark of its own in lower case, and all but Latin letters, punctuation and signs of currencies. */
const OTHER_SCRIPTS = [
  [0x130, 0x130],
  [0x23a, 0x1fff],
  [0x2070, 0x209f],
  [0x20d0, 0xffff],
] as const;

/** What a character is, by its UTF-16 unit. */
const [BETWEEN, LETTER, OTHER] = [0, 1, 2];
const KINDS = new Uint8Array(0x10000).fill(BETWEEN);
for (const [from, to] of LATIN_LETTERS) KINDS.fill(LETTER, from, to + 1);
for (const [from, to] of OTHER_SCRIPTS) KINDS.fill(OTHER, from, to + 1);

/** `latinUnits` says this of a UTF-16 unit that no Latin text has. */
export const NOT_A_LATIN_UNIT = -1;

/**
 * What `wordTexts` makes of each UTF-16 unit of a Latin text, by its number: the unit of the word, 0 between words, or
 * `NOT_A_LATIN_UNIT`. In a Latin text each unit counts by itself.
 */
export function latinUnits(): Int16Array {
  return Int16Array.from(KINDS, (kind, unit) => {
    if (kind === OTHER) return NOT_A_LATIN_UNIT;
    return kind === LETTER ? String.fromCharCode(unit).toLowerCase().charCodeAt(0) : 0;
  });
}

/** The units of the text that is read: a list of numbers is read in half the time of a text. Nothing is kept in it. */
let units = new Uint16Array(8_192);
let bytes = Buffer.from(units.buffer);
/** Where its words are: a list that grows would be copied several times. */
let found = new Uint32Array(units.length + 2);

/** The start and the end of each word, one after the other; undefined for a text that is not Latin. */
function latinBounds(text: string): Uint32Array | undefined {
  if (text.length > units.length) {
    units = new Uint16Array(2 * text.length);
    bytes = Buffer.from(units.buffer);
    found = new Uint32Array(units.length + 2);
  }
  const length = bytes.write(text, 'utf16le') / 2;
  let count = 0;
  let kind: number | undefined = BETWEEN;
  for (let at = 0; at < length; ) {
    while (at < length && (kind = KINDS[units[at] ?? 0]) === BETWEEN) at += 1;
    if (kind === OTHER) return undefined;
    if (at >= length) break;
    found[count] = at;
    while (at < length && (kind = KINDS[units[at] ?? 0]) === LETTER) at += 1;
    if (kind === OTHER) return undefined;
    found[count + 1] = at;
    count += 2;
  }
  return found.slice(0, count);
}

/** Maps the UTF-16 units of normalized text (NFC, lower-cased) to positions in the original text. */
interface Origins {
  /** The start of unit `index` in the original. */
  start(index: number): number;
  /** The end, in the original, of the text before unit `index`. */
  end(index: number): number;
}

const SAME: Origins = { start: (index) => index, end: (index) => index };

/** The only letter whose lower case is longer: two units. */
const DOTTED_I = 'İ';

/** The origins of `normalized`, which is `text` in NFC and then in lower case. */
function originsOf(text: string, normalized: string): Origins {
  if (normalized.length === text.length && text.normalize('NFC') === text) return SAME;
  const starts: number[] = [];
  const ends: number[] = [];
  for (const [from, to] of segmentsOf(text)) {
    const segment = text.slice(from, to);
    const normal = segment.normalize('NFC');
    for (const [offset, unit] of normal.split('').entries()) {
      const [start, end] = normal === segment ? [from + offset, from + offset + 1] : [from, to];
      for (let copy = unit === DOTTED_I ? 2 : 1; copy > 0; copy -= 1) {
        starts.push(start);
        ends.push(end);
      }
    }
  }
  return { start: (index) => starts[index] ?? text.length, end: (index) => ends[index - 1] ?? 0 };
}

/**
 * Splits a text into pieces that NFC treats separately: a character with its marks and all else that composes with
 * it.
 */
function* segmentsOf(text: string): Generator<[from: number, to: number]> {
  let from = 0;
  let at = 0;
  for (const character of text) {
    if (at > from && !joins(text.slice(from, at), character)) {
      yield [from, at];
      from = at;
    }
    at += character.length;
  }
  if (at > from) yield [from, at];
}

const MARK = /\p{M}/u;

/** Below U+0300 nothing composes with the character before it; marks may compose across other marks. */
function joins(segment: string, character: string): boolean {
  if (character < '\u0300') return false;
  if (MARK.test(character)) return true;
  return (segment + character).normalize('NFC') !== segment.normalize('NFC') + character.normalize('NFC');
}

/**
 * The words and phrases of a query that are not negated, each once, in the order of the query. A single word is a
 * phrase of one.
 */
export function queryWords(query: QueryNode): WordPattern[][] {
  const byText = new Map(
    positivePhrases(query).map((phrase) => [phrase.map(({ text }) => text).join(' '), phrase]),
  );
  return [...byText.values()];
}

function positivePhrases(node: QueryNode): WordPattern[][] {
  switch (node.type) {
    case 'everything':
    case 'not':
      return [];
    case 'term':
      return [[node.word]];
    case 'phrase':
      return [node.words];
    case 'near':
      return node.phrases;
    case 'all':
    case 'any':
      return node.parts.flatMap(positivePhrases);
  }
}
