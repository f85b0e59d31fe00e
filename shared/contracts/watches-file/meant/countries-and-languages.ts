import { loadedOnce } from '../../../domain/lib/in-parallel.ts';
import { isCountry, NEWS_LANGUAGES } from '../../../domain/services/news-values.ts';

/** Codes of three letters, and short forms, of countries that people write. */
const COUNTRY_CODES: Readonly<Record<string, string>> = {
  ARG: 'AR',
  AUS: 'AU',
  AUT: 'AT',
  BEL: 'BE',
  BRA: 'BR',
  CAN: 'CA',
  CHE: 'CH',
  CHN: 'CN',
  CZE: 'CZ',
  DEU: 'DE',
  DNK: 'DK',
  EGY: 'EG',
  ESP: 'ES',
  FIN: 'FI',
  FRA: 'FR',
  GBR: 'GB',
  GRC: 'GR',
  HUN: 'HU',
  IND: 'IN',
  IRL: 'IE',
  ISR: 'IL',
  ITA: 'IT',
  JPN: 'JP',
  KOR: 'KR',
  LUX: 'LU',
  MEX: 'MX',
  NLD: 'NL',
  NOR: 'NO',
  NZL: 'NZ',
  POL: 'PL',
  PRT: 'PT',
  ROU: 'RO',
  RUS: 'RU',
  SAU: 'SA',
  SGP: 'SG',
  SWE: 'SE',
  TUR: 'TR',
  UKR: 'UA',
  USA: 'US',
  ZAF: 'ZA',
  UK: 'GB',
  UAE: 'AE',
  ENGLAND: 'GB',
  SCOTLAND: 'GB',
  WALES: 'GB',
  BRITAIN: 'GB',
  'GREAT BRITAIN': 'GB',
  AMERICA: 'US',
  HOLLAND: 'NL',
  TURKEY: 'TR',
  'CZECH REPUBLIC': 'CZ',
  'U.S.': 'US',
  'U.K.': 'GB',
  'U.S.A.': 'US',
};

const regions = loadedOnce(() => new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }));
const languages = loadedOnce(() => new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }));

/** `DE` for `Germany`, `GB` for `UK`. Undefined where no country is meant. */
export function meantCountry(written: string): string | undefined {
  const name = plain(written);
  const known = COUNTRY_CODES[name.toUpperCase()];
  if (known !== undefined) return known;
  return countriesByName().get(name);
}

/** Whether two letters are the code of no country. */
export function isNoCountry(code: string): boolean {
  const plainCode = code.trim();
  return /^[a-z]{2}$/i.test(plainCode) && !isCountry(plainCode);
}

/**
 * `en` for `English` and `en-US`, `de` for `Deutsch` and `deu`. Undefined where no language of the service is meant.
 */
export function meantLanguage(written: string): string | undefined {
  const known = languagesByName().get(plain(written));
  if (known !== undefined) return known;
  const [, code] = /^([a-z]{2,3})(?:[-_][a-z]{2,4})?$/i.exec(written.trim()) ?? [];
  if (code === undefined) return undefined;
  const [canonical = code] = Intl.getCanonicalLocales(code.toLowerCase());
  return NEWS_LANGUAGES.includes(canonical) ? canonical : undefined;
}

let byLanguage: ReadonlyMap<string, string> | undefined;

/** The codes of the languages of the service by their English name and by their own. */
function languagesByName(): ReadonlyMap<string, string> {
  byLanguage ??= new Map([
    ...NEWS_LANGUAGES.filter((code) => code !== 'cn' && code !== 'tw').flatMap((code) => {
      const own = new Intl.DisplayNames([code], { type: 'language', fallback: 'none' }).of(code);
      return [languages().of(code), own].flatMap((name): [string, string][] =>
        name ? [[plain(name), code]] : [],
      );
    }),
    ['chinese', 'cn'],
    ['simplified chinese', 'cn'],
    ['traditional chinese', 'tw'],
  ]);
  return byLanguage;
}

let byCountry: ReadonlyMap<string, string> | undefined;

function countriesByName(): ReadonlyMap<string, string> {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const codes = letters.flatMap((first) => letters.map((second) => `${first}${second}`));
  byCountry ??= new Map(
    codes.flatMap((code): [string, string][] => {
      const name = isCountry(code) ? regions().of(code) : undefined;
      return name === undefined ? [] : [[plain(name), code]];
    }),
  );
  return byCountry;
}

function plain(text: string): string {
  return text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
}
