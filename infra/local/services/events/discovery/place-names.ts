import { readEnglish } from '../../kit/text/read-english.ts';
import { type Place, placeFrom } from '../places.ts';

/** Places that a sentence names behind `in`, `at`, `near`, `of` or `from`, save those that are part of the company's name. */
export function placesIn(sentence: string, company: string): Place[] {
  const found: unknown[] = readEnglish(sentence).places().out('array');
  return found
    .map((place) =>
      String(place)
        .replace(/(?:['’]s)?[.,;:]*$/, '')
        .trim(),
    )
    .filter((place) => place !== '' && !company.includes(place) && standsInPlace(place, sentence))
    .slice(0, 5)
    .map((place) => placeFrom(place));
}

function standsInPlace(place: string, sentence: string): boolean {
  const name = place.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(String.raw`\b(?:in|at|near|of|from|across)\s+(?:\w+\s+){0,3}?${name}`, 'i').test(
    sentence,
  );
}
