import type { QueryNode, WordPattern } from '../../../../../shared/domain/query/ast.ts';
import { compileQuery } from '../../../../../shared/domain/query/match.ts';
import { wordsIn } from '../../../../../shared/domain/query/words.ts';
import { type Column, COLUMNS } from './columns.ts';
import { columnOfKey } from './words/occurrences.ts';
import { hasWildcard, nearKeys, phraseOccurrences, wordsLike } from './words/phrases.ts';
import { type RowSet, rowSet } from './row-set.ts';
import type { TextIndex } from './words/text-index.ts';

/** Where a query is asked. */
export interface SearchPlace {
  index: TextIndex;
  columns: readonly Column[];
  textOf(row: number, column: Column): string;
}

/**
 * The rows that match a query, exactly. The index answers everything but phrases and NEAR with wildcards: for these the
 * few rows that hold all of their words are read.
 */
export function matchRows(node: QueryNode, place: SearchPlace): RowSet {
  const { index } = place;
  switch (node.type) {
    case 'everything':
      return allRows(place);
    case 'term':
      return wordRows(node.word, place);
    case 'phrase':
      if (hasWildcard([node.words])) return judged(node, { phrases: [node.words], place });
      return rowsOf(phraseOccurrences(node.words, index).keys, place);
    case 'near':
      if (hasWildcard(node.phrases)) return judged(node, { phrases: node.phrases, place });
      return rowsOf(nearKeys(node, index), place);
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

/** The parts of an OR that decide: the required ones where there are any. */
function decisiveParts(parts: readonly QueryNode[]): readonly QueryNode[] {
  const required = parts.filter((part) => 'required' in part && part.required);
  return required.length > 0 ? required : parts;
}

function allRows({ index }: SearchPlace): RowSet {
  return rowSet(index.rowCount()).complement();
}

/** The rows that have one of these keys in a column that is searched. */
function rowsOf(keys: Iterable<number>, { index, columns }: SearchPlace): RowSet {
  const isSearched = COLUMNS.map((column) => columns.includes(column));
  const rows = rowSet(index.rowCount());
  for (const key of keys) if (isSearched[columnOfKey(key)]) rows.mark(index.rowOf(key));
  return rows;
}

function wordRows(word: WordPattern, place: SearchPlace): RowSet {
  if (!word.wildcard) return rowsOf(place.index.occurrencesOf(word.text).keys, place);
  const sets = wordsLike(word, place.index).map((text) =>
    rowsOf(place.index.occurrencesOf(text).keys, place),
  );
  return union(sets, place);
}

/** Reads the rows that may match, and keeps those that do. */
function judged(
  node: QueryNode,
  { phrases, place }: { phrases: readonly WordPattern[][]; place: SearchPlace },
): RowSet {
  const sets = phrases.flatMap((phrase) => phraseSets(phrase, place));
  const matcher = compileQuery(node);
  const candidates = sets.length > 0 ? intersection(sets) : allRows(place);
  return candidates.filter((row) =>
    matcher.matches(place.columns.map((column) => wordsIn(place.textOf(row, column)))),
  );
}

/** The rows that hold a phrase, or where it has wildcards, the rows that hold each of its words. */
function phraseSets(phrase: readonly WordPattern[], place: SearchPlace): RowSet[] {
  if (!hasWildcard([phrase])) return [rowsOf(phraseOccurrences(phrase, place.index).keys, place)];
  return phrase.filter(({ text }) => /[^*?]/.test(text)).map((word) => wordRows(word, place));
}

function union(sets: readonly RowSet[], { index }: SearchPlace): RowSet {
  return sets.reduce((all, set) => all.add(set), rowSet(index.rowCount()));
}

function intersection([first, ...others]: readonly RowSet[]): RowSet {
  if (!first) throw new TypeError('an intersection of no sets');
  return others.reduce((all, set) => all.keep(set), first);
}
