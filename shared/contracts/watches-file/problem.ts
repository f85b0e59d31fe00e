/** Keys and positions from the top of the file. */
export type Path = readonly (string | number)[];

/** One thing that is wrong with the file, or worth a warning. Says where it stands by path; the reader adds the line. */
export interface Problem {
  path: Path;
  /** The key itself is meant, not what stands behind it. */
  atKey?: true;
  /** Where inside a text, in UTF-16 units from its beginning. */
  offset?: number;
  /** What is wrong, as a phrase without a full stop. */
  what: string;
  /** What may stand there. */
  expected?: string;
  /** The way out. */
  hint?: string;
}

/** `watches.acme-news.query.lang[0]` */
export function printPath(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}

/** Names as a person lists them: `a, b or c`. */
export function listOf(names: readonly string[], word: 'or' | 'and' = 'or'): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${word} ${last}`;
}
