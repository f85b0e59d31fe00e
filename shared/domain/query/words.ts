import { originsOf } from './origins.ts';

/** A word of a text, in NFC and lower case, with its range in the original text (UTF-16 units). */
interface Word {
  text: string;
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

/**
 * What most news has none of: anything but Latin letters, punctuation and signs of currencies. Words of a text without it need
 * no Unicode properties, which makes them three times as fast to find. `İ` in lower case has a mark of its own.
 */
const NOT_LATIN = /[\u20d0-\uffff\u0130\u023a-\u1fff\u2070-\u209f]/;
const LATIN_WORD =
  /[0-9A-Z_a-z\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02c1\u02c6-\u02d1\u02e0-\u02e4\u02ec\u02ee]+/g;

/** Words that may hold the wildcards of a query. */
export const WORD_WITH_WILDCARDS = wordExpression('*?');

/** Text in the form in which words are compared: NFC first, then lower case, accents kept. */
export function normalizeText(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/**
 * The words of a text, in order (news service, query language, row "Word"). A word is a maximal run of letters, marks,
 * decimal digits and `_`; each letter, mark or number of Han, kana, Thai, Lao, Khmer and Burmese is a word of its own.
 */
export function wordTexts(text: string): string[] {
  return (isLatin(text) ? text.toLowerCase().match(LATIN_WORD) : normalizeText(text).match(WORD)) ?? [];
}

function isLatin(text: string): boolean {
  return !NOT_LATIN.test(text);
}

/**
 * As `wordTexts`, with the range of each word in the original text. Where normalizing changed the length, a range covers
 * every character that the word was made from; two words made from one character share its range.
 */
export function locateWords(text: string): Word[] {
  if (isLatin(text)) return locateLatin(text.toLowerCase());
  const normalized = normalizeText(text);
  const origins = originsOf(text, normalized);
  return Array.from(normalized.matchAll(WORD), ({ 0: word, index }) => ({
    text: word,
    start: origins.start(index),
    end: origins.end(index + word.length),
  }));
}

/** Lower case changes no length here. Between two words is no letter, so the next occurrence of a word is the word. */
function locateLatin(text: string): Word[] {
  let end = 0;
  return (text.match(LATIN_WORD) ?? []).map((word) => {
    const start = text.indexOf(word, end);
    end = start + word.length;
    return { text: word, start, end };
  });
}
