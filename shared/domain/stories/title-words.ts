import { normalizeText, wordTexts } from '../query/words.ts';

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
