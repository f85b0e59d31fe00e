import { hashPart } from '../lib/hash.ts';
import type { QueryNode, WordPattern } from './ast.ts';
import { type Accents, foldOf, foldText } from './fold.ts';

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

/**
 * The words of a text, in order (news service, query language, row "Word"). A word is a maximal run of letters, marks,
 * decimal digits and `_`; each letter, mark or number of Han, kana, Thai, Lao, Khmer and Burmese is a word of its own.
 * Words are folded.
 */
export function wordTexts(text: string): string[] {
  return textsOf(wordsIn(text));
}

export function textsOf(words: Words): string[] {
  const texts: string[] = [];
  for (let number = 0; number < words.length; number += 1) texts.push(words.at(number));
  return texts;
}

/** What makes other signs of some, or a part of a longer name. */
const BEFORE_SIGNS = /[\p{L}\p{N}.]/u;
const AFTER_SIGNS = /[\p{L}\p{N}+#]/u;

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

  /** Whether signs stand directly before and after the word of a number, and no others of their kind beside them. */
  hasSigns(number: number, { before = '', after = '' }: Pick<WordPattern, 'before' | 'after'>): boolean {
    const from = (this.#bounds[2 * number] ?? 0) - before.length;
    const to = (this.#bounds[2 * number + 1] ?? 0) + after.length;
    const isLed =
      this.#normalized.startsWith(before, from) && !BEFORE_SIGNS.test(this.#normalized.charAt(from - 1));
    const isFollowed =
      this.#normalized.startsWith(after, to - after.length) && !AFTER_SIGNS.test(this.#normalized.charAt(to));
    return (before === '' || isLed) && (after === '' || isFollowed);
  }

  /** The first UTF-16 unit of the word. */
  startsWith(number: number): number {
    return this.#normalized.charCodeAt(this.#bounds[2 * number] ?? 0);
  }

  /**
   * Where the word is in the original text. Where folding changed the length, a range covers every character that
   * the word was made from; two words made from one character share its range.
   */
  placeOf(number: number): WordRange {
    const origins = this.#origins();
    const [start = 0, end = 0] = [this.#bounds[2 * number], this.#bounds[2 * number + 1]];
    return { start: origins.start(start), end: origins.end(end) };
  }
}

/** Of a text that folding leaves as long as it is. */
const AS_WRITTEN: Origins = { start: (index) => index, end: (index) => index };

/** Finds the words of a text, as `wordTexts` gives them. */
export function wordsIn(text: string): Words {
  const latin = readLatin(text);
  return latin ? new Words(latin.folded, latin.bounds, () => AS_WRITTEN) : cutWords(text, foldText);
}

/** What finds the words of a text, where letters with accents are compared so. */
export function wordsWith(accents: Accents): (text: string) => Words {
  return accents === undefined ? wordsIn : (text) => cutWords(text, foldOf(accents));
}

function cutWords(text: string, fold: Fold): Words {
  const folded = fold(text);
  const bounds = unitBounds(folded) ?? matchedBounds(folded);
  let origins: Origins | undefined;
  return new Words(folded, Uint32Array.from(bounds), () => (origins ??= originsOf(text, fold)));
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

/** From here on there are letters of other scripts, or marks that stand behind their letter. */
const LATIN_END = 0x250;
const PUNCTUATION = [
  [0x2000, 0x206f],
  [0x20a0, 0x20cf],
] as const;
/** These are within words, and folding takes them out. */
const JOINERS = [0x200b, 0x200d, 0x2060] as const;

/** What a character is, by its UTF-16 unit. */
const [BETWEEN, LETTER, OTHER] = [0, 1, 2];
const KINDS = new Uint8Array(0x10000).fill(OTHER);
for (const [from, to] of PUNCTUATION) KINDS.fill(BETWEEN, from, to + 1);
for (const joiner of JOINERS) KINDS[joiner] = OTHER;
/** What a letter is when it is folded, where that is one unit. */
const FOLDED_UNITS = Uint16Array.from({ length: 0x10000 }, (_, unit) => unit);
for (let unit = 0; unit < LATIN_END; unit += 1) {
  const character = String.fromCharCode(unit);
  const folded = foldText(character);
  const isLetter = /[\p{L}\p{Nd}_]/u.test(character);
  if (isLetter && folded.length === 1) [KINDS[unit], FOLDED_UNITS[unit]] = [LETTER, folded.charCodeAt(0)];
  else if (!isLetter && folded !== '') KINDS[unit] = BETWEEN;
}

/** The units of the text that is read: a list of numbers is read in half the time of a text. Nothing is kept in it. */
let units = new Uint16Array(8_192);
let bytes = Buffer.from(units.buffer);
/** Where its words are: a list that grows would be copied several times. */
let found = new Uint32Array(units.length + 2);

/** A folded text, and the start and the end of each word, one after the other; undefined for what is not Latin. */
function readLatin(text: string): { folded: string; bounds: Uint32Array } | undefined {
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
    while (at < length && (kind = KINDS[units[at] ?? 0]) === LETTER) {
      units[at] = FOLDED_UNITS[units[at] ?? 0] ?? 0;
      at += 1;
    }
    if (kind === OTHER) return undefined;
    found[count + 1] = at;
    count += 2;
  }
  return { folded: bytes.toString('utf16le', 0, 2 * length), bounds: found.slice(0, count) };
}

type Fold = (text: string) => string;

/** Maps the UTF-16 units of folded text to positions in the original text. */
interface Origins {
  /** The start of unit `index` in the original. */
  start(index: number): number;
  /** The end, in the original, of the text before unit `index`. */
  end(index: number): number;
}

function originsOf(text: string, fold: Fold): Origins {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const [from, to] of segmentsOf(text, fold)) {
    for (let unit = fold(text.slice(from, to)).length; unit > 0; unit -= 1) {
      starts.push(from);
      ends.push(to);
    }
  }
  return { start: (index) => starts[index] ?? text.length, end: (index) => ends[index - 1] ?? 0 };
}

/**
 * Splits a text into pieces that folding treats separately: a character with its marks and all else that composes
 * with it.
 */
function* segmentsOf(text: string, fold: Fold): Generator<[from: number, to: number]> {
  let from = 0;
  let at = 0;
  for (const character of text) {
    if (at > from && !joins(text.slice(from, at), { character, fold })) {
      yield [from, at];
      from = at;
    }
    at += character.length;
  }
  if (at > from) yield [from, at];
}

const MARK = /\p{M}/u;

/** Below U+0300 nothing composes with the character before it; marks may compose across other marks. */
function joins(segment: string, { character, fold }: { character: string; fold: Fold }): boolean {
  if (character < '\u0300') return false;
  if (MARK.test(character)) return true;
  return fold(segment + character) !== fold(segment) + fold(character);
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
