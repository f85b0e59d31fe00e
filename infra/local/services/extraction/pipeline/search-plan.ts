import type { QueryNode } from '../../../../../shared/domain/query/ast.ts';
import type { Concept } from './concepts.ts';
import { nodeOf } from './phrase.ts';

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
