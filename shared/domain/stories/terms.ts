import { type Words, wordsIn } from '../query/words.ts';
import { SCALES } from '../text/scale-words.ts';
import type { Watch } from '../watches/watch.ts';

// The terms by which titles and texts are compared, in any language: beginnings of words, pairs of characters in
// scripts without blanks, and figures. How rare a term is in news at large follows from its length alone.

/** A word is compared by so many of its first letters: what follows is mostly an ending. */
const STEM = 6;
const FIRST_UNSPACED = '\u0900';

/** The terms of a text, each once, in the order of the text, at most the first `most`. */
export function termsOf(text: string, most = Infinity): string[] {
  const terms = new Set<string>();
  for (const { term } of placedTerms(wordsIn(comparedText(text)))) {
    if (terms.size >= most) break;
    terms.add(term);
  }
  return [...terms];
}

/** The terms of a text with the words that they stand for, as written. */
export function termsIn(text: string): { term: string; word: string }[] {
  const compared = comparedText(text);
  const words = wordsIn(compared);
  return Array.from(placedTerms(words), ({ term, first, last }) => ({
    term,
    word: compared.slice(words.placeOf(first).start, words.placeOf(last).end),
  }));
}

/** Each term, with the numbers of its first and its last word. */
function* placedTerms(words: Words): Generator<{ term: string; first: number; last: number }> {
  for (let at = 0; at < words.length; at += 1) {
    const word = words.at(at);
    if (!isSingle(word)) yield { term: termOf(word), first: at, last: at };
    else if (isSingle(words.at(at + 1))) yield { term: word + words.at(at + 1), first: at, last: at + 1 };
  }
}

/** A single character beyond the Latin, Greek and Cyrillic scripts is a word of its own. */
function isSingle(word: string): boolean {
  return word.length === 1 && word >= FIRST_UNSPACED;
}

/** Where a service or an outlet has cut a text: "… [+1177 chars]". */
const CUT = /\[\+\d{1,6} \p{L}{1,12}\]/gu;

/**
 * A text as it is compared: without marks of a cut, with figures as words. "we're" and "Zirconde's" have no endings,
 * "l'usine" and "d'Orvanne" no articles.
 */
function comparedText(text: string): string {
  const plain = text
    .replaceAll(CUT, '')
    .replaceAll(/(\p{L})[’'ʼ](?:s|re|ve|ll|d|m|t)(?!\p{L})/giu, '$1')
    .replaceAll(/(?<!\p{L})\p{L}{1,2}[’'ʼ](?=\p{L})/gu, '');
  return markFigures(plain);
}

/** The term of a word, which is folded (fold.ts). */
export function termOf(word: string): string {
  return /\p{Nd}/u.test(word) ? word : word.slice(0, STEM);
}

const RAREST = STEM - 1.5;
const COMMONEST = 0.3;
const RARITY_OF_PAIR = 3.5;

/**
 * How rare a term is in news at large, as the natural logarithm of how many titles there are for one that has it: in
 * every language short words are the usual ones.
 */
export function rarityOf(term: string): number {
  if (isFigure(term)) return RAREST;
  if (term.length === 2 && term >= FIRST_UNSPACED) return RARITY_OF_PAIR;
  return Math.min(RAREST, Math.max(COMMONEST, term.length - 1.5));
}

/** The terms that a watch asks for, operators among them. What it finds has them whatever it reports. */
export function queriedTerms({ query: { q } }: Pick<Watch, 'query'>): ReadonlySet<string> {
  return new Set(typeof q === 'string' ? termsOf(q.replaceAll('*', '')) : []);
}

/**
 * A figure of a text as one word, whatever its spelling: "2,500,000", "2.5m" and "2.5 Millionen" are the same word.
 */
const MARK = '9f';

const FIGURE =
  /(?<![\p{L}\p{Nd}])([$€£₹¥]\s?)?([0-9]{1,15}(?:[,.][0-9]{1,15}){0,6})(?:[\s-]?(k|m|mn|mln|mio|millions?|millionen|millones|b|bn|billions?|milliards?|milliarden|mrd|thousand|lakh|crore|trillion)(?!\p{L}))?(\s?%)?/giu;
const THOUSANDS = /^[0-9]{1,3}([,.][0-9]{3})+$/;
const YEAR = /^(?:19|20)[0-9]{2}$/;
/** Smaller whole numbers without a unit are days, ages and lists. They say little about an event. */
const SMALL = 32;
/** Outlets round figures. */
const DIGITS = 3;

/** The text with each telling figure as one word. Years and small whole numbers without a unit stay as they are. */
function markFigures(text: string): string {
  return text.normalize('NFKC').replace(FIGURE, (all, ...groups: (string | undefined)[]) => {
    const [currency, digits = '', scale, percent] = groups;
    const value = valueOf(digits, scale !== undefined);
    const isPlain = currency === undefined && scale === undefined && percent === undefined;
    const isSmall = isPlain && (YEAR.test(digits) || (value < SMALL && Number.isInteger(value)));
    if (!Number.isFinite(value) || isSmall) return all;
    return ` ${MARK}${wordOf(value * (SCALES[scale?.toLowerCase() ?? ''] ?? 1))}${percent ? 'p' : ''} `;
  });
}

/** "1,200" and "1.200" are thousands, "1.2" and "1,2" are not; before a scale word "1.250" is a fraction. */
function valueOf(digits: string, hasScale: boolean): number {
  const areThousands = THOUSANDS.test(digits) && !(hasScale && digits.includes('.'));
  return Number(areThousands ? digits.replaceAll(/[,.]/g, '') : digits.replace(',', '.'));
}

function wordOf(value: number): string {
  return String(Number(value.toPrecision(DIGITS)))
    .replace('.', 'd')
    .replaceAll(/[^0-9a-z]/g, '');
}

const isFigure = (term: string): boolean => term.startsWith(MARK);

/** A term as readers see it: the number where it is a figure, else the word. */
export function termText(word: string): string {
  if (!isFigure(word)) return word;
  const value = word.slice(MARK.length).replace('d', '.').replace(/p$/, '');
  return word.endsWith('p') ? `${value}%` : value;
}
