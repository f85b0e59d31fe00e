import { type Concept, conceptsOf } from './concepts.ts';
import type { Enrichment, Validator } from './criteria.ts';
import { EVENT_TYPES } from './event-types.ts';

/** What the service makes of a question before it searches. */
export interface Analysis {
  /** What to search for. Empty for a question about everything. */
  concepts: Concept[];
  validators: Validator[];
  enrichments: Enrichment[];
}

/** Fields that any event has; proposed after those of the event type. */
const COMMON: readonly Enrichment[] = [
  { name: 'event_date', type: 'date', description: 'Day on which the event happened' },
  { name: 'summary', type: 'text', description: 'What happened, in the sentence that says most' },
];

/** Fields for a question in which no event type was recognised. */
const GENERAL: readonly Enrichment[] = [
  { name: 'company', type: 'company', description: 'Company that is named most' },
  { name: 'people', type: 'text', description: 'People who are named' },
  { name: 'place', type: 'text', description: 'Place that is named' },
];

/**
 * Works out what a question asks for, and proposes validators and enrichments for it. The context narrows what is
 * searched and adds its own validator, but proposes no fields.
 */
export function analyze({ query, context = '' }: { query: string; context?: string | undefined }): Analysis {
  const wanted = conceptsOf(query);
  const narrowed = conceptsOf(context).filter(({ label }) => !wanted.some((known) => known.label === label));
  return {
    concepts: [...wanted, ...narrowed],
    validators: [
      ...wanted.filter(({ kind }) => kind === 'event').map(aboutEvent),
      ...matching('matches_question', wanted),
      ...matching('fits_context', narrowed),
    ],
    enrichments: fieldsFor(wanted),
  };
}

function aboutEvent({ label }: Concept): Validator {
  const event = label.replaceAll('_', ' ');
  return {
    name: `is_about_${label}`,
    description: `True when the articles tell of a ${event}`,
    type: 'boolean',
  };
}

function matching(name: string, concepts: readonly Concept[]): Validator[] {
  const others = concepts.filter(({ kind }) => kind !== 'event');
  if (others.length === 0) return [];
  const labels = others.map(({ label }) => label).join(', ');
  return [{ name, description: `True when the articles speak of: ${labels}`, type: 'boolean' }];
}

function fieldsFor(concepts: readonly Concept[]): Enrichment[] {
  const events = EVENT_TYPES.filter(({ name }) =>
    concepts.some(({ kind, label }) => kind === 'event' && label === name),
  );
  const own = events.length > 0 ? events.flatMap(({ fields }) => fields) : GENERAL;
  const byName = new Map([...own, ...COMMON].map((field) => [field.name, field]));
  return [...byName.values()];
}
