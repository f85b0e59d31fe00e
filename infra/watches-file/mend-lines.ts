import { yamlText } from '../../shared/contracts/watches-file/problem.ts';
import {
  type BrokenText,
  indentOf,
  isContent,
  linesAround,
  LONGEST_LINE,
  neighbour,
  type Repair,
  type TextFault,
} from './repair.ts';

/** A comment of another language: `// …`, `-- …`, `; …`. */
export function mendForeignComments(broken: BrokenText): Repair[] {
  return linesAround(broken).flatMap(({ line, text }): Repair[] => {
    const [, indent = '', sign] = /^(\s*)(\/\/|\/\*|--(?=\s)|;)/.exec(text) ?? [];
    if (sign === undefined) return [];
    const hint = 'write # at the beginning of the comment';
    const lines = new Map([[line, '']]);
    return [
      { line, column: indent.length, what: `${sign} is not a comment in YAML`, hint, lines, passes: line },
    ];
  });
}

/** The lines with which git marks two versions of the same lines. */
export function mendMergeMarks({ lines, at }: BrokenText): Repair[] {
  const start = lines.findLastIndex((text, index) => index <= at.line && /^<{7}(?:\s|$)/.test(text));
  const end = lines.findIndex((text, index) => index > start && /^>{7}(?:\s|$)/.test(text));
  const middle = lines.findIndex((text, index) => index > start && /^={7}\s*$/.test(text));
  const what = 'This line is a mark of a merge that was not finished';
  const alone = lines.findIndex((text) => /^(?:<{7}|={7}|>{7})(?:\s|$)/.test(text));
  if (start < 0 || middle < 0 || end < middle) {
    if (alone < 0) return [];
    return [
      { line: alone, column: 0, what, hint: 'remove it', lines: new Map([[alone, '']]), passes: alone },
    ];
  }
  const removed = Array.from({ length: end - middle + 1 }, (_, index) => [middle + index, ''] as const);
  const hint = `keep one of the two versions, and remove the lines ${start + 1}, ${middle + 1} and ${end + 1}`;
  return [{ line: start, column: 0, what, hint, lines: new Map([[start, ''], ...removed]), passes: start }];
}

const KEY = /^( *(?:- +)?)([\w.-]+):\s*$/;

/** A value on the line below its key, and no deeper than the key. */
export function mendValueBelow(broken: BrokenText): Repair[] {
  const { lines } = broken;
  return linesAround(broken).flatMap(({ line, text }): Repair[] => {
    const above = neighbour(lines, line, -1);
    const [, indent, key] = KEY.exec(above === undefined ? '' : (lines[above] ?? '')) ?? [];
    const value = text.trim();
    const isValue = /^["']?[\w@+.][^:#{}[\]]*$/.test(value) || /^[a-z]+\([^:]*\)$/.test(value);
    if (above === undefined || indent === undefined || key === undefined || !isValue) return [];
    if (indentOf(text) !== indent.length) return [];
    const below = neighbour(lines, line, 1);
    if (below !== undefined && indentOf(lines[below] ?? '') > indentOf(text)) return [];
    return [
      {
        line,
        column: indentOf(text),
        what: `The value of "${key}" is on a line of its own, and no deeper than its key`,
        hint: `write ${key}: ${value}`,
        lines: new Map([
          [above, `${indent}${key}: ${value}`],
          [line, ''],
        ]),
        passes: line,
      },
    ];
  });
}

/** A value in quotes that goes on below them: `q: "Acme Corp"` and, on the next line, `AND merger`. */
export function mendQuotedLines(broken: BrokenText): Repair[] {
  const { lines } = broken;
  return linesAround(broken).flatMap(({ line, text }): Repair[] => {
    const [, head = '', key, value] = /^( *(?:- +)?)([\w.-]+): +(["'].*["'])\s*$/.exec(text) ?? [];
    if (key === undefined || value === undefined) return [];
    const below = linesBelow(lines, line).filter((next) => indentOf(lines[next] ?? '') > indentOf(text));
    const parts = below.map((next) => (lines[next] ?? '').trim());
    if (parts.length === 0 || parts.some((part) => /^[\w.-]+:(?:\s|$)|^- /.test(part))) return [];
    const meant = `${key}: ${yamlText([value, ...parts].join(' '))}`;
    return [
      {
        line,
        column: head.length + key.length + 2,
        what: 'Text follows the closing quote: the quotes end the value',
        hint: `put a text in quotes if it contains quotes: write ${meant}`,
        unsure: true,
        lines: new Map([[line, `${head}${meant}`], ...below.map((next) => [next, ''] as const)]),
        passes: line,
      },
    ];
  });
}

/** How many lines a value can go on for. */
const MOST_LINES = 20;

/** The lines with content right below a line, until one that is not deeper. */
function linesBelow(lines: readonly string[], from: number): number[] {
  const found: number[] = [];
  for (let line = from + 1; line < lines.length && found.length < MOST_LINES; line += 1) {
    const text = lines[line];
    if (!isContent(text)) continue;
    if (indentOf(text) <= indentOf(lines[from] ?? '')) break;
    found.push(line);
  }
  return found;
}

/** A quote before a key: `"severity: critical`. */
export function mendQuotedKeys(broken: BrokenText): Repair[] {
  const { lines } = broken;
  const from = Math.max(0, broken.at.line - LOOKED_BACK);
  const near = lines.slice(from, broken.at.line + 1).map((text, index) => ({ text, line: from + index }));
  return near.toReversed().flatMap(({ line, text }): Repair[] => {
    if (text.length > LONGEST_LINE) return [];
    const [, indent = '', sign, key, value = ''] = /^(\s*)(["'])([\w.-]+):\s*([^"']*)$/.exec(text) ?? [];
    if (sign === undefined || key === undefined) return [];
    const meant = `${key}: ${value}`.trimEnd();
    const what = `The quote ${sign} before the key is not closed`;
    const fixed = new Map([[line, `${indent}${meant}`]]);
    return [{ line, column: indent.length, what, hint: `write ${meant}`, lines: fixed, passes: line }];
  });
}

/** How many lines above an error can have the quote that is open. */
const LOOKED_BACK = 30;

/**
 * A dash before the first key of a mapping, the next keys as deep as that key, and the others as deep as the dash:
 * `- kind: search`, `  query: …`, `lookback: 7d`.
 */
export function mendFirstDash({ lines, at }: BrokenText): Repair[] {
  const text = lines[at.line] ?? '';
  const level = indentOf(text);
  const dash = lines.findLastIndex(
    (one, index) => index < at.line && isContent(one) && indentOf(one) <= level,
  );
  const first = lines[dash] ?? '';
  const [, key] = /^ *- +([\w.-]+):(?:\s|$)/.exec(first) ?? [];
  if (dash < 0 || key === undefined || indentOf(first) !== level || !/^ *[\w.-]+:(?:\s|$)/.test(text))
    return [];
  const inner = lines.slice(dash + 1, at.line);
  const deeper = level + first.trimStart().search(/[\w.]/);
  if (inner.some((one) => isContent(one) && indentOf(one) < deeper)) return [];
  const moved = inner.map(
    (one, index) => [dash + 1 + index, isContent(one) ? one.slice(deeper - level) : one] as const,
  );
  return [
    {
      line: dash,
      column: level,
      what: 'A dash before a key begins a list',
      hint: `remove the dash before ${key}`,
      lines: new Map([[dash, first.replace(/- +/, '')], ...moved]),
      passes: at.line - 1,
    },
  ];
}

/** `{{ name }}`, which other tools replace by a value: YAML reads it as a mapping in a mapping. */
export function mendVariables(broken: BrokenText): Repair[] {
  return linesAround(broken).flatMap(({ line, text }): Repair[] => {
    const [found] = /\$?\{\{[^{}'"]*\}\}/.exec(text) ?? [];
    if (found === undefined) return [];
    const fixed = new Map([[line, text.replace(found, () => `'${found}'`)]]);
    const what = `The file has no variables such as ${found}`;
    const column = text.indexOf(found);
    return [{ line, column, what, hint: 'write the value itself', unsure: true, lines: fixed, passes: line }];
  });
}

/** An entry of a list in brackets that begins with a sign that YAML keeps for itself. */
export function mendListedSigns(broken: BrokenText): Repair[] {
  return linesAround(broken).flatMap(({ line, text }): Repair[] => {
    const [, before = '', entry] = /^([^'"#]*\[(?:[^'"\]#]*,)? *)([@`%!&*|>][^,\]#'"]*)/.exec(text) ?? [];
    if (entry === undefined) return [];
    const written = yamlText(entry.trim());
    const fixed = `${before}${written}${text.slice(before.length + entry.length)}`;
    return [
      {
        line,
        column: before.length,
        what: `A value cannot begin with ${entry.charAt(0)}, a reserved character`,
        hint: `put a text in quotes: write ${written}`,
        unsure: true,
        lines: new Map([[line, fixed]]),
        passes: line,
      },
    ];
  });
}

/** An entry of a list in brackets that begins with `#`: the rest of the line, with the bracket, is a comment. */
export function mendListedHash({ lines, at }: BrokenText): Repair[] {
  const from = Math.max(0, at.line - LOOKED_BACK);
  return lines
    .slice(from, at.line + 1)
    .map((text, index) => ({ text, line: from + index }))
    .toReversed()
    .flatMap(({ line, text }): Repair[] => {
      if (text.length > LONGEST_LINE) return [];
      const [, before, entry, after] =
        /^([^#'"]*\[[^#'"\]]*[,[] *)([^,[\]#]*#[^,\]]*)((?:,[^\]]*)?\].*)$/.exec(text) ?? [];
      if (before === undefined || entry === undefined || after === undefined) return [];
      const written = yamlText(entry.trim());
      return [
        {
          line,
          column: text.indexOf('#'),
          what: 'YAML reads the text from # on as a comment',
          hint: `put the value in quotes: write ${written}`,
          unsure: true,
          lines: new Map([[line, `${before}${written}${after}`]]),
          passes: line,
        },
      ];
    });
}

/** Blanks that editors and web pages put into a text, and that YAML takes for letters. */
const BLANK = '[\\u00a0\\u1680\\u2000-\\u200b\\u202f\\u205f\\u3000\\ufeff]';
const AT_START = new RegExp(`^[ ]*${BLANK}[ ]*(?:${BLANK}[ ]*)*`);
const BEHIND_SIGN = new RegExp(`^(\\s*(?:- +)?[\\w.-]+:|\\s*-)${BLANK}+`);

/**
 * The text with plain spaces in place of other blanks before and behind a key. Lines that follow each other are one
 * mistake.
 */
export function mendBlanks(text: string): { text: string; faults: TextFault[] } {
  if (!new RegExp(BLANK).test(text)) return { text, faults: [] };
  const faults: (TextFault & { count: number })[] = [];
  const lines = text.split('\n').map((line, index) => {
    const plain = line
      .replace(AT_START, (blanks) => ' '.repeat(blanks.length))
      .replace(BEHIND_SIGN, (all, sign: string) => sign + ' '.repeat(all.length - sign.length));
    if (plain === line) return line;
    const last = faults.at(-1);
    if (last && last.line + last.count === index + 1) last.count += 1;
    else faults.push({ ...FAULT, line: index + 1, column: line.search(new RegExp(BLANK)) + 1, count: 1 });
    return plain;
  });
  return {
    text: lines.join('\n'),
    faults: faults.map(({ count, ...fault }) => ({
      ...fault,
      hint: count === 1 ? fault.hint : `replace them with spaces in ${count} lines`,
    })),
  };
}

const FAULT = {
  what: 'YAML does not read the blanks at the beginning of this line as spaces',
  hint: 'replace them with spaces',
};

/** How many lines above and below an error can belong to its mapping. */
const LOOKED = 40;
const DASHED = /^ *- +([\w.-]+):(?:\s|$)/;
const PLAIN = /^ *([\w.-]+):(?:\s|$)/;

/** Dashes before some keys of a mapping: its lines at one indentation are keys, and some of them have a dash. */
export function mendDashedKeys(broken: BrokenText): Repair[] {
  const levels = new Set(linesAround(broken).map(({ text }) => indentOf(text)));
  return [...levels].flatMap((level) => withoutDashes(broken.lines, { at: broken.at.line, level }));
}

function withoutDashes(lines: readonly string[], { at, level }: { at: number; level: number }): Repair[] {
  const keys = keysAround(lines, { at, level });
  const dashed = keys.flatMap(({ line, text }) => {
    const [, key] = DASHED.exec(text) ?? [];
    return key === undefined ? [] : [{ line, key, text }];
  });
  const [first] = dashed;
  if (
    !first ||
    dashed.length === keys.length ||
    keys.some(({ text }) => !DASHED.test(text) && !PLAIN.test(text))
  )
    return [];
  const names = dashed.map(({ key }) => key);
  const all = names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return [
    {
      line: first.line,
      column: level,
      what: 'A dash before a key begins a list',
      hint: `remove the dash${names.length === 1 ? '' : 'es'} before ${all}`,
      lines: new Map(dashed.map(({ line, text }) => [line, text.replace(/- +/, '')])),
      passes: Math.max(at, ...keys.map(({ line }) => line)),
    },
  ];
}

/**
 * The lines with content at one indentation around an error. A line with less ends them; deeper lines belong to them.
 */
function keysAround(
  lines: readonly string[],
  { at, level }: { at: number; level: number },
): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = [];
  const walk = (step: 1 | -1, from: number) => {
    for (let line = from; line >= 0 && line < lines.length && Math.abs(line - at) <= LOOKED; line += step) {
      const text = lines[line];
      if (!isContent(text)) continue;
      if (indentOf(text) < level) return;
      if (indentOf(text) === level) found.push({ line, text });
    }
  };
  walk(-1, at);
  walk(1, at + 1);
  return found.toSorted((one, other) => one.line - other.line);
}
