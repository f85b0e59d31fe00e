import { wordsIn, wordTexts } from '../../../../shared/domain/query/words.ts';

/** The words of a text, each with its range in it. */
export function locateWords(text: string): { text: string; start: number; end: number }[] {
  const words = wordTexts(text);
  const located = wordsIn(text);
  return words.map((word, number) => ({ text: word, ...located.placeOf(number) }));
}
