import type { QueryNode, WordPattern } from '../../../../../shared/domain/query/ast.ts';
import { globTest } from '../../../../../shared/domain/query/glob.ts';
import { compileQuery } from '../../../../../shared/domain/query/match.ts';
import { wordsIn } from '../../../../../shared/domain/query/words.ts';
import type { Column } from './columns.ts';
import { decisiveParts, expressionOf, hasWildcard, looseNear, phraseOf, within } from './expression.ts';
import { type RowSet, rowSet } from './row-set.ts';
import type { TextIndex } from './text-index.ts';

/** Where a query is asked. */
export interface SearchPlace {
  index: TextIndex;
  columns: readonly Column[];
  /** Rows are numbered from 1 to this. */
  rows: number;
  textOf(row: number, column: Column): string;
}

/**
 * The rows that match a query, exactly. FTS5 answers what it can say itself; the rest is put together from what it
 * answers for single words: wildcards through the words of the index, and NEAR and phrases with wildcards by reading
 * the few rows that hold all of their words.
 */
export function matchRows(node: QueryNode, place: SearchPlace): RowSet {
  const expression = expressionOf(node);
  if (expression !== undefined) return found(expression, place);
  switch (node.type) {
    case 'everything':
      return rowSet(place.rows).complement();
    case 'term':
      return wordRows(node.word, place);
    case 'phrase':
      return judged(node, { parts: [node.words], place });
    case 'near':
      return judged(node, { parts: node.phrases, place });
    case 'not':
      return matchRows(node.part, place).complement();
    case 'all':
      return intersection(node.parts.map((part) => matchRows(part, place)));
    case 'any': {
      const parts = decisiveParts(node.parts);
      const sets = parts.map((part) => matchRows(part, place));
      return parts === node.parts ? union(sets, place) : intersection(sets);
    }
  }
}

function found(expression: string, { index, columns, rows }: SearchPlace): RowSet {
  return rowSet(rows, index.rows(within(columns, expression)));
}

/** Word by word: FTS5 is far slower with hundreds of words in one expression than with as many expressions. */
function wordRows(word: WordPattern, place: SearchPlace): RowSet {
  if (!word.wildcard) return found(phraseOf([word]), place);
  const sets = wordsLike(word, place.index).map((text) => found(`"${text}"`, place));
  return union(sets, place);
}

/** The words of the index that a pattern matches. */
export function wordsLike({ text }: WordPattern, index: TextIndex): string[] {
  const start = /^[^*?σς]*/u.exec(text)?.[0] ?? '';
  const test = globTest(text);
  return index.vocabulary().filter((word) => word.startsWith(start) && test(word));
}

/** Reads the rows that may match, and keeps those that do. */
function judged(node: QueryNode, { parts, place }: { parts: WordPattern[][]; place: SearchPlace }): RowSet {
  const sets =
    node.type === 'near' && !hasWildcard(parts)
      ? [found(looseNear(node), place)]
      : parts.flatMap((phrase) => phraseSets(phrase, place));
  const matcher = compileQuery(node);
  const candidates = sets.length > 0 ? intersection(sets) : rowSet(place.rows).complement();
  return candidates.filter((row) =>
    matcher.matches(place.columns.map((column) => wordsIn(place.textOf(row, column)))),
  );
}

/** The rows that hold a phrase, or where it has wildcards, the rows that hold each of its words. */
function phraseSets(phrase: WordPattern[], place: SearchPlace): RowSet[] {
  if (!hasWildcard([phrase])) return [found(phraseOf(phrase), place)];
  return phrase.filter(({ text }) => /[^*?]/.test(text)).map((word) => wordRows(word, place));
}

function union(sets: readonly RowSet[], { rows }: SearchPlace): RowSet {
  return sets.reduce((all, set) => all.add(set), rowSet(rows));
}

function intersection([first, ...others]: readonly RowSet[]): RowSet {
  if (!first) throw new TypeError('an intersection of no sets');
  return others.reduce((all, set) => all.keep(set), first);
}
