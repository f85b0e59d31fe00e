import { lastRead } from '../text/last-read.ts';
import { readEnglish } from '../text/read-english.ts';
import { countryOf } from './countries.ts';
import { COMPANY_NAMES, NAME_WORDS, PEOPLE_WORDS, plainWord } from './name-words.ts';

export type NameKind = 'company' | 'person' | 'place' | 'body' | 'outlet';

/**
 * What an English name is the name of, by lists and by its own words; undefined where it does not show. `Acme Motors` is
 * a company, `Elon Musk` a person, `High Court` a body: something public that is no company. A corpus repeats its names.
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

const isFirstName = lastRead((word) => readEnglish(word).has('#FirstName'), 20_000);

const isPlaceName = lastRead((name) => readEnglish(name).has('^(#City|#Region|#Country|#Demonym)+$'), 20_000);
