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
