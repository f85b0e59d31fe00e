import type { YAMLError } from 'yaml';
import { suggestedSchedule } from '../../shared/contracts/watches-file/explain/suggest-schedule.ts';
import { type Problem, yamlText } from '../../shared/contracts/watches-file/problem.ts';

/** What is wrong on a line, and what to do. The line is an index. */
interface Cause {
  line: number;
  what: string;
  hint: string;
}

/** The place of an error of the parser: its line counts from 1. */
interface Place {
  line: number;
  column: number;
}

/** What the first error of the parser means for the author of the file, at the line that he has to change. */
export function explainSyntax(
  error: YAMLError,
  { lines, at }: { lines: readonly string[]; at: Place },
): Problem & Place {
  const cause = causeOf(error, { lines, line: at.line - 1 });
  const line = cause?.line ?? at.line - 1;
  const column = line === at.line - 1 ? at.column : indentOf(lines[line]) + 1;
  const known = cause ?? SYNTAX[error.code] ?? inItsWords(error);
  return { path: keysAbove(lines, line), line: line + 1, column, what: known.what, hint: known.hint };
}

/** What the codes of the parser mean. Other codes keep the words of the parser. */
const SYNTAX: Readonly<Record<string, Pick<Problem, 'what'> & { hint: string }>> = {
  MULTIPLE_DOCS: {
    what: 'A second document starts here',
    hint: 'remove the line --- or ... above it: the file must be one document',
  },
  NON_STRING_KEY: { what: 'A key must be a plain text', hint: 'write a name before the colon' },
  TAG_RESOLVE_FAILED: {
    what: 'The file must not have tags with !',
    hint: 'remove the tag, or put the value in quotes if it is a text',
  },
};

function inItsWords({ message }: YAMLError) {
  const [said = message] = message.split('\n');
  return {
    what: `Invalid YAML: ${said.charAt(0).toLowerCase()}${said.slice(1)}`,
    hint: 'check the indentation, and put a text in quotes if it contains quotes or one of : # [ ] { } , & * ! | > @ % `',
  };
}

/** Longer lines are written by programs. */
const LONGEST_LINE = 2_000;

/** The likely cause of an error at a line: on the line itself, or on one above it. */
function causeOf(error: YAMLError, { lines, line }: { lines: readonly string[]; line: number }) {
  if (error.code === 'MULTIPLE_DOCS') return undefined;
  const text = (lines[line] ?? '').slice(0, LONGEST_LINE);
  const own = /^ *\t/.test(text)
    ? { what: 'A tab cannot indent YAML', hint: 'indent with spaces' }
    : inValue(text);
  if (own) return { line, ...own };
  const isLevel = /^BAD_INDENT$|_IMPLICIT_KEY$/.test(error.code);
  return (
    notClosed(error, lines, line) ??
    (isLevel ? (wrongLevel(lines, line) ?? withoutColon(text, line)) : undefined)
  );
}

const QUOTED = /([\w.-]+):\s+((["'])(?:(?!\3).)*\3\s*[^\s,}\]#][^,}\]]*)/;
const RESERVED = /([\w.-]+:|-|\[|,)\s+([@`%!&*][^,}\]]*)|()\[([@`%!&*][^,}\]]*)/;
const SECOND_COLON = /^\s*(?:-\s+)?([\w.-]+):\s+([^"'{[].*:(?:\s.*|$))/;

/** A value on a line that needs quotes, or a blank before it. */
function inValue(text: string): Omit<Cause, 'line'> | undefined {
  const [, item] = /^\s*-([^\s-].*)$/.exec(text) ?? [];
  if (item !== undefined) return { what: 'A space is missing after the dash', hint: `write - ${item}` };
  const [, key = '', value = '', quote] = QUOTED.exec(text) ?? [];
  if (quote !== undefined) {
    const isInside = quote === "'" && value.trim().endsWith("'");
    const what = isInside
      ? 'A single quote inside single quotes ends the text'
      : 'Text follows the closing quote: the quotes end the value';
    const meant = isInside ? value.trim().slice(1, -1) : value.trim();
    const hint = `put a text in quotes if it contains quotes: write ${key}: ${yamlText(meant)}`;
    return { what, hint };
  }
  const [, head = '', first, , listed] = RESERVED.exec(text) ?? [];
  const reserved = (first ?? listed)?.trim();
  if (reserved !== undefined) {
    const meant = suggestedSchedule(reserved) ?? yamlText(reserved);
    const what = `A value cannot begin with ${reserved.charAt(0)}, a reserved character`;
    return { what, hint: `write ${/\w/.test(head) ? `${head} ` : ''}${meant}` };
  }
  const [, name, rest] = SECOND_COLON.exec(text) ?? [];
  if (name === undefined || rest === undefined) return undefined;
  const hint = `put the value in quotes: write ${name}: ${yamlText(rest)}. Or start a new line after ${name}:`;
  return { what: 'This line has a second colon', hint };
}

const CLOSING: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

/** A quote or a bracket that opens on the line of the error or above it, and does not close. */
function notClosed({ message }: YAMLError, lines: readonly string[], from: number): Cause | undefined {
  if (message.startsWith('Missing closing')) {
    const line = lines.findIndex((text) => OPEN_QUOTE.test(text));
    const [, quote = ''] = OPEN_QUOTE.exec(lines[line] ?? '') ?? [];
    return line < 0
      ? undefined
      : { line, what: `The quote ${quote} is not closed`, hint: `add ${quote} at the end of the text` };
  }
  if (!/^Flow|^Unexpected flow|end with a/.test(message)) return undefined;
  for (let line = Math.min(from, lines.length - 1); line >= 0; line -= 1) {
    const text = (lines[line] ?? '').slice(0, LONGEST_LINE);
    const open = openBracket(text);
    const [, key = '', cut] = CUT.exec(text) ?? [];
    if (open !== undefined && cut !== undefined) {
      const hint = `put the value in quotes: write ${key}: ${yamlText(cut.trim())}`;
      return { line, what: 'YAML reads the text from # on as a comment', hint };
    }
    if (open !== undefined)
      return { line, what: `The bracket ${open} is not closed`, hint: `add ${CLOSING[open]}` };
  }
  return undefined;
}

/** A value in braces with a # in it. */
const CUT = /([\w.-]+):\s+((?:[^,{}[\]#'"]*\s)?#[^,}\]]*)/;

/** A quote at the beginning of a value that has no second one on its line. */
const OPEN_QUOTE = /[:[{,-]\s*(["'])(?:(?!\1).)*$/;

/** The innermost bracket of a line that the line does not close, outside of quotes and comments. */
function openBracket(text: string): string | undefined {
  const open: string[] = [];
  for (const [sign] of text
    .replace(/\s#.*$/, '')
    .replaceAll(/"[^"]*"|'[^']*'/g, '')
    .matchAll(/[[\]{}]/g)) {
    if (CLOSING[sign] !== undefined) open.push(sign);
    else if (CLOSING[open.at(-1) ?? ''] === sign) open.pop();
    else return open.at(-1);
  }
  return open.at(-1);
}

const DASHED = /^\s*- +([\w.-]+):(?:\s|$)/;
const VALUED = /^\s*(?:- +)?[\w.-]+:\s+\S/;

/** A line at the level of no other line, or a dash before only some of the keys of a mapping. */
function wrongLevel(lines: readonly string[], at: number): Cause | undefined {
  const text = lines[at] ?? '';
  const [above, below] = [neighbour(lines, at, -1), neighbour(lines, at, 1)];
  const before = lines[above] ?? '';
  if (!text.includes(':') && /^\s*- /.test(before))
    return { line: at, what: 'A dash is missing', hint: `write - ${text.trim()}` };
  const level = indentOf(text);
  const sibling = lines.findLastIndex((one, n) => n < at && isContent(one) && indentOf(one) <= level);
  const dashed = [sibling, at].find((n) => indentOf(lines[n]) === level && DASHED.test(lines[n] ?? ''));
  if (dashed !== undefined) {
    const [, key = ''] = DASHED.exec(lines[dashed] ?? '') ?? [];
    return { line: dashed, what: 'A dash before a key begins a list', hint: `remove the dash before ${key}` };
  }
  if (VALUED.test(text) && indentOf(lines[below]) > level) return deeper(lines, at, below);
  if (VALUED.test(before) && level > indentOf(before)) return deeper(lines, above, at);
  const levels = lines.slice(0, at).filter(isContent).map(indentOf);
  if (levels.includes(level) || !/^\s*[\w.-]+:/.test(text)) return undefined;
  const distance = (one: number) => Math.abs(one - level);
  const [near = 0] = levels.toSorted((a, b) => distance(a) - distance(b) || b - a);
  return indented(lines, at, near);
}

/** A line is deeper than the one above it, which has a value. One of the two is at a wrong level. */
function deeper(lines: readonly string[], upper: number, lower: number): Cause {
  const before = indentOf(lines[neighbour(lines, upper, -1)]);
  const level = indentOf(lines[lower]);
  return before === level ? indented(lines, upper, level) : indented(lines, lower, indentOf(lines[upper]));
}

function indented(lines: readonly string[], line: number, level: number): Cause {
  const what = `The line is indented by ${indentOf(lines[line])}, and the lines around it by ${level}`;
  return { line, what, hint: `indent it by ${level} spaces` };
}

/** `severity warning`, `severity = warning`, `severity:warning`, `globex`. */
function withoutColon(text: string, line: number): Cause | undefined {
  const [, key, sign, value = ''] = /^\s*([\w-]+)(:(?=\S)|\s*=\s*|\s+|$)(.*)$/.exec(text.trimEnd()) ?? [];
  if (key === undefined) return undefined;
  const hint = `write ${key}:${value === '' ? '' : ` ${value}`}`;
  if (sign === ':')
    return value === '' ? undefined : { line, what: 'A space is missing after the colon', hint };
  return { line, what: `A colon is missing after "${key}"`, hint };
}

/** The blanks at the beginning of a line. */
function indentOf(line = ''): number {
  return line.length - line.trimStart().length;
}

function isContent(line: string): boolean {
  return /^\s*[^\s#]/.test(line);
}

/** The index of the nearest line with content above or below a line; -1 where there is none. */
function neighbour(lines: readonly string[], from: number, step: 1 | -1): number {
  let index = from + step;
  while (index >= 0 && index < lines.length && !isContent(lines[index] ?? '')) index += step;
  return index < lines.length ? index : -1;
}

/** The keys that lead to a line, by the indentation of the lines above it. */
function keysAbove(lines: readonly string[], at: number): string[] {
  const path: string[] = [];
  let level = Number.POSITIVE_INFINITY;
  for (let line = at; line >= 0; line -= 1) {
    const text = (lines[line] ?? '').slice(0, LONGEST_LINE);
    const [, key] = /^\s*(?:- +)?["']?([A-Za-z][\w.-]*)/.exec(text) ?? [];
    if (key === undefined || indentOf(text) >= level || (line < at && !text.includes(':'))) continue;
    level = indentOf(text);
    path.unshift(key);
  }
  return path;
}
