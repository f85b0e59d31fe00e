import { DatabaseSync } from 'node:sqlite';
import { wordTexts } from '../../../../../shared/domain/query/words.ts';
import { COLUMN_WEIGHTS, COLUMNS } from './columns.ts';

/**
 * A full-text index over rows of several columns. It knows only words as the query language cuts them: they are fed
 * with blanks between, and the tokenizer splits at blanks alone, so that one of our words is one token in any script.
 */
export interface TextIndex {
  /** Adds the texts of one row, column by column. Answers how many words each column has. */
  add(row: number, texts: readonly string[]): number[];
  /** Ends the loading. */
  seal(): void;
  /** The rows that match an FTS5 expression, rising. */
  rows(expression: string): number[];
  /** BM25 of each row from `first` to `last`, the first at 0: higher is better, 0 where a row does not match. */
  scores(expression: string, span: Span): Float64Array;
  /** Every word of the index once; empty before the end of the loading. */
  vocabulary(): readonly string[];
  close(): void;
}

/** Rows, both ends included. */
export interface Span {
  first: number;
  last: number;
}

/** In KB: enough for 15,000 articles of 400 words. */
const CACHE = 32 * 1024;

/** The pages of one search are requested one after the other: the scores of so many searches are kept for the next page. */
const SEARCHES_KEPT = 8;

export function openTextIndex(): TextIndex {
  // Without a name SQLite keeps it in memory, and puts what is more than its cache into a file that it deletes at the end.
  const database = new DatabaseSync('');
  // Nothing is ever rolled back, and a journal would double what it writes.
  database.exec(`
    PRAGMA journal_mode = OFF;
    PRAGMA cache_size = -${CACHE};
    CREATE VIRTUAL TABLE texts USING fts5(${COLUMNS.join(', ')}, content='', tokenize="ascii tokenchars '_'");
    CREATE VIRTUAL TABLE vocabulary USING fts5vocab(texts, row);
    BEGIN`);
  const marks = COLUMNS.map(() => '?').join(', ');
  const insert = database.prepare(`INSERT INTO texts (rowid, ${COLUMNS.join(', ')}) VALUES (?, ${marks})`);
  const matching = database.prepare('SELECT group_concat(rowid) AS found FROM texts WHERE texts MATCH ?');
  const weights = COLUMNS.map((column) => COLUMN_WEIGHTS[column]).join(', ');
  const ranked = database.prepare(
    `SELECT rowid, -bm25(texts, ${weights}) FROM texts WHERE texts MATCH ? AND rowid BETWEEN ? AND ?`,
  );
  // Rows as arrays are read in two thirds of the time.
  ranked.setReturnArrays(true);
  const kept = new Map<string, Float64Array>();
  let words: string[] = [];
  const score = (expression: string, { first, last }: Span) => {
    const found = new Float64Array(last - first + 1);
    for (const row of ranked.all(expression, first, last)) found[Number(row[0]) - first] = Number(row[1]);
    return found;
  };
  return {
    add(row, texts) {
      const cut = texts.map(wordTexts);
      insert.run(row, ...cut.map((column) => column.join(' ')));
      return cut.map((column) => column.length);
    },
    seal() {
      database.exec('COMMIT');
      const terms = database.prepare('SELECT term FROM vocabulary').all();
      words = terms.map((row) => String(row['term']));
    },
    rows(expression) {
      const found = matching.get(expression)?.['found'];
      return typeof found === 'string' ? found.split(',').map(Number) : [];
    },
    scores(expression, span) {
      const search = `${span.first}-${span.last} ${expression}`;
      const found = kept.get(search) ?? score(expression, span);
      kept.delete(search);
      kept.set(search, found);
      for (const oldest of [...kept.keys()].slice(0, -SEARCHES_KEPT)) kept.delete(oldest);
      return found;
    },
    vocabulary: () => words,
    close: () => database.close(),
  };
}
