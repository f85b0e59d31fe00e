import type { QueryNode, WordPattern } from '../../../../../shared/domain/query/ast.ts';
import { globTest } from '../../../../../shared/domain/query/match.ts';
import { openTemporaryFile, writing } from '../../kit/corpus/temporary-file.ts';
import { type Column, COLUMN_WEIGHTS, COLUMNS } from './columns.ts';

/**
 * A full-text index of articles by their words, as the query language cuts them: SQLite's FTS5 over a file without a
 * name, which ends with the process. The texts themselves are not kept.
 */
export type TextIndex = ReturnType<typeof openTextIndex>;

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

export function openTextIndex() {
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
    /** Adds the words of each column of an article under a number. Asking ends the adding. */
    add(row: number, words: readonly (readonly string[])[]): void {
      writing(() => insert.run(row, ...words.map((column) => column.join(' '))));
    },
    /** The articles that may match a query in some columns; undefined where the index rules out none. */
    candidates(query: QueryNode, columns: readonly Column[]): Candidates | undefined {
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

function joined(parts: readonly Selection[], operator: 'AND' | 'OR'): Selection {
  const matches = parts.flatMap(({ match }) => match ?? []);
  // With OR, one part that rules nothing out is enough to rule nothing out.
  const isOpen = operator === 'AND' ? matches.length === 0 : matches.length < parts.length;
  if (isOpen) return EVERYTHING;
  return { match: `(${matches.join(` ${operator} `)})`, isExact: parts.every(({ isExact }) => isExact) };
}

function selectionOf(node: QueryNode, wordsLike: WordsLike): Selection {
  const allOf = (words: readonly WordPattern[]) => ({
    ...joined(
      words.map((word) => wordSelection(word, wordsLike)),
      'AND',
    ),
    isExact: false,
  });
  switch (node.type) {
    case 'everything':
    case 'not':
      return EVERYTHING;
    case 'term':
      return wordSelection(node.word, wordsLike);
    case 'phrase':
      return node.words.every(isPlain) ? { match: quoted(node.words), isExact: true } : allOf(node.words);
    case 'near': {
      const { phrases, distance, ordered } = node;
      const words = phrases.flat();
      if (!words.every(isPlain)) return allOf(words);
      // FTS5 counts the distance from the end of each phrase to the start of the last one, in any order, and lets
      // phrases overlap: of two phrases without a common word this is what NEAR means.
      const longest = Math.max(...phrases.map(({ length }) => length));
      const reach = distance + (phrases.length - 2) * (distance + longest);
      const isExact =
        phrases.length === 2 && !ordered && new Set(words.map(({ text }) => text)).size === words.length;
      return { match: `NEAR(${phrases.map(quoted).join(' ')}, ${reach})`, isExact };
    }
    case 'all':
      return allSelection(node.parts, wordsLike);
    case 'any': {
      // Where parts are required, the others decide nothing.
      const required = node.parts.filter((part) => 'required' in part && part.required);
      const parts = (required.length > 0 ? required : node.parts).map((part) => selectionOf(part, wordsLike));
      return joined(parts, required.length > 0 ? 'AND' : 'OR');
    }
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

function allSelection(parts: readonly QueryNode[], wordsLike: WordsLike): Selection {
  const wanted = parts.filter(({ type }) => type !== 'not').map((part) => selectionOf(part, wordsLike));
  const unwanted = parts.flatMap((part) => (part.type === 'not' ? [selectionOf(part.part, wordsLike)] : []));
  const { match, isExact } = joined(wanted, 'AND');
  const without = unwanted.flatMap((part) => (part.isExact && part.match ? part.match : []));
  if (match === undefined || without.length === 0)
    return { match, isExact: isExact && unwanted.length === 0 };
  return {
    match: `(${match} NOT (${without.join(' OR ')}))`,
    isExact: isExact && without.length === unwanted.length,
  };
}
