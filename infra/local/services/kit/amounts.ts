import { readEnglish } from './read-english.ts';

const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  lakh: 1e5,
  lakhs: 1e5,
  lac: 1e5,
  m: 1e6,
  mn: 1e6,
  mln: 1e6,
  mio: 1e6,
  million: 1e6,
  cr: 1e7,
  crore: 1e7,
  crores: 1e7,
  'k cr': 1e10,
  'k crore': 1e10,
  b: 1e9,
  bn: 1e9,
  bln: 1e9,
  billion: 1e9,
  t: 1e12,
  tn: 1e12,
  trillion: 1e12,
  'lakh crore': 1e12,
};

/** ISO 4217 by sign or word. */
const CURRENCIES: Readonly<Record<string, string>> = {
  $: 'USD',
  us$: 'USD',
  usd: 'USD',
  dollar: 'USD',
  '€': 'EUR',
  eur: 'EUR',
  euro: 'EUR',
  '£': 'GBP',
  gbp: 'GBP',
  pound: 'GBP',
  '¥': 'JPY',
  jpy: 'JPY',
  yen: 'JPY',
  '₹': 'INR',
  rs: 'INR',
  'rs.': 'INR',
  inr: 'INR',
  rupee: 'INR',
  a$: 'AUD',
  aud: 'AUD',
  c$: 'CAD',
  ca$: 'CAD',
  cad: 'CAD',
  s$: 'SGD',
  hk$: 'HKD',
  r$: 'BRL',
  '₩': 'KRW',
  won: 'KRW',
  yuan: 'CNY',
  rmb: 'CNY',
  chf: 'CHF',
  sek: 'SEK',
  nok: 'NOK',
  dkk: 'DKK',
};

/** `1,200`, `1,80,000` as in India, `12.5`. */
const NUMBER = String.raw`(\d{1,3}(?:,\d{2,3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?)`;
const UNIT = String.raw`(?:k\s(?:crore|cr)|k|thousand|lakhs?(?:\scrores?)?|lac|mn?|mln|mio|million|crores?|cr|bn?|bln|billion|tn?|trillion)`;
const SCALE = String.raw`(?:[\s-]?(${UNIT})\b)?`;
const SIGN = String.raw`(?:US\$|CA\$|HK\$|[ACSR]\$|[$€£¥₹₩]|\b(?:USD|EUR|GBP|CHF|SEK|NOK|DKK|INR|JPY|AUD|CAD|RMB|Rs\.?)(?=[\s\d]))`;
const MONEY = new RegExp(
  String.raw`(${SIGN})\s?${NUMBER}${SCALE}(?:\s?(?:-|–|to)\s?(?:${SIGN})?\s?${NUMBER}${SCALE})?|\b${NUMBER}${SCALE}\s+(?:U\.?S\.? )?(dollar|euro|pound|yen|rupee|won|yuan)s?\b`,
  'giu',
);

/**
 * What is behind a price, and in front of what is a value, a total or a rate: none of them is a sum that changed
 * hands.
 */
const PRICE_BEHIND =
  /^\s?(?:(?:a|an|per|each|\/)\s?(?:share|barrel|month|year|week|day|hour|unit|ounce|tonne|ton|piece|litre|kg|gram|token|coin)\b|apiece|each\b|-a-share|in (?:revenue|sales|assets|debt|loans))/i;
const VALUE_IN_FRONT =
  /(?:valu(?:ation|e|ed|es|ing)(?:\s[a-z]+){0,4}|market cap\S*(?:\s[a-z]+){0,3}|(?:total|overall|so far|to date)(?:\s[a-z]+){0,5}|revenues? (?:of|to)|turnover of|profit of|loss of|price[ds]? (?:at|of|from)|costs?|starting (?:at|from)|from)\s*(?:around |about |nearly |over |more than |at |of |to )?$/i;

interface Money {
  amount: number;
  /** ISO 4217. */
  currency: string;
}

/**
 * What a sum of money is in its sentence: paid at once, the value or total of something, or the price of one piece.
 */
type MoneyRole = 'sum' | 'value' | 'price';

/** A sum of money in a text: as it is written, where, and in which role. */
export interface MoneyMention extends Money {
  text: string;
  at: number;
  role: MoneyRole;
}

/**
 * Every sum of money of a text, in order: `$20 million`, `€1.5bn`, `Rs 1,690 crore`, `3 million euros`. Of a range
 * the higher end.
 */
export function allMoneyIn(text: string): MoneyMention[] {
  return [...text.matchAll(MONEY)].flatMap((found) => {
    const [whole, sign, digits, scale, otherDigits, otherScale, plainDigits, plainScale, word] = found;
    const currency = CURRENCIES[(sign ?? word ?? '').trim().toLowerCase()];
    const isRange = otherDigits !== undefined;
    const amount = isRange
      ? scaled(otherDigits, otherScale)
      : scaled(digits ?? plainDigits ?? '', scale ?? plainScale);
    if (currency === undefined || !Number.isFinite(amount)) return [];
    const front = text.slice(Math.max(0, found.index - 60), found.index);
    const behind = text.slice(found.index + whole.length);
    const role = PRICE_BEHIND.test(behind) ? 'price' : VALUE_IN_FRONT.test(front) ? 'value' : 'sum';
    return [{ amount, currency, text: whole.trim(), at: found.index, role }];
  });
}

/** The first sum of money in a text that is no price, value or total. */
export function moneyIn(text: string): Money | undefined {
  const found = allMoneyIn(text).find(({ role }) => role === 'sum');
  return found && { amount: found.amount, currency: found.currency };
}

/** How many of something: exact, or the bounds that the text gives (`up to 500`, `at least 200`, `300 to 400`). */
interface Count {
  exact?: number;
  least?: number;
  most?: number;
}

/**
 * The number before one of the nouns: `4,200 salaried workers`, `two hundred jobs`. Of `340 of its 3,800 employees`
 * the first; a whole workforce, a year and a sum of money are no such number.
 */
export function countOf(nouns: string, text: string): Count | undefined {
  return countInDigits(nouns, text) ?? countInDigits(nouns, numeralsIn(text));
}

const WORDS_BETWEEN = String.raw`(?:(?!percent\b|per\b|years?\b|of\b|in\b|and\b|to\b|as\b|after\b|for\b)[\p{L}'’-]+\s+){0,3}?`;
/** `of its 3,800`: what follows the part is the whole. */
const WHOLE = String.raw`(?:of|out of|from)\s(?:(?:its|their|the|a|about|some|around|roughly|nearly|total|workforce|of)\s){0,4}\d[\d,.]*${SCALE}[\s-]`;
/** In front of a number that counts everybody, or that is a date. */
const ALL_IN_FRONT =
  /(?:(?:of|from) (?:its|their|the)(?: total| global| about)?|total(?: of)?|workforce of|staff of|team of|headcount of|employ(?:s|ed|ing)(?: about| around| over| more than| nearly| some)?|has(?: about| around| over| more than| nearly| some)?|had(?: about)?|created?|creating|hir(?:e|es|ed|ing)|add(?:s|ed|ing)?|all(?: of)?(?: its)?)\s*$/i;
const DATE_IN_FRONT =
  /(?:\b(?:in|since|by|until|during|fy|year|january|february|march|april|may|june|july|august|september|october|november|december)\s?\d{0,2},?\s?)$/i;

function countInDigits(nouns: string, text: string): Count | undefined {
  const form = new RegExp(
    String.raw`(?<!\$|€|£|₹|Rs\.?\s?|[\d,.])\b(?:${NUMBER}${SCALE}\s?(?:to|and|-|–)\s?)?${NUMBER}${SCALE}\+?\s+(?:${WHOLE})?${WORDS_BETWEEN}(?:${nouns})\b`,
    'giu',
  );
  for (const found of text.matchAll(form)) {
    const [, from, fromScale, digits = '', scale] = found;
    const front = text.slice(Math.max(0, found.index - 40), found.index).toLowerCase();
    if (ALL_IN_FRONT.test(front)) continue;
    if (/^(?:19|20)\d\d$/.test(digits) && scale === undefined && DATE_IN_FRONT.test(front)) continue;
    return boundsOf({ from, fromScale, digits, scale, front });
  }
  return undefined;
}

function boundsOf(found: {
  from: string | undefined;
  fromScale: string | undefined;
  digits: string;
  scale: string | undefined;
  front: string;
}): Count {
  const { from, fromScale, digits, scale, front } = found;
  const count = scaled(digits, scale);
  if (from !== undefined) return { least: scaled(from, fromScale ?? scale), most: count };
  if (/(?:up to|as many as|at most|maximum of|fewer than|less than|under|upto)\s*$/.test(front))
    return { most: count };
  if (/(?:at least|more than|over|no fewer than|minimum of|above|upwards of)\s*$/.test(front))
    return { least: count };
  return { exact: count };
}

/** `10%`, `10 percent`, `10 per cent`, of `40-50%` the lower end: the first that a text names, as a number. */
export function percentIn(text: string): number | undefined {
  const found = /\b(\d+(?:\.\d+)?)(?:\s?(?:-|–|to)\s?\d+(?:\.\d+)?)?\s?(?:%|percent\b|per cent\b)/i.exec(
    text,
  );
  return found ? Number(found[1]) : undefined;
}

/** The value of `$12.5 million`, `1,200`, `5 crore`; undefined for what has no digits. */
export function valueOf(text: string): number | undefined {
  const [, digits, scale] = new RegExp(`${NUMBER}${SCALE}`, 'iu').exec(text) ?? [];
  return digits === undefined ? undefined : scaled(digits, scale);
}

/** The text with number words as digits. */
function numeralsIn(text: string): string {
  if (
    !/\b(?:hundred|thousand|dozen|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b/i.test(
      text,
    )
  )
    return text;
  const document = readEnglish(text);
  document.numbers().toNumber();
  return document.text();
}

/** Without what binary fractions add: 12.3 million is 12300000, not 12300000.000000002. */
function scaled(digits: string, scale: string | undefined): number {
  const unit = (scale ?? '')
    .toLowerCase()
    .replace(/crores$/, 'crore')
    .replace(/lakhs\s/, 'lakh ');
  return Number((Number(digits.replaceAll(',', '')) * (SCALES[unit] ?? 1)).toPrecision(12));
}
