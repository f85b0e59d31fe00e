import { hashText, mix } from '../lib/hash.ts';
import { wordsIn } from '../query/words.ts';
import { lengthOfTerm, nameWordsOf, stemOf, titleTerms } from './article-words.ts';

/**
 * A compact form of a text (below 900 bytes of JSON) that is stored with it. Two signatures can be compared without
 * their texts, in any script.
 */
export interface Signature {
  /** The words of the title, hashed, rising; at most `MOST_WORDS`. */
  words: readonly number[];
  /** The weight of each word. The squares add up to 1 for an article, and to more for a group. */
  weights: readonly number[];
  /** Names and figures of the title, hashed, if it shows them: stories of one kind differ in them. */
  names: readonly number[];
  figures: readonly number[];
  /** A sketch of the three-word runs at the beginning of the text; empty for a text too short to recognise copies. */
  text: readonly number[];
}

/** Articles at least this similar are copies: published word for word, or with small edits. */
export const NEAR_COPY = 0.75;

/**
 * Articles at least this similar are one story, however much later one of them comes: the same report under an edited
 * headline. A story in other words must also be close in time (cluster-articles.ts).
 */
export const SAME_STORY = 0.7;

/** A title has at most so many words, names and figures. */
export const MOST_WORDS = 24;
/** Names weigh more than other words by this factor. */
const NAME = 1.4;

/** The signature of an article. `text` may be empty, or only the beginning of its text. */
export function signatureOf(title: string, text = ''): Signature {
  const words = wordsIn(sketchedPart(text));
  const hashes = new Uint32Array(Math.min(words.length, WORDS_SKETCHED));
  for (let number = 0; number < hashes.length; number += 1) hashes[number] = words.hashAt(number);
  const names = namesIn(title);
  return {
    ...heaviestWords(ofUnitLength(weightsOf(title, names))),
    names: latest(names),
    figures: figuresOf(title),
    text: sketchOf(hashes),
  };
}

/** The factors for titles without a common name, and without a common figure: news of one kind uses the same words. */
const OTHER_NAMES = 0.5;
const OTHER_FIGURES = 0.6;

/**
 * What the similarity of two signatures of one form follows from. What concerns titles is asked only when it can
 * change the result.
 */
export interface Measures<Form> {
  /** The share of equal text, 0 to 1; undefined where one of them has no text that can be compared. */
  texts(a: Form, b: Form): number | undefined;
  /** The cosine of the angle between the titles. */
  angle(a: Form, b: Form): number;
  /** Whether both titles have names, and none of one is a name or a word of the other. */
  namesDiffer(a: Form, b: Form): boolean;
  /** Whether both titles have figures, and none in common. */
  figuresDiffer(a: Form, b: Form): boolean;
}

/**
 * How similar two articles are, 0 to 1; 1 for equal ones. The titles decide. Similar texts raise the result as far as
 * the titles allow, so that one stub below different headlines is no copy. Different texts lower it, so that a column
 * is no copy of yesterday's column with the same headline.
 *
 * A result below `least` may be any number below it, which is mostly found without comparing the titles.
 */
export function similarity(a: Signature, b: Signature, least = 0): number {
  return similarityBy(MEASURES, a, b, least);
}

/** `similarity` of signatures that are kept in another form. */
export function similarityBy<Form>(measures: Measures<Form>, a: Form, b: Form, least: number): number {
  const texts = measures.texts(a, b);
  const most = texts === undefined ? 1 : Math.min(0.6 + 1.6 * texts, 1);
  if (most < least) return 0;
  const angle = measures.angle(a, b);
  if (angle === 0 || raisedBy(texts, angle) < least) return Math.min(raisedBy(texts, 0), most);
  const names = measures.namesDiffer(a, b) ? OTHER_NAMES : 1;
  const figures = measures.figuresDiffer(a, b) ? OTHER_FIGURES : 1;
  return Math.min(raisedBy(texts, angle * (names * figures)), most);
}

/** How similar two articles are by their titles, raised by their texts. */
function raisedBy(texts: number | undefined, titles: number): number {
  return texts === undefined ? titles : Math.max(titles, Math.min(texts, 0.25 + 1.5 * titles));
}

/**
 * Texts have so many filled slots from about a hundred words on. What is shorter may be a notice that is below all
 * articles.
 */
const LONG_TEXT = 29;

/** How similar two texts are, 0 to 1: 1 for equal ones; 0 unless both are long enough to be the text of an article. */
export function textSimilarity({ text: a }: Signature, { text: b }: Signature): number {
  return filledSlots(a) >= LONG_TEXT && filledSlots(b) >= LONG_TEXT ? sketchOverlap(a, b) : 0;
}

function filledSlots(text: readonly number[]): number {
  let filled = 0;
  for (const least of text) if (least !== EMPTY_SLOT) filled += 1;
  return filled;
}

const MEASURES: Measures<Signature> = {
  texts: (a, b) => (a.text.length === 0 || b.text.length === 0 ? undefined : sketchOverlap(a.text, b.text)),
  angle: cosine,
  namesDiffer: (a, b) =>
    a.names.length > 0 &&
    b.names.length > 0 &&
    !haveCommon(a.names, b.names) &&
    !haveCommon(a.names, b.words) &&
    !haveCommon(b.names, a.words),
  figuresDiffer: (a, b) => a.figures.length > 0 && b.figures.length > 0 && !haveCommon(a.figures, b.figures),
};

const haveCommon = (a: readonly number[], b: readonly number[]): boolean =>
  a.some((hash) => b.includes(hash));

/** The last hashes, each once. */
const latest = (hashes: readonly number[]): number[] => [...new Set(hashes)].slice(-MOST_WORDS);

/** The weight of each word of a title, by its stem; of words with one stem, the heaviest counts. */
function weightsOf(title: string, namesOfTitle: readonly number[]): Map<number, number> {
  const names = new Set(namesOfTitle);
  const weights = new Map<number, number>();
  for (const term of titleTerms(title)) {
    const stem = hashText(stemOf(term.text));
    const weight = Math.sqrt(lengthOfTerm(term)) * (names.has(stem) ? NAME : 1);
    weights.set(stem, Math.max(weights.get(stem) ?? 0, weight));
  }
  return weights;
}

/** Weights as shares of the title, so that a long headline does not outweigh a short one in its group. */
function ofUnitLength(weights: ReadonlyMap<number, number>): Map<number, number> {
  const length = lengthOf([...weights.values()]);
  return new Map(Array.from(weights, ([word, weight]) => [word, weight / length]));
}

/** The heaviest words, rising. */
function heaviestWords(weights: ReadonlyMap<number, number>): Pick<Signature, 'words' | 'weights'> {
  const kept = weights.size > MOST_WORDS ? heaviestFirst(weights).slice(0, MOST_WORDS) : [...weights];
  kept.sort((a, b) => a[0] - b[0]);
  return { words: kept.map(([word]) => word), weights: kept.map(([, weight]) => round(weight)) };
}

function heaviestFirst(weights: ReadonlyMap<number, number>): [word: number, weight: number][] {
  return [...weights].toSorted((a, b) => b[1] - a[1] || a[0] - b[0]);
}

/** The stems of capitalised words, if capitals show names in this title. */
function namesIn(title: string): number[] {
  const names = nameWordsOf(title).filter(({ isCapital }) => isCapital);
  return names.map(({ word }) => hashText(stemOf(word)));
}

/** The numbers of a title, without digit separators. */
function figuresOf(title: string): number[] {
  const numbers = title.match(/\d+(?:[.,'’\u00a0\u202f]\d+)*/g) ?? [];
  const plain = numbers.map((number) => number.replaceAll(/\D/g, ''));
  return latest(plain.map(hashText));
}

function lengthOf(weights: readonly number[]): number {
  let sum = 0;
  for (const weight of weights) sum += weight * weight;
  return Math.sqrt(sum);
}

/** The cosine of the angle between two titles. */
function cosine(a: Signature, b: Signature): number {
  const lengths = lengthOf(a.weights) * lengthOf(b.weights);
  if (lengths === 0) return 0;
  let product = 0;
  let other = 0;
  // By number: an iterator takes twice the time, and this is most of what grouping does.
  for (let at = 0; at < a.words.length; at += 1) {
    const word = a.words[at] ?? 0;
    while ((b.words[other] ?? Infinity) < word) other += 1;
    if (b.words[other] === word) product += (a.weights[at] ?? 0) * (b.weights[other] ?? 0);
  }
  return Math.min(1, product / lengths);
}

const round = (weight: number): number => Math.round(weight * 1_000) / 1_000;

/** How many words of a text are read, and how many it needs to be compared. */
const WORDS_SKETCHED = 300;
const WORDS_NEEDED = 30;
/** How many characters are read per word; in scripts with long words this is fewer words. */
const CHARACTERS_PER_WORD = 10;
const RUN = 3;
const SLOTS = 32;
const EMPTY_SLOT = -1;
/** More than any hash in a slot has. */
const UNFILLED = 0xffffffff;

/** The beginning of a text, which is all that its sketch is made from. */
export function sketchedPart(text: string): string {
  return text.slice(0, WORDS_SKETCHED * CHARACTERS_PER_WORD);
}

/**
 * A sketch of the beginning of a text, of which the words are given as hashes: the least hash of its three-word runs
 * in each of 32 slots (minwise hashing with one permutation). Empty for a text too short to recognise copies.
 */
function sketchOf(hashes: Uint32Array): number[] {
  const { length } = hashes;
  if (length < WORDS_NEEDED) return [];
  const slots = new Uint32Array(SLOTS).fill(UNFILLED);
  for (let at = 0; at + RUN <= length; at += 1) {
    let run = 0;
    for (let step = 0; step < RUN; step += 1) run = mix(run ^ (hashes[at + step] ?? 0));
    const slot = run & (SLOTS - 1);
    slots[slot] = Math.min(slots[slot] ?? UNFILLED, run >>> 5);
  }
  return Array.from(slots, (least) => (least === UNFILLED ? EMPTY_SLOT : least & 0xffff));
}

/** The share of equal slots among those that either text fills: about the share of common runs. */
function sketchOverlap(a: readonly number[], b: readonly number[]): number {
  let filled = 0;
  let same = 0;
  for (let slot = 0; slot < a.length; slot += 1) {
    const least = a[slot];
    if (least === EMPTY_SLOT && b[slot] === EMPTY_SLOT) continue;
    filled += 1;
    if (least === b[slot]) same += 1;
  }
  return filled === 0 ? 0 : same / filled;
}

// Findings and stories store a signature as one short text: its 110 numbers would take three times as much space as
// attributes.

/** Weights have three decimals. */
const GRAIN = 1_000;

/** The signature of an article as text: its parts in order, numbers in base 36. At most 900 bytes. */
export function writeSignature({ words, weights, names, figures, text }: Signature): string {
  const grains = weights.map((weight) => Math.round(weight * GRAIN));
  return [words, grains, names, figures, text]
    .map((part) => part.map((number) => number.toString(36)).join('.'))
    .join('|');
}

/** Reads what `writeSignature` wrote. */
export function readSignature(written: string): Signature {
  const parts = written
    .split('|')
    .map((part) => (part === '' ? [] : part.split('.').map((number) => Number.parseInt(number, 36))));
  const [words = [], grains = [], names = [], figures = [], text = []] = parts;
  return { words, weights: grains.map((grain) => grain / GRAIN), names, figures, text };
}
