import { nameWordsOf, type TitleTerm, titleTerms } from './title-words.ts';
import { hashText, sketchOverlap, sketchOf } from './min-hash.ts';

/**
 * What a text looks like, small enough (below 900 bytes of JSON) to be stored with it. Two of them can be held against
 * each other without their texts, in any script.
 */
export interface Signature {
  /** The words of the title, hashed, rising; at most `MOST_WORDS`. */
  words: readonly number[];
  /** How much each of the words says; of an article the squares add up to 1, of a group they grow. */
  weights: readonly number[];
  /** Names and figures of the title, hashed, where it shows them: the things on which two stories of one kind differ. */
  names: readonly number[];
  figures: readonly number[];
  /** A sketch of the three-word runs at the beginning of the text; empty for a text too short to tell copies by. */
  text: readonly number[];
}

/** From this likeness on two articles are copies of each other: printed word for word, or with small edits. */
export const NEAR_COPY = 0.75;

/**
 * From this likeness on two articles tell the same story, however much later one of them comes: the same report, under a
 * headline that was edited. One story in other words is known by its time as well (gather.ts).
 */
export const SAME_STORY = 0.7;

const MOST_WORDS = 24;
/** Longer words say more, by the root of their length; beyond this length not more than others. */
const LONGEST = 8;
/** Two characters of a script without blanks say about as much as a word of five letters. */
const PAIR_LENGTH = 5;
const TINY_WORD = { letters: 2, length: 0.5 };
/** Names say more than other words. */
const NAME = 1.4;
/** Words that begin with so many equal letters are one: endings tell little, in most languages that have them. */
const STEM = 6;

/** The signature of an article. The text may be empty, or only the beginning of it. */
export function signatureOf(title: string, text = ''): Signature {
  return {
    ...weighed(ofUnitLength(weightsOf(title))),
    names: latest(namesIn(title)),
    figures: figuresOf(title),
    text: sketchOf(text),
  };
}

/** What is left of the likeness of titles that name nothing in common, and of those whose figures all differ. */
const OTHER_NAMES = 0.5;
const OTHER_FIGURES = 0.6;

/**
 * How alike two articles are, 0 to 1; equal ones give 1. The titles decide. Texts in common raise the likeness as far as
 * the titles allow it, so that one stub below different headlines makes no copy; different texts hold it down, so that a
 * column is no copy of the one of yesterday with the same headline.
 */
export function similarity(a: Signature, b: Signature): number {
  const titles = titleSimilarity(a, b);
  if (a.text.length === 0 || b.text.length === 0) return titles;
  const texts = sketchOverlap(a.text, b.text);
  const raised = Math.max(titles, Math.min(texts, 0.25 + 1.5 * titles));
  return Math.min(raised, 0.6 + 1.6 * texts, 1);
}

/**
 * How alike two titles are, 0 to 1: by the angle between their words, and less so where they name other companies or
 * figures, as news of one kind is written in the same words.
 */
export function titleSimilarity(a: Signature, b: Signature): number {
  const angle = cosine(a, b);
  return angle === 0 ? 0 : angle * agreement(a, b);
}

/**
 * The signature of a group after one more article has joined it: words that many of its titles share weigh most. The
 * text stays that of the first article.
 */
export function joinedSignature(group: Signature, article: Signature): Signature {
  const weights = new Map(group.words.map((word, at) => [word, group.weights[at] ?? 0]));
  for (const [at, word] of article.words.entries()) {
    weights.set(word, (weights.get(word) ?? 0) + (article.weights[at] ?? 0));
  }
  return {
    ...weighed(weights),
    names: latest([...group.names, ...article.names]),
    figures: latest([...group.figures, ...article.figures]),
    text: group.text.length > 0 ? group.text : article.text,
  };
}

function agreement(a: Signature, b: Signature): number {
  const namesDiffer =
    a.names.length > 0 &&
    b.names.length > 0 &&
    !haveCommon(a.names, b.names) &&
    !haveCommon(a.names, b.words) &&
    !haveCommon(b.names, a.words);
  const figuresDiffer = a.figures.length > 0 && b.figures.length > 0 && !haveCommon(a.figures, b.figures);
  return (namesDiffer ? OTHER_NAMES : 1) * (figuresDiffer ? OTHER_FIGURES : 1);
}

function haveCommon(a: readonly number[], b: readonly number[]): boolean {
  return a.some((hash) => b.includes(hash));
}

/** The last of what the members of a group name, each once. */
function latest(hashes: readonly number[]): number[] {
  return [...new Set(hashes)].slice(-MOST_WORDS);
}

/** What each word of a title says, by its stem; of words with one stem that counts which says most. */
function weightsOf(title: string): Map<number, number> {
  const names = new Set(namesIn(title));
  const weights = new Map<number, number>();
  for (const term of titleTerms(title)) {
    const stem = stemOf(term.text);
    const weight = Math.sqrt(lengthIn(term)) * (names.has(stem) ? NAME : 1);
    weights.set(stem, Math.max(weights.get(stem) ?? 0, weight));
  }
  return weights;
}

function stemOf(word: string): number {
  return hashText(/\p{Nd}/u.test(word) ? word : word.slice(0, STEM));
}

/** Weights as a share of the whole title, so that a long headline does not outweigh a short one in its group. */
function ofUnitLength(weights: ReadonlyMap<number, number>): Map<number, number> {
  const length = lengthOf([...weights.values()]);
  return new Map(Array.from(weights, ([word, weight]) => [word, weight / length]));
}

/** The heaviest words, rising. */
function weighed(weights: ReadonlyMap<number, number>): Pick<Signature, 'words' | 'weights'> {
  const kept = heaviestFirst(weights).slice(0, MOST_WORDS);
  kept.sort((a, b) => a[0] - b[0]);
  return { words: kept.map(([word]) => word), weights: kept.map(([, weight]) => round(weight)) };
}

function heaviestFirst(weights: ReadonlyMap<number, number>): [word: number, weight: number][] {
  return [...weights].toSorted((a, b) => b[1] - a[1] || a[0] - b[0]);
}

/** The stems of words with a capital where that shows a name. */
function namesIn(title: string): number[] {
  const names = nameWordsOf(title).filter(({ isCapital }) => isCapital);
  return names.map(({ word }) => stemOf(word));
}

/** Numbers, without what parts their digits. */
function figuresOf(title: string): number[] {
  const numbers = title.match(/\d+(?:[.,'’\u00a0\u202f]\d+)*/g) ?? [];
  const plain = numbers.map((number) => number.replaceAll(/\D/g, ''));
  return latest(plain.map(hashText));
}

function lengthIn({ text, isPair }: TitleTerm): number {
  if (isPair) return PAIR_LENGTH;
  const letters = text.length;
  return letters <= TINY_WORD.letters && text < '\u0900' ? TINY_WORD.length : Math.min(letters, LONGEST);
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
  for (const [at, word] of a.words.entries()) {
    while ((b.words[other] ?? Infinity) < word) other += 1;
    if (b.words[other] === word) product += (a.weights[at] ?? 0) * (b.weights[other] ?? 0);
  }
  return Math.min(1, product / lengths);
}

function round(weight: number): number {
  return Math.round(weight * 1_000) / 1_000;
}
