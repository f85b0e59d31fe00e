import type { QueryNode, WordPattern } from '../../../../../shared/domain/query/ast.ts';
import type { Column } from './columns.ts';

/**
 * A query as an FTS5 expression that matches exactly the same rows, or undefined where FTS5 has no such expression: a
 * NEAR, a wildcard that is not just a `*` at the end, a wildcard inside a phrase.
 */
export function expressionOf(node: QueryNode): string | undefined {
  switch (node.type) {
    case 'everything':
    case 'near':
      return undefined;
    case 'term':
      return termOf(node.word);
    case 'phrase':
      return node.words.some(({ wildcard }) => wildcard) ? undefined : phraseOf(node.words);
    case 'not':
      return undefined;
    case 'all':
      return allOf(node.parts);
    case 'any':
      return joined(decisiveParts(node.parts), decisiveJoin(node.parts));
  }
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

/** A sigma before the star may stand in the text in either of its forms, so that no prefix fits. */
function termOf({ text, wildcard }: WordPattern): string | undefined {
  if (!wildcard) return `"${text}"`;
  return /^[^*?]*[^*?σς]\*$/u.test(text) ? `"${text.slice(0, -1)}" *` : undefined;
}

/** FTS5 has NOT between two operands only: what must match stands first, what must not follows. */
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
