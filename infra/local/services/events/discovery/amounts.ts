import { readEnglish } from '../../kit/text/read-english.ts';

const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  mln: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  t: 1e12,
  trillion: 1e12,
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
  yen: 'JPY',
  '₹': 'INR',
  rupee: 'INR',
  a$: 'AUD',
  c$: 'CAD',
  ca$: 'CAD',
  chf: 'CHF',
  sek: 'SEK',
};

const NUMBER = String.raw`(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)`;
const SCALE = String.raw`(?:[\s-]?(k|thousand|mn?|mln|million|bn?|billion|t|trillion)\b)?`;
const IN_FRONT = new RegExp(
  String.raw`(US\$|CA\$|[AC]\$|[$€£¥₹]|\b(?:USD|EUR|GBP|CHF|SEK)\s)\s?${NUMBER}${SCALE}`,
  'iu',
);
const BEHIND = new RegExp(
  String.raw`\b${NUMBER}${SCALE}\s+(?:U\.?S\.? )?(dollar|euro|pound|yen|rupee)s?\b`,
  'iu',
);

export interface Money {
  amount: number;
  /** ISO 4217. */
  currency: string;
}

/** The first sum of money in a text: `$20 million`, `€1.5bn`, `3 million euros`. */
export function moneyIn(text: string): Money | undefined {
  const front = IN_FRONT.exec(text);
  const behind = front ? null : BEHIND.exec(text);
  const [sign, digits, scale] = front
    ? [front[1], front[2], front[3]]
    : [behind?.[3], behind?.[1], behind?.[2]];
  const currency = CURRENCIES[(sign ?? '').trim().toLowerCase()];
  if (digits === undefined || currency === undefined) return undefined;
  return { amount: scaled(digits, scale), currency };
}

/** How many of something: exact, or the bounds that the text gives (`up to 500`, `at least 200`, `300 to 400`). */
export interface Count {
  exact?: number;
  least?: number;
  most?: number;
}

/** The number before one of the nouns: `4,200 salaried workers`, `two hundred jobs`. */
export function countOf(nouns: string, text: string): Count | undefined {
  return countInDigits(nouns, text) ?? countInDigits(nouns, numeralsIn(text));
}

function countInDigits(nouns: string, text: string): Count | undefined {
  const form = new RegExp(
    String.raw`(?<!\$|€|£|[\d,.])\b(?:${NUMBER}${SCALE}\s?(?:to|and|-|–)\s?)?${NUMBER}${SCALE}\+?\s+(?:(?!percent\b|per\b|years?\b)[\p{L}-]+\s+){0,3}?(?:${nouns})\b`,
    'iu',
  );
  const found = form.exec(text);
  if (!found?.[3]) return undefined;
  const count = scaled(found[3], found[4]);
  const front = text.slice(Math.max(0, found.index - 24), found.index).toLowerCase();
  if (found[1] !== undefined) return { least: scaled(found[1], found[2] ?? found[4]), most: count };
  if (/(?:up to|as many as|at most|maximum of)\s*$/.test(front)) return { most: count };
  if (/(?:at least|more than|over|no fewer than|minimum of)\s*$/.test(front)) return { least: count };
  return { exact: count };
}

/** `10%`, `10 percent`, `10 per cent`: the first that a text names, as a number. */
export function percentIn(text: string): number | undefined {
  const found = /\b(\d+(?:\.\d+)?)\s?(?:%|percent\b|per cent\b)/i.exec(text);
  return found ? Number(found[1]) : undefined;
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

function scaled(digits: string, scale: string | undefined): number {
  return (
    Math.round(Number(digits.replaceAll(',', '')) * (SCALES[(scale ?? '').toLowerCase()] ?? 1) * 100) / 100
  );
}
