import { nameWordsOf, type TitleTerm, titleTerms } from './likeness-titles.ts';
import { hashOf, overlapOf, sketchOf } from './sketch.ts';

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
 * From this likeness on an article tells the story of a group, when it is held against the group's joined signature.
 * Chosen so that one story is rather told twice than another one missed. By headlines alone, 3,183 of them on 44
 * stories: of the pairs brought together 95% belong together, and 25% of those that do are found
 * (test/bench/near-copies.bench.ts). Of 550 headlines on one and the same person, 3% were brought together.
 */
export const SAME_STORY = 0.4;

const MOST_WORDS = 24;
/** Longer words say more; beyond this length not more than others. */
const LONGEST = 8;
/** Two characters of a script without blanks say about as much as a word of five letters. */
const PAIR_WEIGHT = 5;
const TINY_WORD = { letters: 2, weight: 0.5 };

/** The signature of an article. The text may be empty, or only the beginning of it. */
export function signatureOf(title: string, text = ''): Signature {
  return {
    ...weighed(ofUnitLength(weightsOf(titleTerms(title)))),
    names: namesOf(title),
    figures: figuresOf(title),
    text: sketchOf(text),
  };
}

/** What is left of the likeness of titles that name nothing in common, and of those whose figures all differ. */
const OTHER_NAMES = 0.5;
const OTHER_FIGURES = 0.6;

/**
 * How alike two articles are, 0 to 1; equal ones give 1. The titles decide, by the angle between their words, and less
 * so where they name other companies or figures: news of one kind is written in the same words. Texts in common raise the likeness as far as the titles allow it, so that one stub below different headlines makes no copy;
 * different texts hold it down, so that a column is no copy of the one of yesterday with the same headline.
 */
export function likeness(a: Signature, b: Signature): number {
  const titles = cosine(a, b) * agreement(a, b);
  if (a.text.length === 0 || b.text.length === 0) return titles;
  const texts = overlapOf(a.text, b.text);
  const raised = Math.max(titles, Math.min(texts, 0.25 + 1.5 * titles));
  return Math.min(raised, 0.6 + 1.6 * texts, 1);
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

/** How many of a title's heaviest words are paired into bands. */
const WORDS_PAIRED = 5;
const SLOTS_BANDED = 4;
const TEXT_BANDS = 4;

/**
 * Keys under which like articles meet: most near copies and most articles of a story share at least one. At most 14,
 * of small letters, digits and dashes. An article of a group is looked up by its own bands among those of all members.
 */
export function bandsOf({ words, weights, text }: Signature): string[] {
  const heaviest = heaviestFirst(new Map(words.map((word, at) => [word, weights[at] ?? 0])))
    .slice(0, WORDS_PAIRED)
    .map(([word]) => word.toString(36))
    .toSorted();
  const pairs = heaviest.flatMap((first, at) =>
    heaviest.slice(at + 1).map((second) => `w${first}-${second}`),
  );
  const alone = pairs.length === 0 ? heaviest.map((word) => `w${word}`) : pairs;
  return [...alone, ...textBands(text)];
}

function textBands(text: readonly number[]): string[] {
  const count = text.length === 0 ? 0 : TEXT_BANDS;
  return Array.from({ length: count }, (_, band) => {
    const slots = text.slice(band * SLOTS_BANDED, (band + 1) * SLOTS_BANDED);
    return `t${band}-${hashOf(slots.join()).toString(36)}`;
  });
}

/** What each term of a title says. */
function weightsOf(terms: readonly TitleTerm[]): Map<number, number> {
  return new Map(terms.map(({ text, isPair }) => [hashOf(text), isPair ? PAIR_WEIGHT : weightOf(text)]));
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

/** Words with a capital where that shows a name, as hashes. */
function namesOf(title: string): number[] {
  const names = nameWordsOf(title).filter(({ isCapital }) => isCapital);
  return latest(names.map(({ word }) => hashOf(word)));
}

/** Numbers of two digits or more, without what parts their digits. */
function figuresOf(title: string): number[] {
  const numbers = title.match(/\d+(?:[.,'’\u00a0\u202f]\d+)*/g) ?? [];
  const plain = numbers.map((number) => number.replaceAll(/\D/g, ''));
  return latest(plain.filter((number) => number.length > 1).map(hashOf));
}

function weightOf(word: string): number {
  const letters = word.length;
  return letters <= TINY_WORD.letters && word < '\u0900' ? TINY_WORD.weight : Math.min(letters, LONGEST);
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
