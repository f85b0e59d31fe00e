import { loadedOnce } from '../../../domain/lib/in-parallel.ts';
import { isCountry, NEWS_LANGUAGES } from '../../../domain/services/news-values.ts';

/** Codes that people write for a country, and that are codes of none. */
const USUAL: Readonly<Record<string, string>> = { uk: 'GB', usa: 'US' };

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const countries = loadedOnce(() =>
  byName('region', LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(isCountry)),
);
/** The service has codes of its own for Chinese. */
const languages = loadedOnce(() => byName('language', NEWS_LANGUAGES).set('chinese', 'cn'));

/** Codes by their English names in small letters. */
function byName(type: 'region' | 'language', codes: readonly string[]): Map<string, string> {
  const names = new Intl.DisplayNames(['en'], { type });
  return new Map(codes.map((code) => [(names.of(code) ?? code).toLowerCase(), code]));
}

/** `DE` for `Germany`, `GB` for `UK`. Undefined where no country is meant. */
export function meantCountry(written: string): string | undefined {
  const name = written.trim().toLowerCase();
  return USUAL[name] ?? countries().get(name);
}

/** `en` for `English` and `en-US`. Undefined where no language of the service is meant. */
export function meantLanguage(written: string): string | undefined {
  const name = written.trim().toLowerCase();
  const [code = ''] = name.split(/[-_]/);
  return languages().get(name) ?? (NEWS_LANGUAGES.includes(code) ? code : undefined);
}
