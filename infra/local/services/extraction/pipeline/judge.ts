import type { Concept } from './concepts.ts';
import { conceptsOf } from './concepts.ts';
import type { Validator } from './criteria.ts';
import { placeOf } from './phrase.ts';
import type { Reading } from './reading.ts';

/** A record is kept when so much of what a validator names is found in its text. */
const ENOUGH = 0.5;

/**
 * True when every validator holds for a cluster. A validator is read like a question: of the events, names, places and
 * words in its name and description, at least half must stand in the text. One that names nothing always holds.
 */
export function isValid(reading: Reading, validators: readonly Validator[]): boolean {
  return validators.every((validator) => holds(validator, reading));
}

function holds({ name, description }: Validator, reading: Reading): boolean {
  const described = conceptsOf(description, { literal: true });
  const concepts =
    described.length > 0 ? described : conceptsOf(name.replaceAll('_', ' '), { literal: true });
  if (concepts.length === 0) return true;
  const found = concepts.filter((concept) => isIn(concept, reading));
  return found.length / concepts.length >= ENOUGH;
}

/** Whether any form of a concept stands in the text. */
export function isIn({ forms }: Concept, reading: Reading): boolean {
  return forms.some((form) => placeOf(form, reading.words()) !== -1);
}
