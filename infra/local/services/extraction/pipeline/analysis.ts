import type { QueryNode } from '../../../../../shared/domain/query/ast.ts';
import { type Concept, conceptsOf } from './concepts.ts';
import { ANY_OF, type Enrichment, EVENT_TYPES, type Validator } from './event-types.ts';
import { nodeOf } from './language.ts';

/** What the service makes of a question before it searches. */
interface Analysis {
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

/** Kinds of concepts by which a context narrows: its other words say why somebody asks, not what. */
const NARROWING: readonly Concept['kind'][] = ['sector', 'place', 'name'];

/** A part of a context that says what is not wanted, or who asks. */
const NO_LIMIT =
  /\b(?:not|no|never|except|exclud\w*|ignor\w*|without|avoid\w*|skip\w*|irrelevant)\b|^\s*(?:we|i|our|my|us|as an?)\b(?!.*\b(?:only|focus\w*|interested|limit\w*|prefer\w*|looking for|want)\b)/i;

/**
 * Works out what a question asks for, and proposes validators and enrichments for it. The context adds a validator of
 * its own, which one of its industries, places or names meets; it proposes no fields.
 */
export function analyze({ query, context = '' }: { query: string; context?: string | undefined }): Analysis {
  const wanted = conceptsOf(query);
  const narrowed = limitsIn(context).filter(({ label }) => !wanted.some((known) => known.label === label));
  return {
    concepts: [...wanted],
    validators: [
      ...wanted.filter(({ kind }) => kind === 'event').map(aboutEvent),
      ...matching('matches_question', { concepts: wanted, of: '' }),
      ...matching('fits_context', { concepts: narrowed, of: ` ${ANY_OF}` }),
    ],
    enrichments: fieldsFor(wanted),
  };
}

/** The industries, places and names to which a context limits the question. */
function limitsIn(context: string): Concept[] {
  const parts = context.split(/[.;!?\n]+|,\s+(?=but\b|not\b|except\b|exclud)/i);
  return parts
    .filter((part) => !NO_LIMIT.test(part))
    .flatMap((part) => conceptsOf(part))
    .filter(({ kind }) => NARROWING.includes(kind));
}

function aboutEvent({ label }: Concept): Validator {
  const event = label.replaceAll('_', ' ');
  return {
    name: `is_about_${label}`,
    description: `True when the articles tell of a ${event}`,
    type: 'boolean',
  };
}

function matching(name: string, { concepts, of }: { concepts: readonly Concept[]; of: string }): Validator[] {
  const labels = new Set(concepts.filter(({ kind }) => kind !== 'event').map(({ label }) => label));
  if (labels.size === 0) return [];
  const description = `True when the articles speak of${of}: ${[...labels].join(', ')}`;
  return [{ name, description, type: 'boolean' }];
}

function fieldsFor(concepts: readonly Concept[]): Enrichment[] {
  const events = EVENT_TYPES.filter(({ name }) =>
    concepts.some(({ kind, label }) => kind === 'event' && label === name),
  );
  const own = events.length > 0 ? events.flatMap(({ fields }) => fields) : GENERAL;
  const byName = new Map([...own, ...COMMON].map((field) => [field.name, field]));
  return [...byName.values()];
}

/**
 * The searches of a job, one for each turn, each broader than the one before:
 * all that was asked; the event (or first thing) with any one of the rest; the event alone; any one thing at all.
 * Turns that would ask the same again are left out; a question without a meaning searches everything, once.
 */
export function searchesOf(concepts: readonly Concept[]): QueryNode[] {
  const [lead, ...rest] = byWeight(concepts);
  if (!lead) return [{ type: 'everything' }];
  const searches: QueryNode[] = [
    allOf([lead, ...rest].map(anyForm)),
    rest.length > 0 ? allOf([anyForm(lead), anyOf(rest.map(anyForm))]) : anyForm(lead),
    anyForm(lead),
    anyOf([lead, ...rest].map(anyForm)),
  ];
  return distinct(searches);
}

/** The search for one company of a watchlist: one of its names, and the subject when there is one. */
export function companySearch(names: readonly Concept[], subject: QueryNode): QueryNode {
  const company = anyOf(names.map(anyForm));
  return subject.type === 'everything' ? company : allOf([company, subject]);
}

const WEIGHT: Readonly<Record<Concept['kind'], number>> = {
  event: 0,
  name: 1,
  topic: 2,
  sector: 3,
  place: 4,
};

function byWeight(concepts: readonly Concept[]): Concept[] {
  return concepts.toSorted((a, b) => WEIGHT[a.kind] - WEIGHT[b.kind]);
}

function anyForm(concept: Concept): QueryNode {
  return anyOf(concept.forms.map(nodeOf));
}

function allOf(parts: QueryNode[]): QueryNode {
  const [only] = parts;
  return parts.length === 1 && only ? only : { type: 'all', parts };
}

function anyOf(parts: QueryNode[]): QueryNode {
  const [only] = parts;
  return parts.length === 1 && only ? only : { type: 'any', parts };
}

function distinct(searches: readonly QueryNode[]): QueryNode[] {
  const seen = new Set<string>();
  return searches.filter((search) => {
    const text = JSON.stringify(search);
    return !seen.has(text) && seen.add(text);
  });
}
