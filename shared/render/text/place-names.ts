const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

/** The English name of an ISO 3166-1 alpha-2 code; any other text is returned unchanged. */
export function countryName(code: string): string {
  return /^[A-Za-z]{2}$/.test(code) ? (countries.of(code.toUpperCase()) ?? code) : code;
}

/** The English name of an ISO 639 code; any other text is returned unchanged. */
export function languageName(code: string): string {
  return /^[A-Za-z]{2,3}$/.test(code) ? (languages.of(code.toLowerCase()) ?? code) : code;
}
