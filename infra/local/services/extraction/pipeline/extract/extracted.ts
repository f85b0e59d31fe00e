import type { Enrichment } from '../criteria.ts';
import { type Word, wordsOf } from '../language.ts';
import type { Reading } from '../reading.ts';

/** A value taken out of a record's articles, and how sure that is: 0 (nothing found) to 1. */
export interface Extracted {
  value: unknown;
  confidence: number;
}

export type Extract = (field: Enrichment, reading: Reading) => Extracted;

/** Nothing was found: null, as the service gives it. */
export const NOTHING: Extracted = { value: null, confidence: 0 };

/** Whether a field's name or description speaks of one of these (alternatives of a regular expression). */
export function speaksOf(field: Enrichment, alternatives: string): boolean {
  return new RegExp(`\\b(?:${alternatives})`, 'i').test(
    `${field.name.replaceAll('_', ' ')} ${field.description}`,
  );
}

/** The words of a field that can be looked for in a text: `Number of records affected` gives record and affect. */
export function keywordsOf({ name, description }: Enrichment): Set<string> {
  const words = wordsOf(`${name.replaceAll('_', ' ')} ${description}`);
  return new Set(words.filter(isKeyword).map(({ stem }) => stem));
}

function isKeyword({ filler, text }: Word): boolean {
  return (
    !filler &&
    text.length > 2 &&
    !/^(number|amount|date|day|name|value|total|event|company|people|money)s?$/.test(text)
  );
}
