import { lookUp } from '../lib/fields.ts';

/** Domains of countries that are mostly used for something else. */
const ELSEWHERE: ReadonlySet<string> = new Set(
  'ai am cc co eu fm gg gl io is la ly me nu sh st to tv vc ws'.split(' '),
);

/** Outlets below a domain that is of no country, by country; of November 2026. */
const OUTLETS = {
  AE: 'gulfnews.com khaleejtimes.com thenationalnews.com',
  AU: 'smh.com.au theaustralian.com.au',
  CA: 'theglobeandmail.com thestar.com nationalpost.com',
  CN: 'xinhuanet.com globaltimes.cn',
  DE: 'dw.com',
  FR: 'france24.com',
  GB: 'bbc.com theguardian.com ft.com reuters.com economist.com skynews.com',
  HK: 'scmp.com',
  IL: 'timesofisrael.com jpost.com haaretz.com',
  IN: 'indiatimes.com hindustantimes.com thehindu.com ndtv.com indianexpress.com livemint.com news18.com',
  JP: 'japantimes.com asahi.com nikkei.com',
  KR: 'koreaherald.com koreatimes.com yna.co.kr',
  NG: 'punchng.com vanguardngr.com premiumtimesng.com',
  PK: 'dawn.com',
  QA: 'aljazeera.com',
  RU: 'rt.com tass.com',
  SG: 'straitstimes.com channelnewsasia.com',
  UA: 'kyivindependent.com',
  US: 'nytimes.com washingtonpost.com wsj.com bloomberg.com cnn.com foxnews.com cnbc.com apnews.com npr.org usatoday.com latimes.com forbes.com politico.com axios.com theverge.com techcrunch.com businessinsider.com nbcnews.com cbsnews.com abcnews.go.com yahoo.com marketwatch.com',
} as const;

const COUNTRIES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(OUTLETS).flatMap(([country, domains]) =>
    domains.split(' ').map((domain) => [domain, country]),
  ),
);

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/**
 * The country of an outlet, ISO 3166-1 alpha-2: of a list of large ones, else of the last part of its domain.
 * Undefined below `com`, `org` and the like.
 */
export function countryOf(domain: string): string | undefined {
  const parts = domain.split('.');
  for (let from = 0; from < parts.length - 1; from += 1) {
    const listed = lookUp(COUNTRIES, parts.slice(from).join('.'));
    if (listed !== undefined) return listed;
  }
  const last = parts.at(-1) ?? '';
  if (!/^[a-z]{2}$/.test(last) || ELSEWHERE.has(last)) return undefined;
  const code = last === 'uk' ? 'GB' : last.toUpperCase();
  return names.of(code) === undefined ? undefined : code;
}
