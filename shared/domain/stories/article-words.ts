import type { Finding } from '../findings/finding.ts';
import { normalizeText, wordTexts } from '../query/words.ts';
import type { Watch } from '../watches/watch.ts';
import { STEMS_BY_RARITY } from './stem-counts.ts';

/** The words of an article by which its story is found. Words are cut to stems, which join most endings of a word. */
export interface ArticleWords {
  /** The words of its title, each once. */
  title: readonly string[];
  /** The rarest words of its text, at most `TEXT_WORDS`; none without a text. */
  text: readonly string[];
}

/** Words with this many equal first letters count as one: in most languages endings carry little meaning. */
const STEM = 6;
/** How many characters and words of a text are read, and how many of its words are kept. */
const CHARACTERS_READ = 2_000;
const WORDS_READ = 250;
const TEXT_WORDS = 24;

/** The words of a finding. Its text has others than the `queried` stems, which most findings of the watch have. */
export function articleWordsOf(
  { title, snippet }: Pick<Finding, 'title' | 'snippet'>,
  queried: ReadonlySet<string> = new Set(),
): ArticleWords {
  return { title: stemsOf(title), text: rarestOf(snippet, queried) };
}

/** The stems of a text, each once, in order. */
export function stemsOf(text: string): string[] {
  return [...new Set(wordsWithStems(text).map(({ stem }) => stem))];
}

/** The words of a text with their stems, in order. */
export function wordsWithStems(text: string): { word: string; stem: string }[] {
  return titleTerms(text).map(({ text: word }) => ({ word, stem: stemOf(word) }));
}

function stemOf(word: string): string {
  return /\p{Nd}/u.test(word) ? word : word.slice(0, STEM);
}

function rarestOf(text: string, queried: ReadonlySet<string>): string[] {
  const counts = new Map<string, number>();
  for (const term of titleTerms(text.slice(0, CHARACTERS_READ)).slice(0, WORDS_READ)) {
    const stem = stemOf(term.text);
    if (!queried.has(stem)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return Array.from(counts, ([stem, count]) => ({ stem, weight: (1 + Math.log(count)) * rarityOf(stem) }))
    .toSorted((a, b) => b.weight - a.weight || (a.stem < b.stem ? -1 : 1))
    .slice(0, TEXT_WORDS)
    .map(({ stem }) => stem);
}

/**
 * The stems of the words of a watch's query, operators among them: most of what it finds has them, so they tell hardly any
 * two stories apart.
 */
export function queriedStems({ query: { q } }: Pick<Watch, 'query'>): ReadonlySet<string> {
  return new Set(typeof q === 'string' ? stemsOf(q) : []);
}

/**
 * How rare a word is in news at large: the natural logarithm of how many titles or short texts there are for one that has
 * its stem. "the" is near 0.
 */
export function rarityOf(stem: string): number {
  return RARITY.get(stem) ?? rarityByLength(stem);
}

const RARITY: ReadonlyMap<string, number> = new Map(
  STEMS_BY_RARITY.flatMap(([rarity, stems]) => stems.split(' ').map((stem) => [stem, rarity] as const)),
);

/** The rarity of a stem that occurs once, and how it falls for short ones: in every language short words are the usual ones. */
const RAREST = 8.5;
const SHORT = { letters: 6, each: 1.4 };
/** Two characters of a script without blanks are as rare as a word of five letters. */
const PAIR_LENGTH = 5;
const FIRST_UNSPACED = '\u0900';

function rarityByLength(stem: string): number {
  const length = stem >= FIRST_UNSPACED && stem.length === 2 ? PAIR_LENGTH : stem.length;
  return RAREST - SHORT.each * Math.max(0, SHORT.letters - length);
}

/** A word of a title, or two characters that follow each other in a script without blanks. */
export interface TitleTerm {
  text: string;
  isPair: boolean;
}

/** The words of a title, in order; overlapping pairs of characters in scripts without blanks. */
export function titleTerms(title: string): TitleTerm[] {
  const words = wordTexts(title);
  return words.map((word, at) => {
    const next = words[at + 1];
    const isPair = isSingle(word) && next !== undefined && isSingle(next);
    return { text: isPair ? word + next : word, isPair };
  });
}

/** A single character beyond the Latin, Greek and Cyrillic scripts is a word of its own. */
function isSingle(word: string): boolean {
  return word.length === 1 && word >= '\u0900';
}

/** A word of a title in which capitals show names. */
interface NameWord {
  /** Normalized, as the query language compares words. */
  word: string;
  isCapital: boolean;
}

/** Below this share of lower-case words, a title is In Title Case, and capitals show no names. */
const SMALL_SHARE = 0.34;

/** The words of a title after the first, whose capital means nothing. None for a title in title case. */
export function nameWordsOf(title: string): NameWord[] {
  const [, ...words] = title.normalize('NFC').match(/[\p{L}\p{Nd}_][\p{L}\p{M}\p{Nd}_]*/gu) ?? [];
  const long = words.filter((word) => word.length > 3 && /^\p{L}/u.test(word));
  const small = long.filter((word) => /^\p{Ll}/u.test(word)).length;
  if (small < Math.max(1, long.length * SMALL_SHARE)) return [];
  return words.map((word) => ({
    word: normalizeText(word),
    isCapital: word.length > 1 && /\p{Lu}/u.test(word),
  }));
}
