import { join } from 'node:path';
import * as z from 'zod';
import { lastRead, readEnglish } from '../read-english.ts';
import { readSettingsFile } from '../settings-file.ts';

export type NameKind = 'company' | 'person' | 'place' | 'body' | 'outlet';

const isFirstName = lastRead((word) => readEnglish(word).has('#FirstName'), 20_000);

const isPlaceName = lastRead((name) => readEnglish(name).has('^(#City|#Region|#Country|#Demonym)+$'), 20_000);

const words = z.string().transform((text) => new Set(text.split(/\s+/)));
const names = z.string().transform((text) => new Set(text.split(/,\s+/)));
const file = (name: string) => join(import.meta.dirname, name);

/** Words by which a name is known for what it names (name-words.yaml). */
export const NAME_WORDS = readSettingsFile(
  file('name-words.yaml'),
  z.strictObject({
    descriptions: words,
    kinds: words,
    'company words': words,
    roles: words,
    'public bodies': words,
    authorities: words,
    'public names': names,
    outlets: names,
    'no names': words,
    between: words,
    after: words,
  }),
);

/**
 * Names of people: first names, family names, those who go by one name, and what is put before a name (people.yaml).
 */
const PEOPLE_WORDS = readSettingsFile(
  file('people.yaml'),
  z.strictObject({ first: words, last: words, alone: words, titles: words }),
);

/** Well-known companies: `known` are nothing else, `words` are words too (companies.yaml). */
export const COMPANY_NAMES = readSettingsFile(
  file('companies.yaml'),
  z.strictObject({ known: names, words: names }),
);

const REGIONS = new Intl.DisplayNames('en', { type: 'region' });

/** ISO 3166-1 alpha-2 by English name in small letters. Taken from the platform, which has no list but all names. */
const CODES = new Map(allCodes().map((code) => [nameOf(code).toLowerCase(), code]));

/** Other names that news use, by code: short forms, adjectives, and seats of government that mean a state. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  US: 'us, u.s., u.s, usa, america, american, washington, white house, trump, biden',
  GB: 'uk, u.k., britain, british, london, england',
  EU: 'eu, e.u., europe, european, brussels',
  CN: 'chinese, beijing',
  RU: 'russian, moscow, kremlin',
  IN: 'indian, new delhi',
  CA: 'canadian, ottawa',
  MX: 'mexican',
  BR: 'brazilian',
  JP: 'japanese, tokyo',
  KR: 'korean, seoul',
  DE: 'german, berlin',
  FR: 'french',
  IT: 'italian',
  ES: 'spanish',
  NL: 'dutch',
  CH: 'swiss',
  SE: 'swedish',
  NO: 'norwegian',
  PL: 'polish',
  CZ: 'czech republic',
  UA: 'ukrainian',
  TR: 'turkey, turkish',
  TW: 'taiwanese',
  VN: 'vietnamese',
  TH: 'thai',
  ID: 'indonesian',
  HK: 'hong kong',
  AU: 'australian',
  PK: 'pakistani',
  AR: 'argentine',
  ZA: 'south african',
};

const OTHER_CODES = new Map(
  Object.entries(OTHER_NAMES).flatMap(([code, names]) =>
    names.split(', ').map((name) => [name, code] as const),
  ),
);

/**
 * What an English name is the name of, by lists and by its own words; undefined where it does not show. `Acme Motors`
 * is a company, `Elon Musk` a person, `High Court` a body: something public that is no company. A corpus repeats its
 * names.
 */
export const kindOfName = lastRead(judge, 20_000);

function judge(name: string): NameKind | undefined {
  const bare = name.replace(/^the\s/i, '').replace(/['’]s$/, '');
  if (COMPANY_NAMES.known.has(name) || COMPANY_NAMES.known.has(bare)) return 'company';
  if (NAME_WORDS.outlets.has(name) || NAME_WORDS.outlets.has(bare)) return 'outlet';
  const words = bare.split(/\s+/);
  if (PEOPLE_WORDS.alone.has(bare) || (titlesIn(words) > 0 && isPersonName(words))) return 'person';
  if (countryOf(name)) return 'place';
  if (NAME_WORDS['public names'].has(bare)) return 'body';
  if (words.some((word) => NAME_WORDS.authorities.has(plainWord(word)))) return 'body';
  if (/\bBank of \p{Lu}/iu.test(bare)) return 'company';
  if (words.length > 1 && isCompanyWord(words.at(-1))) return 'company';
  if (words.some((word) => NAME_WORDS['public bodies'].has(plainWord(word)))) return 'body';
  if (isPersonName(words)) return 'person';
  return isPlaceName(bare) ? 'place' : undefined;
}

function isCompanyWord(word: string | undefined): boolean {
  return NAME_WORDS['company words'].has(plainWord(word)) && /^\p{Lu}/u.test(word ?? '');
}

/**
 * Whether words are the name of a person: `Elon Musk`, `PM Modi`, `Musk`. A first name or a family name is enough when
 * there are two to four words.
 */
export function isPersonName(words: readonly string[]): boolean {
  const own = words.slice(titlesIn(words));
  const [first = ''] = own;
  const last = (own.at(-1) ?? '').replace(/['’]s?$/, '');
  if (own.length === 1) return PEOPLE_WORDS.alone.has(last);
  if (
    own.length < 2 ||
    own.length > 4 ||
    !own.every((word) => /^(?:\p{Lu}|al-|bin$|de$|van$|von$)/u.test(word))
  )
    return false;
  return PEOPLE_WORDS.last.has(last) || PEOPLE_WORDS.first.has(first) || isFirstName(first);
}

/** How many words at the beginning are titles: `Prime Minister Narendra Modi` has two. A bare title is left whole. */
export function titlesIn(words: readonly string[]): number {
  const count = words.findIndex((word) => !PEOPLE_WORDS.titles.has(word.replace(/\.$/, '')));
  return Math.max(0, count);
}

/** A word for comparing: in small letters, without marks around it and without the `'s` of an owner. */
export function plainWord(token: string | undefined): string {
  return (token ?? '').toLowerCase().replaceAll(/^["“‘'([]+|[,;:.!?"”’')\]]+$|['’]s[,;:.!?"”)]*$/g, '');
}

export interface Country {
  /** ISO 3166-1 alpha-2, and EU. */
  code: string;
  name: string;
}

/** The country of a name, an adjective or a seat of government, or of a code in capitals. */
export function countryOf(text: string): Country | undefined {
  const plain = text.trim();
  const word = plain
    .toLowerCase()
    .replace(/^the /, '')
    .replace(/['’]s$/, '');
  const code =
    OTHER_CODES.get(word) ?? CODES.get(word) ?? (/^[A-Z]{2}$/.test(plain) ? knownCode(plain) : undefined);
  return code === undefined ? undefined : { code, name: nameOf(code) };
}

/** Every country that a text names, in order, each once. */
export function countriesIn(text: string): Country[] {
  const found = new Map<string, Country>();
  const form =
    /\b(?:U\.?S\.?(?:A\.?)?|U\.?K\.?|E\.?U\.?|(?:[A-Z][a-z]+)(?: (?:of |and )?(?:[A-Z][a-z]+|House|Union|Republic))?)(?=\W|$)/g;
  for (const [match] of text.matchAll(form)) {
    const whole = countryOf(match);
    const parts = whole ? [whole] : match.split(' ').map((word) => countryOf(word));
    for (const country of parts) if (country) found.set(country.code, country);
  }
  return [...found.values()];
}

function nameOf(code: string): string {
  return code === 'EU' ? 'European Union' : (REGIONS.of(code) ?? code);
}

function knownCode(code: string): string | undefined {
  return nameOf(code) === code ? undefined : code;
}

function allCodes(): string[] {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return codes.filter((code) => REGIONS.of(code) !== code && new Intl.Locale(`und-${code}`).region === code);
}
