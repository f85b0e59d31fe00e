import { loadedOnce } from '../../domain/lib/loaded-once.ts';

/** The rank of an outlet; undefined where it has none, for which the news service writes 999999. */
export function knownRank(rank: number | undefined): number | undefined {
  return rank !== undefined && rank < 999_999 ? rank : undefined;
}

/** Up to these ranks an outlet is large, or medium: of the world's sites, national papers and large regional ones. */
const LARGE = 5_000;
const MEDIUM = 50_000;

/** The reach of an outlet by its rank, in words: `large outlet`. Undefined without a rank. */
export function reachOf(rank: number | undefined): string | undefined {
  const known = knownRank(rank);
  if (known === undefined) return undefined;
  if (known <= LARGE) return 'large outlet';
  return known <= MEDIUM ? 'medium outlet' : 'small outlet';
}

const countries = loadedOnce(() => new Intl.DisplayNames('en', { type: 'region', fallback: 'code' }));
const languages = loadedOnce(() => new Intl.DisplayNames('en', { type: 'language', fallback: 'code' }));

/** The English name of an ISO 3166-1 alpha-2 code; any other text is returned unchanged. */
export function countryName(code: string): string {
  return /^[A-Za-z]{2}$/.test(code) ? (countries().of(code.toUpperCase()) ?? code) : code;
}

/** The English name of an ISO 639 code; any other text is returned unchanged. */
export function languageName(code: string): string {
  return /^[A-Za-z]{2,3}$/.test(code) ? (languages().of(code.toLowerCase()) ?? code) : code;
}
