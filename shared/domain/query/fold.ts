/** All but numbers and signs that stand for digits or words, such as `²` and `™`: these end a word. */
const LETTERS = /[^\p{No}\p{Sc}\p{Sk}\p{So}]+/gu;

/** Letters that look like an apostrophe, and are typed for one. */
const APOSTROPHES = /[\u02b9-\u02bf\u02c8\u055a\ua78b\ua78c]/g;

/** Small letters that are others by case or as a ligature, or have a stroke, which Unicode does not take apart. */
const FOLDED: Readonly<Record<string, string>> = {
  ß: 'ss',
  ς: 'σ',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  ð: 'd',
  þ: 'th',
  // Letters of Persian keyboards and of the Koran, and a final form, which Arabic names are typed without.
  '\u06a9': '\u0643',
  '\u06cc': '\u064a',
  '\u0649': '\u064a',
  '\u0671': '\u0627',
};
const ALL_FOLDED = /[ßςıæœøłđħŧðþ\u06a9\u06cc\u0649\u0671]/g;

/**
 * Accents of Latin, Greek and Cyrillic, points of Hebrew, vowel marks and hamzas of Arabic, and its stretching, dots
 * below letters of Devanagari.
 */
const MARKS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670\u093c]/g;

/**
 * What is within words and has no width: soft hyphens and joiners. The non-joiner of Persian separates words, as a
 * blank does that is typed for it.
 */
const JOINERS = /[\u00ad\u200b\u2060\u200d]/g;

/** Nothing in it is written in two ways but letters by their case. */
// oxlint-disable-next-line no-control-regex -- every character of ASCII counts.
const PLAIN = /^[\u0000-\u007f]*$/;

/**
 * Text in the form in which words are compared, however they are written: characters of full and half width,
 * ligatures and presentation forms are plain ones (NFKC), and letters are folded by case, a Turkish ı and İ too, and
 * have no accents: names are typed with and without them. Folding a text again changes nothing.
 */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return foldCase(text)
    .replaceAll(ALL_FOLDED, (letter) => FOLDED[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(MARKS, '')
    .normalize('NFC');
}

function foldCase(text: string): string {
  return text
    .replaceAll(LETTERS, (part) => part.normalize('NFKC'))
    .toLowerCase()
    .replaceAll(APOSTROPHES, "'")
    .replaceAll(JOINERS, '');
}

/** How letters with accents are compared: `exact`, as they are written; undefined: as without accents. */
export type Accents = 'exact' | undefined;

/** What folds a text so that only letters that count as the same become the same. Case and width never count. */
export function foldOf(accents: Accents): (text: string) => string {
  return accents === 'exact' ? foldExactly : foldText;
}

function foldExactly(text: string): string {
  return foldCase(text).replaceAll('\u03c2', '\u03c3').normalize('NFC');
}
