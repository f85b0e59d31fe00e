import type { Finding } from '../findings/finding.ts';
import { foldText } from '../query/fold.ts';
import { wordsIn } from '../query/words.ts';
import { SCALES, USUAL_WORDS } from '../text/scale-words.ts';
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
const CHARACTERS_READ = 1_500;
const WORDS_READ = 250;
const TEXT_WORDS = 30;

/**
 * The words of a finding, of its translation where the service gives one. Its text has others than the `queried`
 * stems, which most findings of the watch have. That of a record with fields counts for nothing: it lists them, and
 * all records of a watch have the same.
 */
export function articleWordsOf(
  finding: Pick<Finding, 'title' | 'snippet' | 'translation' | 'fields'>,
  queried: ReadonlySet<string> = new Set(),
): ArticleWords {
  const { title, text } = comparedTexts(finding);
  return { title: stemsOf(title), text: finding.fields ? [] : rarestOf(text, queried) };
}

/** The title and the text by which a finding is compared: those of its translation, if its title was translated. */
export function comparedTexts({
  title,
  snippet,
  translation,
}: Pick<Finding, 'title' | 'snippet' | 'translation'>): { title: string; text: string } {
  if (translation?.title === undefined) return { title, text: snippet };
  return { title: translation.title, text: translation.text ?? snippet };
}

/** The stems of a text, each once, in order. A telling figure is one word. */
export function stemsOf(text: string): string[] {
  return [...new Set(wordsWithStems(text).map(({ stem }) => stem))];
}

/** The words of a text with their stems, in order. */
export function wordsWithStems(text: string): { word: string; stem: string }[] {
  return markedTerms(text).map(({ text: word }) => ({ word, stem: stemOf(word) }));
}

/** Prefixes that outlets write with a dash and without: "re-examines" and "reexamines". */
const DASHED = /(?<!\p{L})(re|co|pre|non|anti|e)[-‐‑](?=\p{L}{3})/giu;

const DASH = /[-‐‑]/;

/**
 * The words of a text, at most the first `most`. A dash within a word is found faster than a prefix before one, and
 * most texts have none.
 */
function markedTerms(text: string, most?: number): TitleTerm[] {
  return titleTerms(markFigures(DASH.test(text) ? text.replace(DASHED, '$1') : text), most);
}

/** The stem of a word. A figure stays whole. */
export function stemOf(word: string): string {
  return word.length <= STEM || /\p{Nd}/u.test(word) ? word : word.slice(0, STEM);
}

function rarestOf(text: string, queried: ReadonlySet<string>): string[] {
  const counts = new Map<string, number>();
  for (const term of markedTerms(text.slice(0, CHARACTERS_READ), WORDS_READ)) {
    const stem = stemOf(term.text);
    if (!queried.has(stem)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  const weights = Array.from(counts, ([stem, count]) => ({
    stem,
    weight: (1 + Math.log(count)) * rarityOf(stem),
  }));
  weights.sort((a, b) => b.weight - a.weight || (a.stem < b.stem ? -1 : 1));
  return weights.slice(0, TEXT_WORDS).map(({ stem }) => stem);
}

/**
 * The stems of the words of a watch's query, operators among them. What it finds has them whatever it reports, so they
 * tell no two stories apart.
 */
export function queriedStems({ query: { q } }: Pick<Watch, 'query'>): ReadonlySet<string> {
  return new Set(typeof q === 'string' ? stemsOf(q) : []);
}

/**
 * How rare a word is in news at large: the natural logarithm of how many titles or short texts there are for one that
 * has its stem. "the" is near 0, and so are the usual words of some other languages.
 */
export function rarityOf(stem: string): number {
  return raritiesOfStems().get(stem) ?? (usualStems().has(stem) ? RARITY_OF_USUAL : rarityByLength(stem));
}

/**
 * Whether most of some stems are in the table, as those of an English text are: half of the 30 rarest ones in 98 of
 * 100 texts. Of another language the table has a tenth to a third, by chance, and its usual words seem rare.
 */
function areKnownStems(stems: readonly string[]): boolean {
  const known = raritiesOfStems();
  return stems.filter((stem) => known.has(stem)).length * 2 >= stems.length;
}

let rarities: ReadonlyMap<string, number> | undefined;

/** Made at its first use: it takes milliseconds, and not every call of a function compares articles. */
function raritiesOfStems(): ReadonlyMap<string, number> {
  return (rarities ??= new Map(
    STEMS_BY_RARITY.flatMap(([rarity, stems]) => stems.split(' ').map((stem) => [stem, rarity] as const)),
  ));
}

/**
 * The rarity of a stem that occurs once, and how it falls for short ones: in every language short words are the usual
 * ones.
 */
const RAREST = 8.5;
const SHORT = { letters: 6, each: 1.4 };
/** Two characters of a script without blanks are as rare, and weigh as much, as a word of five letters. */
const PAIR_LENGTH = 5;
const FIRST_UNSPACED = '\u0900';

function rarityByLength(stem: string): number {
  const length = stem >= FIRST_UNSPACED && stem.length === 2 ? PAIR_LENGTH : stem.length;
  return RAREST - SHORT.each * Math.max(0, SHORT.letters - length);
}

/** A word of a title, or two characters that follow each other in a script without blanks. */
interface TitleTerm {
  text: string;
  isPair: boolean;
}

/** Longer words of titles weigh no more, and two letters almost nothing. */
const LONGEST = 8;
const TINY_WORD = { letters: 2, length: 0.5 };

/** The length by which a word of a title weighs. */
export function lengthOfTerm({ text, isPair }: TitleTerm): number {
  if (isPair) return PAIR_LENGTH;
  const letters = text.length;
  return letters <= TINY_WORD.letters && text < FIRST_UNSPACED
    ? TINY_WORD.length
    : Math.min(letters, LONGEST);
}

/**
 * The words of a title, in order, at most the first `most`; overlapping pairs of characters in scripts without blanks.
 */
export function titleTerms(title: string, most = Infinity): TitleTerm[] {
  const words = wordsIn(title);
  const terms: TitleTerm[] = [];
  for (let at = 0; at < words.length && at < most; at += 1) {
    const word = words.at(at);
    const next = isSingle(word) ? words.at(at + 1) : '';
    const isPair = isSingle(next);
    terms.push({ text: isPair ? word + next : word, isPair });
  }
  return terms;
}

/** A single character beyond the Latin, Greek and Cyrillic scripts is a word of its own. */
function isSingle(word: string): boolean {
  return word.length === 1 && word >= FIRST_UNSPACED;
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
    word: foldText(word),
    isCapital: word.length > 1 && /\p{Lu}/u.test(word),
  }));
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
export function markFigures(text: string): string {
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

/** Whether a word of a marked text is a telling figure. */
export const isFigure = (word: string): boolean => word.startsWith(MARK);

/** The number of a telling figure, and whether it is a percentage; undefined for any other word. */
export function figureIn(word: string): { value: number; isPercentage: boolean } | undefined {
  const value = Number(word.slice(MARK.length).replace('d', '.').replace(/p$/, ''));
  return isFigure(word) && Number.isFinite(value) ? { value, isPercentage: word.endsWith('p') } : undefined;
}

/** Figures that differ by this share are one figure, rounded in two ways. */
const ROUNDING = 0.03;

/** Whether two figures mean the same: equal but for rounding, and both or neither of them a percentage. */
export function areSameFigures(one: string, other: string): boolean {
  if (one.endsWith('p') !== other.endsWith('p')) return false;
  const [a, b] = [one, other].map((word) => Number.parseFloat(word.slice(MARK.length).replace('d', '.')));
  return a !== undefined && b !== undefined && Math.abs(a - b) <= ROUNDING * Math.max(a, b);
}

let usual: ReadonlySet<string> | undefined;
const usualStems = (): ReadonlySet<string> => (usual ??= new Set(stemsOf(USUAL_WORDS)));
/** As rare as the English ones. */
const RARITY_OF_USUAL = 1;

/** Ordinary words are no rarer than this (stem-counts.ts): what is rarer is a name or a thing. */
const ORDINARY = 5;
const NUMBER = /^\p{Nd}+$/u;

/** Whether a word is a number, a name or a thing. */
export const namesThing = (word: string): boolean =>
  NUMBER.test(word) || rarityOf(word) > ORDINARY || isFigure(word);

/** The words of an article's text that its title lacks. */
interface ArticleText {
  others: ReadonlySet<string>;
  /** The names, things and figures among them; none for a text in another language than English. */
  names: readonly string[];
}

/** An article is compared with up to 60 stories, more than once. */
const textsOfArticles = new WeakMap<ArticleWords, ArticleText>();

export function textOf(words: ArticleWords): ArticleText {
  const known = textsOfArticles.get(words);
  if (known) return known;
  const others = new Set(words.text.filter((word) => !words.title.includes(word)));
  const read = {
    others,
    names: areKnownStems(words.text) ? words.text.filter((word) => others.has(word) && namesThing(word)) : [],
  };
  textsOfArticles.set(words, read);
  return read;
}

/** A text says so many of the words of its title, and this part of them; those that are more usual are left out. */
const SAID = { words: 2, part: 0.25 };
const TELLING = 3;

/** Whether a text says what a title says. A notice that a publisher puts in place of all its articles does not. */
export function saysTitle(text: string, title: string): boolean {
  const telling = tellingStems(title);
  const said = new Set(stemsOf(text));
  const count = telling.filter((word) => said.has(word)).length;
  return count >= SAID.words && count >= telling.length * SAID.part;
}

/** The words of a title that are not usual ones. */
export const tellingStems = (title: string): string[] =>
  stemsOf(title).filter((word) => rarityOf(word) >= TELLING);
