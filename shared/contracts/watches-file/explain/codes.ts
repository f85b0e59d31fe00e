import { loadedOnce } from '../../../domain/lib/in-parallel.ts';
import { isCountry, NEWS_LANGUAGES } from '../../../domain/services/news-values.ts';

/** Codes that people write for a country, and that are codes of none. */
const USUAL: Readonly<Record<string, string>> = { uk: 'GB', usa: 'US', 'u.s.': 'US', 'u.k.': 'GB' };

/** By their English names: the codes of countries, and those of the languages of the service. */
const countries = loadedOnce(() => {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountry);
  return byName(codes, (code) => names.of(code));
});
const languages = loadedOnce(() => {
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  const own = byName(NEWS_LANGUAGES, (code) => names.of(code));
  return new Map([...own, ['chinese', 'cn'], ['simplified chinese', 'cn'], ['traditional chinese', 'tw']]);
});

function byName(codes: readonly string[], nameOf: (code: string) => string | undefined): Map<string, string> {
  return new Map(codes.map((code) => [(nameOf(code) ?? code).toLowerCase(), code]));
}

/** `DE` for `Germany`, `GB` for `UK`. Undefined where no country is meant. */
export function meantCountry(written: string): string | undefined {
  const name = written.trim().toLowerCase();
  return USUAL[name] ?? countries().get(name);
}

/** `en` for `English`, `en-US` and `eng`; `tw` for `zh-Hant`. Undefined where no language of the service is meant. */
export function meantLanguage(written: string): string | undefined {
  const name = written.trim().toLowerCase();
  const code = codeOfTag(name.replaceAll('_', '-'));
  return languages().get(name) ?? (NEWS_LANGUAGES.includes(code) ? code : undefined);
}

/** The service has a code for each script of Chinese. */
function codeOfTag(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    if (language === 'zh') return script === 'Hant' ? 'tw' : 'cn';
    return language;
  } catch {
    return '';
  }
}
