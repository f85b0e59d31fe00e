import type { FileProblem } from './compile-watches.ts';

/** The most problems to print. The others are counted: one mistake often causes many. */
const MOST = 50;

/**
 * Problems for a person and for an editor: `FILE:LINE:COLUMN: path: what is wrong`, then, indented, what was expected,
 * what the file has there, and what to do. `label` is `error` or `warning`, painted or not.
 */
export function printProblems(problems: readonly FileProblem[], label: string): string {
  const shown = problems.slice(0, MOST).map((problem) => printProblem(problem, label));
  const more = problems.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more\n`] : [])].join('');
}

function printProblem(
  { file, line, column, path, what, expected, found, hint }: FileProblem,
  label: string,
): string {
  const details = [
    ['expected', expected],
    ['found', found],
    ['hint', hint],
  ].flatMap(([name, text]) => (text === undefined ? [] : [`    ${`${name}:`.padEnd(10)}${text}\n`]));
  return `${file}:${line}:${column}: ${label}: ${path === '' ? '' : `${path}: `}${what}\n${details.join('')}`;
}
