import { EVENT_KINDS } from '../../kit/event-kinds.ts';
import { findPattern, timesIn } from '../../kit/find-pattern.ts';
import { type Asked, type Concept, conceptsOf, SECTORS } from './concepts.ts';
import type { Validator } from './question.ts';
import type { Reading } from './reading.ts';

/**
 * So much of what a validator names beside events and names must be found: both of two words, two of three. Industries
 * and places alone are looser: a report on a shop seldom says in which state the shop is.
 */
const ENOUGH = 0.6;
const ENOUGH_OF_PLACES = 0.5;

/**
 * A judge by validators. A validator is read like a question, from its description, or from its name where that says
 * nothing. Of what it asks, events must be reported and names be there, and of the rest more than half. One that names
 * nothing always holds.
 */
export function judgeBy(validators: readonly Validator[]): (reading: Reading) => boolean {
  const criteria = validators.map(({ name, description }) => {
    const described = conceptsOf(description, { literal: true });
    return described.length > 0 ? described : conceptsOf(name.replaceAll('_', ' '), { literal: true });
  });
  return (reading) => criteria.every((criterion) => holds(criterion, reading));
}

function holds(criterion: readonly Asked[], reading: Reading): boolean {
  const isMust = (asked: Asked) => asked.every(({ kind }) => kind === 'event' || kind === 'name');
  const isFound = (asked: Asked) => asked.some((concept) => isIn(concept, reading));
  const rest = criterion.filter((asked) => !isMust(asked));
  const enough = rest.flat().some(({ kind }) => kind === 'topic') ? ENOUGH : ENOUGH_OF_PLACES;
  const isEnough = rest.filter(isFound).length >= Math.ceil(rest.length * enough);
  return isEnough && criterion.filter(isMust).every(isFound);
}

/** In a title or a first sentence, or repeatedly in the text: what is named once in passing is not what it is about. */
function isIn({ kind, label, forms }: Concept, reading: Reading): boolean {
  if (kind === 'event') return EVENT_KINDS.some((event) => event.name === label && reading.says(event));
  return forms.some((form) => findPattern(form, reading.leadWords())) || timesOf(forms, reading) > 1;
}

function timesOf(forms: Concept['forms'], reading: Reading): number {
  return forms.reduce((sum, form) => sum + timesIn(form, reading.words()), 0);
}

/**
 * Classifies a cluster by the event that it reports, as a path in the taxonomy, and the industry that it names most
 * (extraction service, record).
 */
export function tagsOf(reading: Reading) {
  const event = EVENT_KINDS.find((kind) => reading.says(kind));
  const weighed = SECTORS.map(({ label, forms }) => ({ label, times: timesOf(forms, reading) }));
  const [most] = weighed.filter(({ times }) => times > 0).toSorted((a, b) => b.times - a.times);
  return { event_type: event?.path ?? 'unclassifiable', sector: most?.label ?? 'other_sector' };
}
