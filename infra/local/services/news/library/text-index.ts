import type { QueryNode, WordPattern } from '../../../../../shared/domain/query/ast.ts';
import { globTest } from '../../../../../shared/domain/query/match.ts';
import { openTemporaryFile, writing } from '../../kit/corpus/temporary-file.ts';
import { type Column, COLUMN_WEIGHTS, COLUMNS } from './columns.ts';

/**
 * A full-text index of articles by their words, as the query language cuts them: SQLite's FTS5 over a file without a
 * name, which ends with the process. The texts themselves are not kept.
 */
export interface TextIndex {
  /** Adds the words of each column of an article under a number. Asking ends the adding. */
  add(row: number, words: readonly (readonly string[])[]): void;
  /** The articles that may match a query in some columns; undefined where the index rules out none. */
  candidates(query: QueryNode, columns: readonly Column[]): Candidates | undefined;
}

/** The numbers of articles, with how well each matches (BM25): more is better. `areExact`: all of them match. */
interface Candidates {
  found: readonly { row: number; score: number }[];
  areExact: boolean;
}

/** The ascii tokenizer takes everything but ASCII marks and blanks as letters, so words arrive as they are. */
const SCHEMA = `
  CREATE VIRTUAL TABLE texts USING fts5(${COLUMNS.join(', ')}, content = '', tokenize = "ascii tokenchars '_'");
  CREATE VIRTUAL TABLE words USING fts5vocab(texts, row);
  INSERT INTO texts (texts, rank) VALUES ('hashsize', 8000000);
  BEGIN`;

const WEIGHTS = COLUMNS.map((column) => COLUMN_WEIGHTS[column]).join(', ');

export function openTextIndex(): TextIndex {
  const database = openTemporaryFile(SCHEMA);
  const marks = COLUMNS.map(() => '?').join(', ');
  const insert = database.prepare(`INSERT INTO texts (rowid, ${COLUMNS.join(', ')}) VALUES (?, ${marks})`);
  const find = database.prepare(
    `SELECT rowid AS row, -bm25(texts, ${WEIGHTS}) AS score FROM texts WHERE texts MATCH ?`,
  );
  find.setReturnArrays(true);
  const between = database.prepare('SELECT term FROM words WHERE term >= ? AND term < ?');
  /** A sigma at the end of what is before the wildcard may have either of its forms. */
  const wordsLike = ({ text }: WordPattern): string[] => {
    const start = /^[^*?σς]*/u.exec(text)?.[0] ?? '';
    const test = globTest(text);
    const known = between.all(start, `${start}\u{10ffff}`).map(({ term }) => String(term));
    return known.filter(test);
  };
  return {
    add(row, words) {
      writing(() => insert.run(row, ...words.map((column) => column.join(' '))));
    },
    candidates(query, columns) {
      const { match, isExact } = selectionOf(query, wordsLike);
      if (match === undefined) return undefined;
      const rows = rowsOf(() => find.all(`{${columns.join(' ')}} : (${match})`));
      if (!rows) return undefined;
      const found = rows.map(({ 0: row, 1: score }) => ({ row: Number(row), score: Number(score) }));
      return { found, areExact: isExact };
    },
  };
}

/** Undefined for a query that is nested deeper than FTS5 reads: about 30 brackets. */
function rowsOf<Row>(find: () => Row[]): Row[] | undefined {
  try {
    return find();
  } catch (cause) {
    if (cause instanceof Error && cause.message.startsWith('fts5')) return undefined;
    throw cause;
  }
}

/** What FTS5 is asked for; undefined: every article. Not exact: more articles than those that match. */
interface Selection {
  match: string | undefined;
  isExact: boolean;
}

type WordsLike = (word: WordPattern) => string[];

const EVERYTHING: Selection = { match: undefined, isExact: false };

/** No word has this character. */
const NOTHING = '"¶"';

function selectionOf(node: QueryNode, wordsLike: WordsLike): Selection {
  switch (node.type) {
    case 'everything':
      return { ...EVERYTHING, isExact: true };
    case 'term':
      return wordSelection(node.word, wordsLike);
    case 'phrase':
      if (node.words.every(isPlain)) return { match: quoted(node.words), isExact: true };
      return { ...both(node.words.map((word) => wordSelection(word, wordsLike))), isExact: false };
    case 'near':
      return nearSelection(node, wordsLike);
    case 'not':
      return EVERYTHING;
    case 'all':
      return allSelection(node.parts, wordsLike);
    case 'any':
      return anySelection(node.parts, wordsLike);
  }
}

function isPlain({ wildcard }: WordPattern): boolean {
  return !wildcard;
}

function quoted(words: readonly WordPattern[]): string {
  return `"${words.map(({ text }) => text).join(' ')}"`;
}

/** FTS5 knows a star at the end of a word. Other patterns are looked up among all words. */
function wordSelection(word: WordPattern, wordsLike: WordsLike): Selection {
  if (isPlain(word)) return { match: quoted([word]), isExact: true };
  const start = /^([^*?]*[^*?σς])\*$/u.exec(word.text)?.[1];
  if (start !== undefined) return { match: `"${start}" *`, isExact: true };
  if (/^[*?]/.test(word.text)) return EVERYTHING;
  const words = wordsLike(word).map((text) => `"${text}"`);
  return { match: words.length === 0 ? NOTHING : `(${words.join(' OR ')})`, isExact: true };
}

/**
 * FTS5 counts the distance from the end of each phrase to the start of the last one, in any order, and lets phrases
 * overlap: of two phrases without a common word this is the same as NEAR of the query language.
 */
function nearSelection({ phrases, distance, ordered }: QueryNode & { type: 'near' }, wordsLike: WordsLike) {
  const words = phrases.flat();
  if (!words.every(isPlain)) {
    return { ...both(words.map((word) => wordSelection(word, wordsLike))), isExact: false };
  }
  const longest = Math.max(...phrases.map(({ length }) => length));
  const reach = distance + (phrases.length - 2) * (distance + longest);
  const areDistinct = new Set(words.map(({ text }) => text)).size === words.length;
  return {
    match: `NEAR(${phrases.map(quoted).join(' ')}, ${reach})`,
    isExact: phrases.length === 2 && !ordered && areDistinct,
  };
}

function allSelection(parts: readonly QueryNode[], wordsLike: WordsLike): Selection {
  const wanted = parts.filter(({ type }) => type !== 'not').map((part) => selectionOf(part, wordsLike));
  const unwanted = parts.flatMap((part) => (part.type === 'not' ? [selectionOf(part.part, wordsLike)] : []));
  const { match, isExact } = both(wanted);
  if (match === undefined) return EVERYTHING;
  const without = unwanted.flatMap((part) => (part.isExact && part.match ? part.match : []));
  return {
    match: without.length === 0 ? match : `(${match} NOT (${without.join(' OR ')}))`,
    isExact: isExact && without.length === unwanted.length,
  };
}

/** Where parts are required, the others decide nothing. */
function anySelection(parts: readonly QueryNode[], wordsLike: WordsLike): Selection {
  const required = parts.filter((part) => 'required' in part && part.required);
  if (required.length > 0) return both(required.map((part) => selectionOf(part, wordsLike)));
  const selections = parts.map((part) => selectionOf(part, wordsLike));
  if (selections.some(({ match }) => match === undefined)) return EVERYTHING;
  const match = `(${selections.map((part) => part.match).join(' OR ')})`;
  return { match, isExact: selections.every(({ isExact }) => isExact) };
}

function both(selections: readonly Selection[]): Selection {
  const matches = selections.flatMap(({ match }) => match ?? []);
  return {
    match: matches.length === 0 ? undefined : `(${matches.join(' AND ')})`,
    isExact: selections.every(({ isExact }) => isExact),
  };
}
