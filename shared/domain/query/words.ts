import { originsOf } from './origins.ts';

/** The range of a word in the original text (UTF-16 units). */
interface Place {
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
 * Finds where a word of `wordTexts` is in the original text, by the word's number. Where normalizing changed the length, a range covers
 * every character that the word was made from; two words made from one character share its range.
 */
export function placesOf(text: string, words: readonly string[]): (word: number) => Place {
  if (isLatin(text)) return latinPlaces(text.toLowerCase(), words);
  const normalized = normalizeText(text);
  const origins = originsOf(text, normalized);
  const places = Array.from(normalized.matchAll(WORD), ({ 0: word, index }) => ({
    start: origins.start(index),
    end: origins.end(index + word.length),
  }));
  return (word) => places[word] ?? NOWHERE;
}

const NOWHERE: Place = { start: 0, end: 0 };

/** Lower case changes no length here. Between two words is no letter, so the next occurrence of a word is the word. */
function latinPlaces(text: string, words: readonly string[]): (word: number) => Place {
  const starts = new Uint32Array(words.length);
  let end = 0;
  for (const [number, word] of words.entries()) {
    const start = text.indexOf(word, end);
    starts[number] = start;
    end = start + word.length;
  }
  return (word) => ({ start: starts[word] ?? 0, end: (starts[word] ?? 0) + (words[word]?.length ?? 0) });
}
