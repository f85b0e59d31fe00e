import { lookUp } from '../../../../../../shared/domain/lib/fields.ts';
import { allMoneyIn, valueOf } from '../../../kit/text/amounts.ts';

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

/** The value of `$12.5 million`, `Rs 3 crore`, `1,200` or `three`; undefined for what is no number. */
export function amountOf(text: string): number | undefined {
  return valueOf(text) ?? lookUp(NUMBER_WORDS, text.toLowerCase().trim());
}

/** Amounts of money as the text writes them, `€1.2bn` and `Rs 3 crore` included. */
export function moneyIn(text: string): string[] {
  return allMoneyIn(text).map((money) => money.text);
}
