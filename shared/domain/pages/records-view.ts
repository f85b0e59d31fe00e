import type { Finding, StoredFinding } from '../findings/finding.ts';
import { wordSearch } from './search-match.ts';

/** Which records of a watch a table shows, and in which order. */
export interface RecordsQuery {
  watch: string;
  words?: string;
  /** A column, and words that its cells must have. */
  column?: string;
  is?: string;
  /** Words that the cells of columns must have, by the names of the columns: any of them can be named in an address. */
  cells?: Readonly<Record<string, string>>;
  /** UTC days of finding, both included. */
  from: string;
  to: string;
  /** `found`, `published`, `title` or a column. */
  sort: string;
  descending: boolean;
}

/** A page of the records, or events, of a watch as a table. */
export interface RecordsView {
  query: RecordsQuery;
  /** The names of the fields, in the order in which the latest records have them. */
  columns: readonly string[];
  /** All records that match, in their order; a page shows some of them. */
  rows: readonly StoredFinding[];
  /** From 1 on. */
  page: number;
  /** How many records were read, the latest first, and whether these days have more. */
  read: number;
  isCut: boolean;
  /** The names in the address that are neither a field of the form nor a column. */
  ignored: readonly string[];
  /** The watches whose findings have fields. */
  watches: readonly string[];
}

/** How many rows a page shows. */
export const ROWS_A_PAGE = 25;

/** The fields of a record or an event as text, by name. */
export function fieldsOf({
  fields = {},
  facts = {},
}: Pick<Finding, 'fields' | 'facts'>): Readonly<Record<string, string>> {
  return { ...fields, ...facts };
}

/** The names of all fields of these findings, in the order in which they come. */
export function columnsOf(found: readonly StoredFinding[]): string[] {
  return [...new Set(found.flatMap(({ finding }) => Object.keys(fieldsOf(finding))))];
}

/** The records that a table shows, in its order. Numbers are sorted as numbers, and an empty cell comes last. */
export function tableRows(found: readonly StoredFinding[], query: RecordsQuery): StoredFinding[] {
  const { words = '', column, is = '', cells = {}, sort, descending } = query;
  const asked = [...Object.entries(cells), ...(column === undefined ? [] : [[column, is] as const])];
  const hasWords = wordSearch(words);
  const hasCells = asked.map(([name, text]) => ({ name, has: wordSearch(text) }));
  const isShown = ({ finding }: StoredFinding) =>
    (hasWords?.([finding.title, finding.snippet, ...Object.values(fieldsOf(finding))].join('\n')) ?? true) &&
    hasCells.every(({ name, has }) => has?.(fieldsOf(finding)[name] ?? '') ?? true);
  const keyed = found.filter(isShown).map((one) => ({ one, key: sortKeyOf(one, sort) }));
  return keyed.toSorted((a, b) => compareKeys(a.key, b.key, descending)).map(({ one }) => one);
}

type SortKey = number | string | undefined;

function sortKeyOf({ finding, foundAt }: StoredFinding, sort: string): SortKey {
  if (sort === 'found') return foundAt;
  if (sort === 'published') return finding.publishedAt;
  const text = sort === 'title' ? finding.title : (fieldsOf(finding)[sort] ?? '');
  const figure = Number(text.replaceAll(/[\s,_]/g, ''));
  if (text.trim() === '') return undefined;
  return Number.isNaN(figure) ? text.toLowerCase() : figure;
}

function compareKeys(a: SortKey, b: SortKey, descending: boolean): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  // Numbers come before words.
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  const order = a < b ? -1 : Number(a > b);
  return descending ? -order : order;
}
