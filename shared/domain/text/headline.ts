import { wordTexts } from '../query/words.ts';
import { cleanLine } from './clean-text.ts';

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

/**
 * A clean title without the name of its own outlet at the end. A title that would have too few words left stays
 * whole.
 */
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

/**
 * Where a title begins to name its outlet twice, under a name that its service does not know: `Title | Mint - Mint`.
 */
function repeatedIn([last, before]: readonly Tail[]): Tail | undefined {
  if (!last || !before || !/\p{L}{2}/u.test(last.tail)) return undefined;
  return lettersOf(before.tail) === lettersOf(last.tail).repeat(2) ? before : undefined;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}\p{M}]/gu, '');
}

/**
 * A title without the blanks, dashes and bars at its end. An expression for that would take the square of its length.
 */
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

/** What a title may call an outlet, in the form in which names are compared. */
interface OutletNames {
  /** Its name, and its domain with and without the ending. */
  whole: ReadonlySet<string>;
  /** The same without a word such as "news" at the end. Only a name of several words counts among these. */
  shortened: ReadonlySet<string>;
  /** `BBC` of `BBC News`, `WSJ` of `Wall Street Journal`, `KVVU` of `KVVU Las Vegas`: in capitals. */
  acronyms: ReadonlySet<string>;
}

/** The outlet of an article, as its service names it. */
export interface NamedOutlet {
  domain?: string | undefined;
  name?: string | undefined;
}

/** Words behind the name of an outlet that name its medium. */
const MEDIUM =
  'news online magazine mag newspaper tv television radio video videos live digital blog network website media'.split(
    ' ',
  );
/** Its sections, and its editions by country or language. */
const SECTIONS = 'sport sports business tech health science food movies entertainment politics money weather';
const EDITIONS =
  'international world global english hindi india uk us usa australia canada ireland europe asia africa singapore malaysia nigeria pakistan philippines';
const BEHIND: ReadonlySet<string> = new Set([...MEDIUM, ...SECTIONS.split(' '), ...EDITIONS.split(' ')]);
const ARTICLES: ReadonlySet<string> = new Set('the le la les el los il der die das'.split(' '));
/** Labels below a country that stand for a kind of site: `example.co.uk`. */
const KINDS_OF_SITE: ReadonlySet<string> = new Set(
  'co com org net gov edu ac or ne go in gob gouv'.split(' '),
);

/** The shortest name that is compared, and the longest part of a name that is read, in characters. */
const LEAST = 2;
const LONGEST = 200;

/** The names of an outlet; of its name without what is in brackets at the end, such as "(blog)". */
function namesOf({ domain = '', name = '' }: NamedOutlet): OutletNames {
  const written = name
    .slice(0, LONGEST)
    .replace(/\\?\([^()]{0,60}\)\s*$/u, '')
    .trim();
  const hosts = [domain, written].filter(isHost);
  const labels = hosts.map(labelOf);
  const whole = [written, ...hosts, ...hosts.map(withoutWww), ...labels, ...labels.map(withoutThe)];
  const words = wordsIn(written);
  return {
    whole: joinedForms(whole),
    shortened: new Set(labels.map(withoutMedium).filter((label) => label !== undefined)),
    acronyms: acronymsOf(words),
  };
}

/**
 * Whether a text is a name of an outlet: in other case, with other marks and blanks, with "the", ".com" or a section.
 */
function isNameOf(text: string, { whole, shortened, acronyms }: OutletNames): boolean {
  if (acronyms.has(text)) return true;
  const forms = [...joinedForms([text, ...(isHost(text) ? [labelOf(text)] : [])])];
  if (forms.some((form) => whole.has(form))) return true;
  const words = wordsIn(text);
  if (words.length > 1 && forms.some((form) => shortened.has(form))) return true;
  return shorterNames(words).some((name) => [...joinedForms([name])].some((form) => whole.has(form)));
}

/** The name without one, two … words of medium, section or edition at its end; the first word stays. */
function shorterNames(words: readonly string[]): string[] {
  const last = words.at(-1)?.toLowerCase() ?? '';
  if (words.length < 2 || !BEHIND.has(last)) return [];
  const shorter = words.slice(0, -1);
  return [shorter.join(' '), ...shorterNames(shorter)];
}

/** `timesnow` of `timesnownews`. */
function withoutMedium(label: string): string | undefined {
  const whole = joined(label);
  const medium = MEDIUM.find((word) => whole.endsWith(word) && whole.length - word.length >= 5);
  return medium === undefined ? undefined : withoutThe(whole.slice(0, -medium.length));
}

/** Texts as they are compared, each also without an article before it; what has one character names nothing. */
function joinedForms(texts: readonly string[]): Set<string> {
  const all = texts.flatMap((text) => {
    const [first = '', ...others] = wordsIn(text);
    return ARTICLES.has(first.toLowerCase()) ? [joined(text), joined(others.join(' '))] : [joined(text)];
  });
  return new Set(all.filter((form) => form.length >= LEAST));
}

/** Letters and digits in lower case, without accents of Latin letters: `El País` is `elpais`. */
function joined(text: string): string {
  return text
    .replaceAll('&', ' and ')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]|[\u0300-\u036f]/gu, '');
}

function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}'’&.]+/gu) ?? [];
}

/**
 * The first word in capitals, where only such words follow, or anything follows a call sign; and the
 * initials of a name of three words or more.
 */
function acronymsOf(words: readonly string[]): Set<string> {
  const [first = '', ...others] = words;
  const isCapital = /^\p{Lu}{3,6}$/u.test(first);
  const isCallSign = /^[KW][A-Z]{2,3}$/u.test(first);
  const isShort = isCapital && (isCallSign || shorterNames(words).length === words.length - 1);
  const initials = words.filter((word) => /^\p{Lu}/u.test(word)).map((word) => word.slice(0, 1));
  const bare = ARTICLES.has(first.toLowerCase()) ? initials.slice(1) : initials;
  return new Set([
    ...(isShort && others.length > 0 ? [first] : []),
    ...(bare.length >= 3 ? [bare.join('')] : []),
  ]);
}

/** `www.example.co.uk`: letters, digits and dashes with dots, no blanks. */
function isHost(text: string): boolean {
  return text.length <= 253 && /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.test(text);
}

function withoutWww(host: string): string {
  return host.replace(/^www\./iu, '');
}

function withoutThe(label: string): string {
  return /^the/iu.test(label) && label.length > 5 ? label.slice(3) : label;
}

/** The label that someone registered: `guardian` of `www.guardian.co.uk`. */
function labelOf(host: string): string {
  const labels = withoutWww(host).toLowerCase().split('.').slice(0, -1);
  const last = labels.at(-1) ?? '';
  return (labels.length > 1 && KINDS_OF_SITE.has(last) ? labels.at(-2) : last) ?? '';
}
