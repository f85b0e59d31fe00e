import { lookUp } from '../../../../../../shared/domain/lib/fields.ts';
const SCALES: Readonly<Record<string, number>> = {
  thousand: 1e3,
  k: 1e3,
  million: 1e6,
  mn: 1e6,
  m: 1e6,
  billion: 1e9,
  bn: 1e9,
  b: 1e9,
  trillion: 1e12,
  tn: 1e12,
};

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  dozen: 12,
  twenty: 20,
  hundred: 100,
};

/** The value of `$12.5 million`, `1,200` or `three`; undefined for what is no number. */
export function amountOf(text: string): number | undefined {
  const plain = text.toLowerCase().replaceAll(/[,\s](?=\d{3}\b)/g, '');
  const [, digits, scale = ''] = /(\d+(?:\.\d+)?)\s*([a-z]*)/.exec(plain) ?? [];
  if (digits !== undefined) return round(Number(digits) * (lookUp(SCALES, scale) ?? 1));
  return lookUp(NUMBER_WORDS, plain.trim());
}

/** Without what binary fractions add: 12.3 million is 12300000, not 12300000.000000002. */
function round(value: number): number {
  return Number(value.toPrecision(12));
}

/** Amounts of money as the text writes them, `€1.2bn` included, which the language library cuts apart. */
export function moneyIn(text: string): string[] {
  const form =
    /(?:[A-Z]{0,3}[$€£¥]|\b(?:USD|EUR|GBP)\s?)\s?\d[\d.,]{0,30}\d?(?:\s?(?:thousand|million|billion|trillion|mn|bn|tn|k|m|b)\b)?|\b\d[\d.,]{0,30}\s?(?:thousand|million|billion)?\s(?:dollars|euros|pounds)\b/gi;
  return [...text.matchAll(form)].map(([money]) => money.replace(/[.,]$/, '').trim());
}
