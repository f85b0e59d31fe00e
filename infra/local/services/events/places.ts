/** A place as layoffs and disruptions carry it; the parts are optional (events service, layoff). */
export interface Place {
  country?: string;
  state?: string;
  county?: string;
  city?: string;
  raw_location: string;
}

/** States of the United States by postal code. */
const STATES = new Map(
  `AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, DE Delaware,
  DC District of Columbia, FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa, KS Kansas,
  KY Kentucky, LA Louisiana, ME Maine, MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota, MS Mississippi,
  MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York,
  NC North Carolina, ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania, RI Rhode Island,
  SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah, VT Vermont, VA Virginia, WA Washington,
  WV West Virginia, WI Wisconsin, WY Wyoming`
    .split(/,\s+/)
    .map((entry) => [entry.slice(0, 2), entry.slice(3)] as const),
);

const STATE_NAMES = new Map([...STATES.values()].map((name) => [name.toLowerCase(), name]));

const REGIONS = new Intl.DisplayNames('en', { type: 'region' });
const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

/** The English names of all countries, in small letters. The platform has no list of them, but all names by code. */
const COUNTRIES = new Map(
  LETTERS.flatMap((one) => LETTERS.map((two) => REGIONS.of(one + two) ?? '')).map((name) => [
    name.toLowerCase(),
    name,
  ]),
);

/** Reads `SAN DIEGO, CA`, `Austin, Texas`, `Montgomery County, MD`, `Lyon, France` or `CA`. The text itself is kept as raw_location. */
export function placeFrom(text: string): Place {
  const parts = text.split(',').map((part) => part.trim());
  const place: Place = { raw_location: text.trim() };
  const last = parts.at(-1) ?? '';
  const state = STATES.get(last) ?? STATE_NAMES.get(last.toLowerCase());
  const country = state ? 'United States' : COUNTRIES.get(last.toLowerCase());
  if (state) place.state = state;
  if (country) place.country = country;
  const rest = country ? parts.slice(0, -1) : parts;
  const first = rest[0];
  if (
    first === undefined ||
    first === '' ||
    /\b(?:locations?|various|multiple|remote|statewide)\b/i.test(first)
  ) {
    return place;
  }
  if (/\bcounty$/i.test(first)) place.county = capitalised(first);
  else place.city = capitalised(first);
  return place;
}

/** `SAN DIEGO` as `San Diego`; a text with small letters stays as it is. */
function capitalised(text: string): string {
  if (text !== text.toUpperCase()) return text;
  return text.toLowerCase().replaceAll(/(^|[\s-])\p{L}/gu, (letter) => letter.toUpperCase());
}
