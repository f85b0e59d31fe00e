import { entryOf, indentOf, neighbour, type BrokenText, type Repair } from './repair.ts';

/** A line `---` or `...` that begins another document. */
export function mendDocuments({ lines, at, code }: BrokenText): Repair[] {
  if (code !== 'MULTIPLE_DOCS') return [];
  const line = /^(?:---|\.\.\.)/.test(lines[at.line] ?? '')
    ? at.line
    : lines.findLastIndex((text, index) => index <= at.line && /^(?:---|\.\.\.)/.test(text));
  const [mark = ''] = /^(?:---|\.\.\.)/.exec(lines[line] ?? '') ?? [];
  if (mark === '') return [];
  const hint = `remove the line ${mark}: the file must be one document`;
  const what = 'A second document starts here';
  const joined = { line, column: 0, what, hint, lines: new Map([[line, '']]) };
  const sections = sectionsIn(lines.slice(0, line));
  const repeated = sectionsIn(lines.slice(line + 1)).filter((section) => sections.includes(section));
  if (repeated.length === 0) return [joined];
  // Joined as they are, each section of both would be a mistake of its own.
  const others = lines.slice(line + 1).map((_, index) => [line + 1 + index, ''] as const);
  const join = `${hint}, with each section once: join ${repeated.join(', ')}`;
  return [{ ...joined, hint: join, lines: new Map([[line, ''], ...others]) }];
}

/** The keys at the beginning of lines. */
function sectionsIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) => /^([a-z_]+):/.exec(line)?.[1] ?? []);
}

/** A missing colon, or a missing blank after one, on the line of the error or beside it. */
export function mendColons({ lines, at }: BrokenText): Repair[] {
  const near = [at.line, neighbour(lines, at.line, 1), neighbour(lines, at.line, -1)];
  return near.flatMap((line) => (line === undefined ? [] : [...spaced(lines, line), ...colon(lines, line)]));
}

function spaced(lines: readonly string[], line: number): Repair[] {
  const [, indent = '', key = '', value = ''] =
    /^(\s*)([a-z_]+):([^\s:/].*)$/.exec((lines[line] ?? '').trimEnd()) ?? [];
  if (key === '') return [];
  const column = indent.length + key.length + 1;
  const meant = `${key}: ${value}`;
  const what = 'A space is missing after the colon';
  return [{ line, column, what, hint: `write ${meant}`, lines: new Map([[line, `${indent}${meant}`]]) }];
}

function colon(lines: readonly string[], line: number): Repair[] {
  const text = (lines[line] ?? '').trimEnd();
  const [, indent = '', key = '', sign = '', value = ''] =
    /^(\s*)([a-z][\w-]*)(\s*[=;]\s*|\s+|$)(.*)$/.exec(text) ?? [];
  if (key === '' || (sign === '' && value !== '')) return [];
  const meant = value === '' ? `${key}:` : `${key}: ${value}`;
  return [
    {
      line,
      column: indent.length + key.length,
      what: `A colon is missing after "${key}"`,
      hint: `write ${meant}`,
      lines: new Map([[line, `${indent}${meant}`]]),
    },
  ];
}

/** A line of a list without its dash. */
export function mendDashes({ lines, at }: BrokenText): Repair[] {
  const near = [at.line, neighbour(lines, at.line, -1), neighbour(lines, at.line, 1)];
  return near.flatMap((line): Repair[] => {
    const text = line === undefined ? '' : (lines[line] ?? '');
    const above = line === undefined ? undefined : neighbour(lines, line, -1);
    if (line === undefined || above === undefined || /^\s*-/.test(text) || text.trim() === '') return [];
    const listed = /^\s*-\s/.exec(lines[above] ?? '');
    if (!listed || entryOf(text)) return [];
    const meant = `- ${text.trim()}`;
    const indented = `${' '.repeat(indentOf(lines[above] ?? ''))}${meant}`;
    const what = 'A dash is missing: the lines above and below belong to a list';
    return [
      { line, column: indentOf(text), what, hint: `write ${meant}`, lines: new Map([[line, indented]]) },
    ];
  });
}

/** How many lines above an error can have the bracket or quote that is open. */
const LOOKED_BACK = 60;

/** A bracket or a quote that is open at the end of its line. */
export function mendOpen({ lines, at }: BrokenText): Repair[] {
  const from = at.line >= lines.length - 1 ? 0 : Math.max(0, at.line - LOOKED_BACK);
  const found: Repair[] = [];
  for (let line = Math.min(at.line, lines.length - 1); line >= from && found.length < MOST_OPEN; line -= 1) {
    const text = (lines[line] ?? '').trimEnd();
    const { closing, column } = openIn(text);
    if (closing === '') continue;
    const sign = text.charAt(column);
    const noun = /["']/.test(sign) ? 'quote' : 'bracket';
    const what = `The ${noun} ${sign} is not closed`;
    const hint = `add ${closing} at the end of the line`;
    found.push({
      line,
      column,
      what,
      hint,
      unsure: true,
      lines: new Map([[line, `${text}${closing}`]]),
      passes: line,
    });
  }
  return found;
}

const MOST_OPEN = 4;
const PAIRS: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

/** What closes the brackets and quotes of a line, and where the outermost of them is. */
function openIn(text: string): { closing: string; column: number } {
  const start = text.search(/(?<=^\s*(?:- +)?(?:[\w.-]+: +)?)["'[{]/);
  if (start < 0) return { closing: '', column: 0 };
  const open: string[] = [];
  let quote = '';
  for (const sign of text.slice(start)) {
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '[' || sign === '{') open.unshift(PAIRS[sign] ?? '');
    else if (sign === ']' || sign === '}') open.shift();
  }
  return { closing: `${quote}${open.join('')}`, column: start };
}
