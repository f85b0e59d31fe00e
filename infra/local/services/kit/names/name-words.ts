import { join } from 'node:path';
import * as z from 'zod';
import { readSettingsFile } from '../settings-file.ts';

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

/** Names of people: first names, family names, those who go by one name, and what is put before a name (people.yaml). */
export const PEOPLE_WORDS = readSettingsFile(
  file('people.yaml'),
  z.strictObject({ first: words, last: words, alone: words, titles: words }),
);

/** Well-known companies: `known` are nothing else, `words` are words too (companies.yaml). */
export const COMPANY_NAMES = readSettingsFile(
  file('companies.yaml'),
  z.strictObject({ known: names, words: names }),
);

/** A word for comparing: in small letters, without marks around it and without the `'s` of an owner. */
export function plainWord(token: string | undefined): string {
  return (token ?? '').toLowerCase().replaceAll(/^["“‘'([]+|[,;:.!?"”’')\]]+$|['’]s[,;:.!?"”)]*$/g, '');
}
