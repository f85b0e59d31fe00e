import { wordTexts } from './query/words.ts';

/**
 * What a text looks like, small enough (below 900 bytes of JSON) to be stored with it. Two of them can be held against
 * each other without their texts, in any script.
 */
export interface Signature {
  /** The words of the title as numbers with their weights, rising by number; at most `MOST_MARKS`. */
  title: readonly Mark[];
  /** Names and figures of the title, hashed, where it shows them: the things on which two stories of one kind differ. */
  names: readonly number[];
  figures: readonly number[];
  /** A sketch of the three-word runs at the beginning of the text; empty for a text too short to tell copies by. */
  text: readonly number[];
}

/** A word of a title: a hash of it, and how much it says. */
export type Mark = readonly [word: number, weight: number];

/** From this likeness on two articles are copies of each other: printed word for word, or with small edits. */
export const NEAR_COPY = 0.75;

/**
 * From this likeness on an article tells the story of a group, when it is held against the group's joined signature.
 * Chosen so that one story is rather told twice than another one missed. By headlines alone, 3,183 of them on 44
 * stories: of the pairs brought together 95% belong together, and 25% of those that do are found
 * (test/bench/near-copies.bench.ts). Of 550 headlines on one and the same person, 3% were brought together.
 */
export const SAME_STORY = 0.4;

const MOST_MARKS = 24;
/** Longer words say more; beyond this length not more than others. */
const LONGEST = 8;
/** Two characters of a script without blanks say about as much as a word of five letters. */
const PAIR_WEIGHT = 5;
const TINY_WORD = { letters: 2, weight: 0.5 };

/** So many words of a text are looked at, and a text with fewer than so many tells nothing. */
const WORDS_READ = 300;
const WORDS_NEEDED = 30;
const RUN = 3;
const SLOTS = 32;
const EMPTY_SLOT = -1;

/** The signature of an article. The text may be empty, or only the beginning of it. */
export function signatureOf(title: string, text = ''): Signature {
  return {
    title: marksOf(wordTexts(title)),
    names: namesOf(title),
    figures: figuresOf(title),
    text: sketchOf(wordTexts(text.slice(0, WORDS_READ * 10))),
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
  const titles = cosine(a.title, b.title) * agreement(a, b);
  if (a.text.length === 0 || b.text.length === 0) return titles;
  const texts = overlap(a.text, b.text);
  const raised = Math.max(titles, Math.min(texts, 0.25 + 1.5 * titles));
  return Math.min(raised, 0.6 + 1.6 * texts, 1);
}

/**
 * The signature of a group after one more article has joined it: words that many of its titles share weigh most. The
 * text stays that of the first article.
 */
export function joinedSignature(group: Signature, article: Signature): Signature {
  const weights = new Map(group.title);
  const size = lengthOf(article.title) || 1;
  for (const [word, weight] of article.title) weights.set(word, (weights.get(word) ?? 0) + weight / size);
  const heaviest = [...weights].toSorted((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST_MARKS);
  return {
    title: rising(heaviest.map(([word, weight]) => [word, round(weight)])),
    names: latest([...group.names, ...article.names]),
    figures: latest([...group.figures, ...article.figures]),
    text: group.text.length > 0 ? group.text : article.text,
  };
}

function agreement(a: Signature, b: Signature): number {
  const namesDiffer =
    a.names.length > 0 && b.names.length > 0 && !names(a.names, b.title) && !names(b.names, a.title);
  const figuresDiffer =
    a.figures.length > 0 && b.figures.length > 0 && !a.figures.some((figure) => b.figures.includes(figure));
  return (namesDiffer ? OTHER_NAMES : 1) * (figuresDiffer ? OTHER_FIGURES : 1);
}

/** Whether one of some names is a word of a title. */
function names(hashes: readonly number[], title: readonly Mark[]): boolean {
  return title.some(([word]) => hashes.includes(word));
}

/** The last of what the members of a group name, each once. */
function latest(hashes: readonly number[]): number[] {
  return [...new Set(hashes)].slice(-MOST_MARKS);
}

/** How many of a title's heaviest words are paired into bands. */
const WORDS_PAIRED = 5;
const SLOTS_BANDED = 4;
const TEXT_BANDS = 4;

/**
 * Keys under which like articles meet: most near copies and most articles of a story share at least one. At most 14,
 * of small letters and digits. An article of a group is looked up by its own bands among those of all members.
 */
export function bandsOf({ title, text }: Signature): string[] {
  const heaviest = title
    .toSorted((a, b) => b[1] - a[1] || a[0] - b[0])
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
    return `t${band}-${hash(slots.join()).toString(36)}`;
  });
}

/** Words become marks; characters of scripts without blanks are taken two by two. */
function marksOf(words: readonly string[]): Mark[] {
  const weights = new Map<number, number>();
  for (const [at, word] of words.entries()) {
    const next = words[at + 1];
    const pair = isSingle(word) && next !== undefined && isSingle(next);
    if (pair) weights.set(hash(word + next), PAIR_WEIGHT);
    else weights.set(hash(word), weightOf(word));
  }
  const heaviest = [...weights].toSorted((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST_MARKS);
  const size = lengthOf(heaviest);
  return rising(heaviest.map(([word, weight]) => [word, round(weight / size)]));
}

/** Below this share of small letters a title is written In Capitals Throughout, and they say nothing. */
const SMALL_SHARE = 0.34;

/** Capitalised words after the first one, as hashes of their words, in a title that is otherwise written small. */
function namesOf(title: string): number[] {
  const [, ...words] = title.normalize('NFC').match(/\p{L}[\p{L}\p{M}\p{Nd}_]*/gu) ?? [];
  const long = words.filter((word) => word.length > 3);
  const small = long.filter((word) => /^\p{Ll}/u.test(word)).length;
  if (small < Math.max(1, long.length * SMALL_SHARE)) return [];
  const capitals = words.filter((word) => word.length > 1 && /^\p{Lu}/u.test(word));
  return latest(capitals.map((word) => hash(word.toLowerCase())));
}

/** Numbers of two digits or more, without what parts their digits. */
function figuresOf(title: string): number[] {
  const numbers = title.match(/\d+(?:[.,'’\u00a0\u202f]\d+)*/g) ?? [];
  const plain = numbers.map((number) => number.replaceAll(/\D/g, ''));
  return latest(plain.filter((number) => number.length > 1).map(hash));
}

/** One character beyond the Latin, Greek and Cyrillic scripts is a word by itself. */
function isSingle(word: string): boolean {
  return word.length === 1 && word >= '\u0900';
}

function weightOf(word: string): number {
  const letters = word.length;
  return letters <= TINY_WORD.letters && word < '\u0900' ? TINY_WORD.weight : Math.min(letters, LONGEST);
}

function rising(marks: readonly Mark[]): Mark[] {
  return marks.toSorted((a, b) => a[0] - b[0]);
}

function lengthOf(marks: readonly Mark[]): number {
  return Math.sqrt(marks.reduce((sum, [, weight]) => sum + weight * weight, 0));
}

/** The cosine of the angle between two titles; both lists rise. */
function cosine(a: readonly Mark[], b: readonly Mark[]): number {
  const lengths = lengthOf(a) * lengthOf(b);
  if (lengths === 0) return 0;
  let product = 0;
  let at = 0;
  for (const [word, weight] of a) {
    while (at < b.length && (b[at]?.[0] ?? 0) < word) at += 1;
    const other = b[at];
    if (other?.[0] === word) product += weight * other[1];
  }
  return Math.min(1, product / lengths);
}

/** The least hash of the runs in each of 32 slots (minwise hashing with one permutation). */
function sketchOf(words: readonly string[]): number[] {
  const read = words.slice(0, WORDS_READ);
  if (read.length < WORDS_NEEDED) return [];
  const hashes = read.map(hash);
  const slots = Array.from({ length: SLOTS }, () => Infinity);
  for (let at = 0; at + RUN <= hashes.length; at += 1) {
    let run = 0;
    for (let step = 0; step < RUN; step += 1) run = mix(run ^ (hashes[at + step] ?? 0));
    const slot = run & (SLOTS - 1);
    slots[slot] = Math.min(slots[slot] ?? Infinity, run >>> 5);
  }
  return slots.map((least) => (least === Infinity ? EMPTY_SLOT : least & 0xffff));
}

/** The share of slots that agree, of those that either text fills: about the share of runs that both have. */
function overlap(a: readonly number[], b: readonly number[]): number {
  let filled = 0;
  let same = 0;
  for (const [slot, least] of a.entries()) {
    if (least === EMPTY_SLOT && b[slot] === EMPTY_SLOT) continue;
    filled += 1;
    if (least === b[slot]) same += 1;
  }
  return filled === 0 ? 0 : same / filled;
}

/** 32 bits of a text (FNV-1a over UTF-16 units, mixed at the end). */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return mix(value);
}

function mix(value: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}

function round(weight: number): number {
  return Math.round(weight * 1_000) / 1_000;
}
