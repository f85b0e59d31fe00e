import { wordTexts } from '../query/words.ts';
import { cleanLine } from './clean-text.ts';
import { isNameOf, type NamedOutlet, namesOf, type OutletNames } from './outlet-names.ts';

/** A title with fewer words than this says nothing without its outlet. */
const LEAST_WORDS = 3;
/** In scripts without blanks each character is a word. */
const LEAST_CHARACTERS = 6;
/** The longest name of an outlet in a title, and the longest title that is searched for one, in UTF-16 units. */
const LONGEST_NAME = 80;
/** `Title | Outlet - Outlet` */
const MOST_NAMES = 3;

/**
 * What is between a title and its outlet: a dash or a bar with a blank on one side, a colon with a blank after it, a
 * bracket; in scripts without blanks a mark alone.
 */
const SEPARATOR =
  /\s+[-‐‑–—―−|·•»~:/／｜]{1,3}\s+|\s*[|｜]\s*|[-‐‑–—―−:]\s+|\s+[-‐‑–—―−]|(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[-–—_：](?=\S)|\s[([]/gu;

/** A title as readers see it: clean, on one line, and without the outlet at its end, which is named beside it. */
export function headlineOf(title: string, outlet: NamedOutlet | undefined): string {
  return withoutOutlet(cleanLine(title), outlet);
}

/** A clean title without the name of its own outlet at the end. A title that would have too few words left stays whole. */
export function withoutOutlet(title: string, outlet: NamedOutlet | undefined): string {
  if (!outlet || tailsOf(title).length === 0) return title;
  const names = knownNamesOf(outlet);
  let left = title;
  for (let cut = 0; cut < MOST_NAMES; cut += 1) {
    const tails = tailsOf(left);
    const place = tails.find(({ tail }) => isNameOf(tail, names)) ?? repeatedIn(tails);
    const shorter = place && withoutMarks(left.slice(0, place.at));
    if (shorter === undefined || !saysSomething(shorter)) return left;
    left = shorter;
  }
  return left;
}

/** Names of outlets by what they are made of: a page or a run reads many articles of few outlets. */
const known = new Map<string, OutletNames>();
const MOST_KNOWN = 1_000;

function knownNamesOf({ domain, name }: NamedOutlet): OutletNames {
  const key = `${domain ?? ''}\n${name ?? ''}`;
  const before = known.get(key);
  if (before) return before;
  const names = namesOf({ domain, name: name === undefined ? name : cleanLine(name) });
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, names);
  return names;
}

/** What follows a separator, and where the separator is. */
interface Tail {
  at: number;
  tail: string;
}

/** What follows each separator near the end of a title, the last one first, and where the separator is. */
function tailsOf(title: string): Tail[] {
  const from = Math.max(0, title.length - LONGEST_NAME);
  const marks = [...title.slice(from).matchAll(SEPARATOR)];
  const tails = marks.map(({ 0: mark, index }) => ({
    at: from + index,
    tail: title.slice(from + index + mark.length).replace(/[)\]]$/u, ''),
  }));
  return tails.toReversed();
}

/** Where a title begins to name its outlet twice, under a name that its service does not know: `Title | Mint - Mint`. */
function repeatedIn([last, before]: readonly Tail[]): Tail | undefined {
  if (!last || !before || !/\p{L}{2}/u.test(last.tail)) return undefined;
  return lettersOf(before.tail) === lettersOf(last.tail).repeat(2) ? before : undefined;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}\p{M}]/gu, '');
}

/** A title without the blanks, dashes and bars at its end. An expression for that would take the square of its length. */
function withoutMarks(title: string): string {
  let end = title.length;
  while (end > 0 && /[\s\-‐‑–—―−|｜]/u.test(title.charAt(end - 1))) end -= 1;
  return title.slice(0, end);
}

function saysSomething(title: string): boolean {
  const words = wordTexts(title);
  const long = words.filter((word) => word.length > 1 || word < '\u0900').length;
  return long >= LEAST_WORDS || words.length >= LEAST_CHARACTERS;
}
