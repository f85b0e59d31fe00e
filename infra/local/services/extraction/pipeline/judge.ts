import { type Concept, conceptsOf } from './concepts.ts';
import type { Validator } from './criteria.ts';
import { placeOf } from './phrase.ts';
import type { Reading } from './reading.ts';

/** A record is kept when so much of what a validator names is found in its text. */
const ENOUGH = 0.5;

/** Says whether a cluster meets every criterion of a job. */
export type Judge = (reading: Reading) => boolean;

/**
 * A judge by validators. A validator is read like a question: of the events, names, places and words in its description
 * (its name where that says nothing), the text must contain at least half. One that names nothing always holds.
 */
export function judgeBy(validators: readonly Validator[]): Judge {
  const criteria = validators.map(namedBy).filter((concepts) => concepts.length > 0);
  return (reading) => criteria.every((concepts) => holds(concepts, reading));
}

function namedBy({ name, description }: Validator): readonly Concept[] {
  const described = conceptsOf(description, { literal: true });
  return described.length > 0 ? described : conceptsOf(name.replaceAll('_', ' '), { literal: true });
}

function holds(concepts: readonly Concept[], reading: Reading): boolean {
  const found = concepts.filter(({ forms }) => forms.some((form) => placeOf(form, reading.words()) !== -1));
  return found.length / concepts.length >= ENOUGH;
}
