import type { QueryNode } from '../../../../../shared/domain/query/ast.ts';
import { type Column, textOf } from './columns.ts';
import type { Entry } from './entry.ts';
import type { Library } from './library.ts';
import { matchRows, type SearchPlace } from './match-rows.ts';
import { rankRows } from './rank-rows.ts';

/** A test that an article passes or not. */
export type Keep = (entry: Entry) => boolean;

/** An article that was found, with how well it matches: comparable inside one answer only, 0 without a query. */
export interface Hit {
  entry: Entry;
  score: number;
}

/** What is looked for: all articles that pass, and where there is a query, match it in one of the columns. */
export interface Search {
  keep: Keep;
  query?: { node: QueryNode; columns: readonly Column[] } | undefined;
}

/** All articles that match, in the order of their rows. */
export function findEntries(library: Library, { query, keep }: Search): Entry[] {
  const rows =
    query && query.node.type !== 'everything'
      ? matchRows(query.node, placeOf(library, query.columns))
      : undefined;
  const { entries } = library;
  if (!rows) return entries.filter(keep);
  return rows.list().flatMap((row) => {
    const entry = entries[row - 1];
    return entry && keep(entry) ? entry : [];
  });
}

/** Gives articles, which must be in the order of their rows, the score by which they match. */
export function scored(
  library: Library,
  { query, entries }: { query: Search['query']; entries: readonly Entry[] },
): Hit[] {
  const [first] = entries;
  const last = entries.at(-1);
  if (!query || !first || !last) return entries.map((entry) => ({ entry, score: 0 }));
  const span = { first: first.row, last: last.row };
  const scoreOf = rankRows(query.node, { span, place: placeOf(library, query.columns) });
  return entries.map((entry) => ({ entry, score: scoreOf(entry.row) }));
}

function placeOf({ index, entries }: Library, columns: readonly Column[]): SearchPlace {
  return {
    index,
    columns,
    textOf(row, column) {
      const entry = entries[row - 1];
      return entry ? textOf(entry, column) : '';
    },
  };
}
