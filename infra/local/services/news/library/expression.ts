import type { QueryNode, WordPattern } from '../../../../../shared/domain/query/ast.ts';
import type { Column } from './columns.ts';

/**
 * A query as an FTS5 expression that matches exactly the same rows, or undefined where FTS5 has no such expression: an
 * ordered NEAR or one of three phrases, a wildcard that is not just a `*` at the end, a wildcard inside a phrase.
 */
export function expressionOf(node: QueryNode): string | undefined {
  switch (node.type) {
    case 'everything':
      return undefined;
    case 'near':
      return isPlainNear(node) ? looseNear(node) : undefined;
    case 'term':
      return termOf(node.word);
    case 'phrase':
      return hasWildcard([node.words]) ? undefined : phraseOf(node.words);
    case 'not':
      return undefined;
    case 'all':
      return allOf(node.parts);
    case 'any':
      return joined(decisiveParts(node.parts), decisiveJoin(node.parts));
  }
}

/**
 * An expression that matches wherever a NEAR without wildcards does, and perhaps elsewhere: FTS5 knows no order, lets
 * phrases overlap, and counts the words between the first and the last phrase, the middle one among them.
 */
export function looseNear({ phrases, distance }: QueryNode & { type: 'near' }): string {
  const middle = phrases.length < 3 ? 0 : Math.max(...phrases.map((phrase) => phrase.length));
  const reach = distance * (phrases.length - 1) + middle;
  return `NEAR(${phrases.map(phraseOf).join(' ')}, ${reach})`;
}

/** FTS5 agrees with the query language on two phrases that share no word, and so cannot overlap, in any order. */
function isPlainNear({ phrases, ordered }: QueryNode & { type: 'near' }): boolean {
  const words = phrases.flatMap((phrase) => [...new Set(phrase.map(({ text }) => text))]);
  return !ordered && phrases.length === 2 && new Set(words).size === words.length && !hasWildcard(phrases);
}

/** Whether any word of some phrases has a wildcard. */
export function hasWildcard(phrases: readonly (readonly WordPattern[])[]): boolean {
  return phrases.some((phrase) => phrase.some(({ wildcard }) => wildcard));
}

/** Restricts an expression to columns. */
export function within(columns: readonly Column[], expression: string): string {
  return `{${columns.join(' ')}} : (${expression})`;
}

/** Words that must follow each other, none of them with a wildcard. */
export function phraseOf(words: readonly WordPattern[]): string {
  return `"${words.map(({ text }) => text).join(' ')}"`;
}

/** The parts of an OR that decide: the required ones where there are any. */
export function decisiveParts(parts: readonly QueryNode[]): readonly QueryNode[] {
  const required = parts.filter((part) => 'required' in part && part.required);
  return required.length > 0 ? required : parts;
}

function decisiveJoin(parts: readonly QueryNode[]): 'AND' | 'OR' {
  return decisiveParts(parts) === parts ? 'OR' : 'AND';
}

/** A sigma before the star may have either of its forms in the text, so that no prefix fits. */
function termOf({ text, wildcard }: WordPattern): string | undefined {
  if (!wildcard) return `"${text}"`;
  return /^[^*?]*[^*?σς]\*$/u.test(text) ? `"${text.slice(0, -1)}" *` : undefined;
}

/** FTS5 has NOT between two operands only: what must match comes first, what must not match follows. */
function allOf(parts: readonly QueryNode[]): string | undefined {
  const wanted = joined(
    parts.filter((part) => part.type !== 'not'),
    'AND',
  );
  const unwanted = parts.flatMap((part) => (part.type === 'not' ? [part.part] : []));
  if (wanted === undefined || unwanted.length === 0) return wanted;
  const negated = joined(unwanted, 'OR');
  return negated && `(${wanted} NOT ${negated})`;
}

function joined(parts: readonly QueryNode[], join: 'AND' | 'OR'): string | undefined {
  const written = parts.map(expressionOf);
  return written.every((part) => part !== undefined) ? `(${written.join(` ${join} `)})` : undefined;
}
