import type { LineCounter, Scalar } from 'yaml';
import { yamlText } from '../../shared/contracts/watches-file/problems/yaml-text.ts';
import type { Path, Problem } from '../../shared/contracts/watches-file/problems/problem.ts';

/** A problem at an offset of the text. */
export interface YamlFault extends Omit<Problem, 'path'> {
  at: number;
}

/** Longer lines are written by programs. */
export const LONGEST_LINE = 2_000;

/** Keys with texts in which a word may begin with #: queries, names and phrases. */
const MAY_HAVE_HASH: ReadonlySet<string> = new Set([
  'q',
  'query',
  'context',
  'author_name',
  'name',
  'names',
  'alternative_names',
  'key_persons',
  'phrases',
  'exclude',
  'title',
  'company_name',
]);

/** A warning of a text that ends at a comment without a blank behind its sign, such as `q: Acme #tag`. */
export function commentWarnings(
  { range, value }: Scalar,
  { text, lines, path }: { text: string; lines: LineCounter; path: Path },
): YamlFault[] {
  const [start = 0, end = 0] = range ?? [];
  if (typeof value !== 'string' || text.charAt(end + 1) !== '#') return [];
  const key = path.findLast((part) => typeof part === 'string');
  const begin = lines.lineStarts[lines.linePos(start).line - 1] ?? 0;
  const [, sign] = /^\s*(-|(?:-\s+)?[\w.-]+:)\s+$/.exec(text.slice(begin, start)) ?? [];
  const [, comment] = /^ (#\S[^\r\n]*)/.exec(text.slice(end, end + LONGEST_LINE)) ?? [];
  const isRival = path[0] === 'brands' && path[2] === 'competitors';
  const mayHave = key !== undefined && (MAY_HAVE_HASH.has(key) || isRival);
  if (!mayHave || sign === undefined || comment === undefined) return [];
  const meant = `write ${sign.replace(/^-\s+/, '')} ${yamlText(`${value} ${comment.trimEnd()}`)}`;
  const noun = key === 'q' || key === 'query' ? 'query' : 'value';
  return [
    {
      at: end + 1,
      what: `YAML reads the text from # on as a comment: the ${noun} is "${value}"`,
      hint: `if # belongs to it, put the value in quotes: ${meant}. Otherwise write a space after #`,
    },
  ];
}
