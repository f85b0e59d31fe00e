import { cleanText } from '../../../../../shared/domain/text/clean-text.ts';
import { type Entry, summaryOf } from './entry.ts';

/** The texts of an article that can be searched, in the order of the index. */
export const COLUMNS = [
  'title',
  'content',
  'summary',
  'title_translated',
  'content_translated',
  'summary_translated',
] as const;
export type Column = (typeof COLUMNS)[number];

/** How much a hit in each column counts: a title says more than a text. */
export const COLUMN_WEIGHTS: Readonly<Record<Column, number>> = {
  title: 4,
  content: 1,
  summary: 2,
  title_translated: 4,
  content_translated: 1,
  summary_translated: 2,
};

/** The text of one column of an article as readers see it, empty where it has none. */
export function textOf({ record }: Entry, column: Column): string {
  switch (column) {
    case 'title':
      return cleanText(record.title);
    case 'content':
      return cleanText(record.content ?? '');
    case 'summary':
      return summaryOf(record) ?? '';
    case 'title_translated':
      return textAt(record, 'title_translated_en');
    case 'content_translated':
      return textAt(record, 'content_translated_en');
    case 'summary_translated':
      return textAt(record.nlp, 'translation_summary');
  }
}

function textAt(holder: Readonly<Record<string, unknown>> | null | undefined, key: string): string {
  const value = holder?.[key];
  return typeof value === 'string' ? value : '';
}

const JOINED: ReadonlyMap<string, readonly string[]> = new Map([
  ['title_content', ['title', 'content']],
  ['title_content_translated', ['title_translated', 'content_translated']],
]);

/** The columns that the values of `search_in` name (news service, parameters). */
export function columnsOf(places: readonly string[]): Column[] {
  const wanted = new Set(places.flatMap((place) => JOINED.get(place) ?? [place]));
  return COLUMNS.filter((column) => wanted.has(column));
}
