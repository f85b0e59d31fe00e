import type { Quote } from '../../domain/reports/rollup/day-rollup.ts';
import { isVisible } from '../text/plain-text.ts';
import { wholeSentences, withoutTitle } from '../text/whole-sentences.ts';

/** The longest quote, in UTF-16 units. */
const LONGEST = 260;
/** What is stored may begin in the middle of a text. */
const CUT_START = /^…[^.!?]*(?:[.!?]["”’)]*\s+|$)/u;

/** The first sentences of a quote without the title; empty where nothing is left. */
export function quoteText(quote: Quote | undefined, title: string): string {
  if (!quote) return '';
  const text = wholeSentences(withoutTitle(quote.text.trim().replace(CUT_START, ''), title), LONGEST);
  return isVisible(text) ? text : '';
}
