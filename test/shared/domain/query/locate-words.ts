import { placesOf, wordTexts } from '../../../../shared/domain/query/words.ts';

/** The words of a text, each with its range in it. */
export function locateWords(text: string): { text: string; start: number; end: number }[] {
  const words = wordTexts(text);
  const place = placesOf(text, words);
  return words.map((word, number) => ({ text: word, ...place(number) }));
}
