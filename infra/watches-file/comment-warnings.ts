import type { LineCounter, Scalar } from 'yaml';
import { writeKey } from '../../shared/contracts/watches-file/problems/yaml-text.ts';
import type { Problem } from '../../shared/contracts/watches-file/problems/problem.ts';

/** A problem at an offset of the text. */
export interface YamlFault extends Omit<Problem, 'path'> {
  at: number;
}

/** Longer lines are written by programs. */
export const LONGEST_LINE = 2_000;

/** Keys with a text in which a word may begin with #. */
const MAY_HAVE_HASH = /^\s*(?:-\s+)?(q|query):\s+$/;

/** A warning of a query that ends at a comment without a blank behind its sign, such as `q: Acme #tag`. */
export function commentWarnings(
  { range, value }: Scalar,
  { text, lines }: { text: string; lines: LineCounter },
): YamlFault[] {
  const [start = 0, end = 0] = range ?? [];
  if (typeof value !== 'string' || text.charAt(end + 1) !== '#') return [];
  const begin = lines.lineStarts[lines.linePos(start).line - 1] ?? 0;
  const [, key] = MAY_HAVE_HASH.exec(text.slice(begin, start)) ?? [];
  const [, comment] = /^ (#\S[^\r\n]*)/.exec(text.slice(end, end + LONGEST_LINE)) ?? [];
  if (key === undefined || comment === undefined) return [];
  const meant = writeKey(key, `${value} ${comment.trimEnd()}`);
  return [
    {
      at: end + 1,
      what: `YAML reads the text from # on as a comment: the query is "${value}"`,
      hint: `if # belongs to it, put the value in quotes: ${meant}. Otherwise write a space after #`,
    },
  ];
}
