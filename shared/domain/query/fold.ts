/** How accents are compared: not at all, as names are typed with and without them, or as they are written. */
export type Accents = 'folded' | 'exact';

/** Numbers and signs that stand for words or digits, such as `²` and `™`: they end a word and are no part of it. */
const NOT_LETTERS = /[\p{No}\p{Sc}\p{Sk}\p{So}]/u;
const LETTERS = /[^\p{No}\p{Sc}\p{Sk}\p{So}]+/gu;

/** Letters that look like an apostrophe, and are typed for one. */
const APOSTROPHES = /[\u02b9-\u02bf\u02c8\u055a\ua78b\ua78c]/g;

/** Small letters that case folding or a ligature makes one with others (Unicode, full case folding). */
const FOLDED: Readonly<Record<string, string>> = { ß: 'ss', ς: 'σ', ı: 'i', æ: 'ae', œ: 'oe' };
/** Small letters with strokes, which Unicode does not take apart. */
const STRUCK: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ŧ: 't', ð: 'd' };
const ALL_FOLDED = /[ßςıæœ]/g;
const ALL_STRUCK = /[øłđħŧð]/g;

/** Accents of Latin, Greek and Cyrillic, points of Hebrew, vowel marks and hamzas of Arabic, and its stretching. */
const MARKS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670]/g;

/** Nothing in it is written in two ways but letters by their case. */
// oxlint-disable-next-line no-control-regex -- every character of ASCII counts.
const PLAIN = /^[\u0000-\u007f]*$/;

/**
 * Text in the form in which words are compared, however they are written: characters of full and half width,
 * ligatures and presentation forms are plain ones (NFKC), letters are folded by case, a Turkish ı and İ too, and have
 * no accents unless these count. Folding a text again changes nothing.
 */
export function foldText(text: string, accents: Accents = 'folded'): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  const wide = NOT_LETTERS.test(text)
    ? text.replaceAll(LETTERS, (part) => part.normalize('NFKC'))
    : text.normalize('NFKC');
  const lower = wide
    .toLowerCase()
    .replaceAll(APOSTROPHES, "'")
    .replaceAll(ALL_FOLDED, (letter) => FOLDED[letter] ?? letter);
  if (accents === 'exact') return lower.replaceAll('i\u0307', 'i').normalize('NFC');
  const bare = lower.replaceAll(ALL_STRUCK, (letter) => STRUCK[letter] ?? letter).normalize('NFD');
  return bare.replaceAll(MARKS, '').normalize('NFC');
}
