import * as z from 'zod';
import { EVENT_KINDS, type Enrichment } from '../../kit/event-kinds.ts';
import { type Asked, type Concept, conceptSchema, conceptsOf } from './concepts.ts';

/** A criterion for keeping a record (extraction service, validators and enrichments items). */
export const validatorSchema = z.object({
  name: z.string(),
  description: z.string(),
  type: z.literal('boolean'),
});

export type Validator = z.infer<typeof validatorSchema>;

/** Fields that any event has; proposed after those of the event. */
const COMMON: readonly Enrichment[] = [
  { name: 'event_date', type: 'date', description: 'Day on which the event happened' },
  { name: 'summary', type: 'text', description: 'What happened, in the sentence that says most' },
];

/** Fields for a question in which no event was recognised. */
const GENERAL: readonly Enrichment[] = [
  { name: 'company', type: 'company', description: 'Company that is named most' },
  { name: 'people', type: 'text', description: 'People who are named' },
  { name: 'place', type: 'text', description: 'Place that is named' },
];

/**
 * Works out what a question asks for, and proposes validators and enrichments for it. The context adds a validator of
 * its own, which one of its industries, places or names meets: its other words say why somebody asks, not what.
 */
export function analyze({ query, context = '' }: { query: string; context?: string | undefined }) {
  const concepts = conceptsOf(query);
  const labels = new Set(concepts.flat().map(({ label }) => label));
  const limits = limitsIn(context).filter(({ label }) => !labels.has(label));
  const isEvent = (asked: Asked) => asked.some(({ kind }) => kind === 'event');
  const others = concepts.filter((asked) => !isEvent(asked)).map(inWords);
  const kinds = EVENT_KINDS.filter(({ name }) => labels.has(name));
  const own = kinds.length > 0 ? kinds.flatMap(({ fields }) => fields) : GENERAL;
  return {
    /** What to search for. Empty for a question about everything. */
    concepts,
    validators: [
      ...concepts
        .filter(isEvent)
        .map((asked) => criterion(`is_about_${asked[0]?.label ?? ''}`, `tell of: ${inWords(asked)}`)),
      ...(others.length > 0 ? [criterion('matches_question', `speak of: ${others.join('; ')}`)] : []),
      ...(limits.length > 0 ? [criterion('fits_context', `speak of: ${inWords(limits)}`)] : []),
    ],
    enrichments: [...new Map([...own, ...COMMON].map((field) => [field.name, field])).values()],
  };
}

function criterion(name: string, what: string): Validator {
  return { name, description: `True when the articles ${what}`, type: 'boolean' };
}

function inWords(asked: Asked): string {
  return [...new Set(asked.map(({ label }) => label.replaceAll('_', ' ')))].join(' or ');
}

const UNWANTED = /\b(?:not?|never|except|exclud\w*|ignor\w*|without|avoid|skip)\b|n't\b/i;
const WHO_ASKS = /^\s*(?:we|i|our|my)\b(?!.*\b(?:only|focus|interested|want|looking))/i;

/** The industries, places and names in the parts of a context that say neither what is not wanted nor who asks. */
function limitsIn(context: string): Concept[] {
  return context
    .split(/[.;!?\n]+/)
    .filter((part) => !UNWANTED.test(part) && !WHO_ASKS.test(part))
    .flatMap((part) => conceptsOf(part).flat())
    .filter(({ kind }) => kind !== 'event' && kind !== 'topic');
}

const ORDER = conceptSchema.shape.kind.options;

/**
 * The searches of a job, one for each turn, in the query language of the news service, each broader than the one
 * before: all that was asked; the event (or first thing) with any one of the rest; the event alone; any one thing at
 * all. A question without a meaning searches everything, once.
 */
export function searchesOf(concepts: readonly Asked[]): string[] {
  const weight = (asked: Asked) => Math.min(...asked.map(({ kind }) => ORDER.indexOf(kind)));
  const parts = concepts.toSorted((a, b) => weight(a) - weight(b)).map(formsQuery);
  const [lead, ...rest] = parts;
  if (lead === undefined) return ['*'];
  if (rest.length === 0) return [lead];
  return [...new Set([parts.join(' AND '), `${lead} AND ${anyOf(rest)}`, lead, anyOf(parts)])];
}

/** The search for one company of a watchlist: one of its names, and the subject when there is one. */
export function companySearch(names: Concept, subject: string): string {
  return subject === '*' ? formsQuery([names]) : `${formsQuery([names])} AND ${subject}`;
}

function formsQuery(asked: Asked): string {
  const forms = asked.flatMap((concept) => concept.forms).map((form) => form.join(' '));
  return anyOf(forms.map((form) => (/^[\p{L}\p{N}]+\*?$/u.test(form) ? form : `"${form}"`)));
}

function anyOf(parts: readonly string[]): string {
  return parts.length === 1 ? parts.join('') : `(${parts.join(' OR ')})`;
}
