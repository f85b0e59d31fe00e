import { originsOf } from './origins.ts';

/** A word of a text: NFC and lower-cased, with the place in the original text that it was read from (UTF-16 units). */
export interface Word {
  text: string;
  start: number;
  end: number;
}

/** Thai with Lao, Burmese, Khmer, kana and Han: scripts without blanks between words. */
const UNSPACED = String.raw`[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]`;

/** Finds words in folded text; characters of `extra` count as letters. */
function wordExpression(extra: string): RegExp {
  const alone = String.raw`[${UNSPACED}&&[\p{L}\p{M}\p{N}]]`;
  const run = String.raw`[[\p{L}\p{M}\p{Nd}_${extra}]--${UNSPACED}]+`;
  return new RegExp(`${alone}|${run}`, 'gv');
}

const WORD = wordExpression('');

/** Words that may hold the wildcards of a query. */
export const WORD_WITH_WILDCARDS = wordExpression('*?');

/** Text as words are compared: NFC first, then lower case, accents kept. */
export function normalizeText(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/**
 * The words of a text, in order (news service, query language, row "Word"). A word is a maximal run of letters, marks,
 * decimal digits and `_`; each letter, mark or number of Han, kana, Thai, Lao, Khmer and Burmese is a word by itself.
 */
export function wordTexts(text: string): string[] {
  return normalizeText(text).match(WORD) ?? [];
}

/**
 * As `wordTexts`, with the place of each word in the original text. Where folding changed the length, a place covers
 * every character that the word was made from, so that two words made from one character share its place.
 */
export function locateWords(text: string): Word[] {
  const rolledUp = normalizeText(text);
  const origins = originsOf(text, rolledUp);
  return Array.from(rolledUp.matchAll(WORD), ({ 0: word, index }) => ({
    text: word,
    start: origins.start(index),
    end: origins.end(index + word.length),
  }));
}
