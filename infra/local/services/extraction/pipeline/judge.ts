import { type Concept, conceptsOf } from './concepts.ts';
import { ANY_OF, type Validator } from './criteria.ts';
import { EVENT_TYPES, type EventType } from './event-types.ts';
import { mainCompany } from './extract/company.ts';
import { placeOf, timesIn } from './phrase.ts';
import type { Reading } from './reading.ts';
import { senseOf, tellsOf } from './senses.ts';

/**
 * A record is kept when so much of what a validator names is found: both of two things, two of three. Industries, places
 * and names alone are looser: a report on a shop seldom says in which state the shop is.
 */
const ENOUGH = 0.6;
const ENOUGH_OF_NAMES = 0.5;

/** Says whether a cluster meets every criterion of a job. */
export type Judge = (reading: Reading) => boolean;

/**
 * A judge by validators. A validator is read like a question: of the names, places and words in its description (its name
 * where that says nothing), the text must contain more than half. An event must be reported by a title, in its sense, and with a company where it is a company's event. One that names nothing always holds.
 */
export function judgeBy(validators: readonly Validator[]): Judge {
  const criteria = validators
    .map((validator) => ({ concepts: namedBy(validator), isAny: validator.description.includes(ANY_OF) }))
    .filter(({ concepts }) => concepts.length > 0);
  return (reading) => criteria.every((criterion) => holds(criterion, reading));
}

function namedBy({ name, description }: Validator): readonly Concept[] {
  const described = conceptsOf(description, { literal: true });
  return described.length > 0 ? described : conceptsOf(name.replaceAll('_', ' '), { literal: true });
}

interface Criterion {
  concepts: readonly Concept[];
  isAny: boolean;
}

function holds({ concepts, isAny }: Criterion, reading: Reading): boolean {
  const [only] = concepts;
  const isAlone = concepts.length === 1 && !isAny && reading.events.length === 0;
  if (only?.kind === 'sector' && isAlone) return isTitled(only, reading);
  const found = concepts.filter((concept) => isIn(concept, reading)).length;
  const enough = concepts.some(({ kind }) => kind === 'topic') ? ENOUGH : ENOUGH_OF_NAMES;
  return isAny ? found > 0 : found >= Math.ceil(concepts.length * enough);
}

/** An industry that is all a question asks for: news of airlines do not just mention an airport. */
function isTitled({ forms }: Concept, reading: Reading): boolean {
  return forms.some((form) => placeOf(form, reading.titleWords()) !== -1);
}

/** In a title or a first sentence, or repeatedly in the text: what is named once in passing is not what the record is about. */
function isIn(concept: Concept, reading: Reading): boolean {
  const event = wholeEvent(concept);
  if (event) return isAbout(event, reading);
  const times = concept.forms.reduce((sum, form) => sum + timesIn(form, reading.words()), 0);
  return times > 1 || concept.forms.some((form) => placeOf(form, reading.leadWords()) !== -1);
}

/** The kind of event that a concept means with all of its phrases; `ransomware` alone means just that word. */
function wholeEvent({ kind, label, forms }: Concept): EventType | undefined {
  const event = kind === 'event' ? EVENT_TYPES.find(({ name }) => name === label) : undefined;
  return event && forms.length >= event.phrases.length ? event : undefined;
}

function isAbout(event: EventType, reading: Reading): boolean {
  if (!reading.headlines().some((title) => tellsOf(event, title))) return false;
  return !senseOf(event.name).company || mainCompany({ ...reading, events: [event] }) !== undefined;
}
