import { parseDocument } from 'yaml';
import { meantSchedule } from '../../shared/contracts/watches-file/meant/meant-schedule.ts';
import { yamlText } from '../../shared/contracts/watches-file/problem.ts';
import { meantQuery, withoutForbidden } from '../../shared/domain/query/habits.ts';
import { parseQuery } from '../../shared/domain/query/parse.ts';
import {
  type BrokenText,
  type Entry,
  entryOf,
  indentOf,
  linesAround,
  LONGEST_LINE,
  type NearLine,
  neighbour,
  type Repair,
} from './repair.ts';

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
export function mendColons(broken: BrokenText): Repair[] {
  return linesAround(broken, [1, -1]).flatMap((near) => [...spaced(near), ...colon(near)]);
}

function spaced({ line, text }: NearLine): Repair[] {
  const [, indent = '', key = '', value = ''] = /^(\s*)([a-z_]+):([^\s:/].*)$/.exec(text.trimEnd()) ?? [];
  if (key === '') return [];
  const column = indent.length + key.length + 1;
  const meant = `${key}: ${value}`;
  const what = 'A space is missing after the colon';
  return [{ line, column, what, hint: `write ${meant}`, lines: new Map([[line, `${indent}${meant}`]]) }];
}

function colon({ line, text }: NearLine): Repair[] {
  const [, indent = '', key = '', sign = '', value = ''] =
    /^(\s*)([a-z][\w-]*)(\s*[=;]\s*|\s+|$)(.*)$/.exec(text.trimEnd()) ?? [];
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
export function mendDashes(broken: BrokenText): Repair[] {
  const { lines } = broken;
  return linesAround(broken).flatMap(({ line, text }): Repair[] => {
    const above = neighbour(lines, line, -1);
    if (above === undefined || /^\s*-/.test(text) || text.trim() === '') return [];
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

/** A value that YAML reads as its own signs, because it has no quotes, or the wrong ones. */
export function mendQuotes({ lines, at }: BrokenText): Repair[] {
  const text = lines[at.line] ?? '';
  if (text.length > LONGEST_LINE) return [];
  const entry = entryOf(text) ?? listItemOf(text);
  if (!entry || !isBroken(`${entry.key}: ${entry.value}`)) return [];
  const { head, key, value } = entry;
  const place = { line: at.line, column: at.column };
  if (/^[{[]/.test(value)) return inFlow(text, { place });
  if (MAPPINGS.has(key) && /^[a-z_]+: +\S/.test(value)) return inBraces({ head, key, value }, place);
  const meant = writtenValue(key, meantText(value));
  const written = `${key === ITEM ? '-' : `${key}:`} ${meant}`;
  const cause = causeOf(value);
  const hint = `${cause.hint}: write ${written}`;
  return [{ ...place, ...cause, hint, unsure: true, lines: new Map([[at.line, `${head}${meant}`]]) }];
}

/** Keys whose value is a mapping. */
const MAPPINGS: ReadonlySet<string> = new Set([
  'query',
  'alert',
  'exclude',
  'quiet_hours',
  'operators',
  'plan',
]);

/** A key and its value on the line of the mapping that they belong to, such as `query: q: Acme`. */
function inBraces({ head, key, value }: Entry, place: Pick<Repair, 'line' | 'column'>): Repair[] {
  const meant = `{ ${value} }`;
  const hint = `start a new line, or write ${key}: ${meant}`;
  const lines = new Map([[place.line, `${head}${meant}`]]);
  return [{ ...place, what: 'This line has a second colon', hint, lines }];
}

const ITEM = 'item';

function listItemOf(text: string) {
  const [, head, value] = /^(\s*-\s+)(\S.*)$/.exec(text.trimEnd()) ?? [];
  return head === undefined || value === undefined ? undefined : { head, key: ITEM, value };
}

function isBroken(text: string): boolean {
  const { errors, warnings } = parseDocument(text, { prettyErrors: false, stringKeys: true });
  return errors.length + warnings.length > 0;
}

/**
 * The text that the author meant: without quotes that are only half of a pair, or that contain others of their kind.
 */
function meantText(value: string): string {
  const inner = /^'(.*)'$/.exec(value)?.[1];
  if (inner !== undefined) return inner.replaceAll("''", "'");
  const isOpen = /^(["'])[^"']*$/.test(value);
  return isOpen ? value.slice(1) : value;
}

/** The value of a key as YAML: of a schedule or a query in the form that the key takes. */
function writtenValue(key: string, text: string): string {
  if (key === 'schedule' || key === 'brief')
    return meantSchedule(text, { needsCron: key !== 'schedule' }) ?? yamlText(text);
  if (key !== 'q' || parseQuery(text).ok) return yamlText(text);
  const plain = withoutForbidden(text);
  const meant = [meantQuery(plain).corrected, plain, plain.replace(/^[*?]+/, '')];
  return yamlText(meant.find((q) => parseQuery(q).ok) ?? text);
}

const QUOTES = 'put a text in quotes if it contains quotes';

/** What is wrong with a value, from its first sign. */
function causeOf(value: string): Pick<Repair, 'what' | 'hint'> {
  const sign = value.charAt(0);
  if (/^'.*'$/.test(value))
    return { what: 'A single quote inside single quotes ends the text', hint: 'double it' };
  if (/^(["'])[^"']*$/.test(value)) return { what: `The quote ${sign} is not closed`, hint: 'close it' };
  if (/^["']/.test(value))
    return { what: 'Text follows the closing quote: the quotes end the value', hint: QUOTES };
  const known = SIGNS[sign];
  if (known !== undefined)
    return {
      what: `A value cannot begin with ${sign}, a reserved character`,
      hint: `${known}put a text in quotes`,
    };
  if (/:(?:\s|$)/.test(value))
    return { what: 'This line has a second colon', hint: 'put the value in quotes' };
  return { what: 'YAML cannot read this value', hint: QUOTES };
}

const SIGNS: Readonly<Record<string, string>> = {
  '@': '',
  '`': '',
  '%': '',
  ',': '',
  ']': '',
  '}': '',
  '>': '',
  '|': '',
  '?': '',
  '*': 'the file must not have anchors and aliases (& and *); ',
  '&': 'the file must not have anchors and aliases (& and *); ',
  '!': 'the file must not have tags with !; ',
};

/** A value inside brackets, such as `{ q: "Acme" AND x }`. The value ends at a comma or a bracket. */
function inFlow(text: string, { place }: { place: Pick<Repair, 'line' | 'column'> }): Repair[] {
  const entries = text.matchAll(
    /([\w.-]+):[ \t]+((?:"[^"]*"|'[^']*')?[^,{}[\]"']*(?:(?:"[^"]*"|'[^']*')[^,{}[\]"']*)*)/g,
  );
  for (const { 0: whole, 1: key = '', 2: raw = '', index } of entries) {
    const value = raw.trimEnd();
    if (value === '' || !isBroken(`{ ${key}: ${value} }`)) continue;
    const cause = causeOf(value);
    const written = `${key}: ${writtenValue(key, meantText(value))}`;
    const rest = whole.slice(whole.length - (raw.length - value.length));
    const blank = raw.length === value.length ? '' : rest;
    const line = `${text.slice(0, index)}${written}${blank}${text.slice(index + whole.length)}`;
    const repair = {
      ...place,
      ...cause,
      hint: `${cause.hint}: write ${written}`,
      unsure: true as const,
      lines: new Map([[place.line, line]]),
    };
    return [repair];
  }
  return [];
}

/** A text with a `#` inside of brackets: the rest of the line, with the closing bracket, is a comment. */
export function mendComments(broken: BrokenText): Repair[] {
  return linesAround(broken, [-1]).flatMap(({ line, text }): Repair[] => {
    const [, before, key, value, after] =
      /^(.*?[{,]\s*)([\w.-]+):\s+([^\s,{}[\]"'#][^,{}[\]"'#]* #[^,{}[\]"']*?)(\s*[,}][^]*)$/.exec(text) ?? [];
    if (before === undefined || key === undefined || value === undefined) return [];
    const written = `${key}: ${yamlText(value)}`;
    return [
      {
        line,
        column: text.indexOf(' #', before.length) + 1,
        what: 'YAML reads the text from # on as a comment',
        hint: `put the value in quotes: write ${written}`,
        unsure: true,
        lines: new Map([[line, `${before}${written}${after}`]]),
        passes: line,
      },
    ];
  });
}

/** Two commas with nothing between them. */
export function mendCommas(broken: BrokenText): Repair[] {
  return linesAround(broken, [-1]).flatMap(({ line, text }): Repair[] => {
    const at = text.search(/,\s*,/);
    if (at < 0) return [];
    const lines = new Map([[line, text.replace(/,(\s*,)+/, ',')]]);
    return [
      { line, column: at, what: 'Two commas follow each other', hint: 'remove one', lines, passes: line },
    ];
  });
}

/** A bracket that is open where another kind of bracket closes. */
export function mendCrossed(broken: BrokenText): Repair[] {
  return linesAround(broken, [-1]).flatMap(({ line, text }) => crossedIn(line, text));
}

function crossedIn(line: number, text: string): Repair[] {
  const open: { sign: string; at: number }[] = [];
  let quote = '';
  for (const [at, sign] of Array.from(text).entries()) {
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (Object.hasOwn(PAIRS, sign)) open.push({ sign, at });
    else if (sign === ']' || sign === '}') {
      const last = open.pop();
      const closing = last && PAIRS[last.sign];
      if (!last || closing === undefined) return [];
      if (closing === sign) continue;
      const inside = text.slice(last.at, at).trimEnd();
      const meant = `${inside}${closing}${text.slice(last.at + inside.length, at) || ' '}${sign}`;
      return [
        {
          line,
          column: last.at,
          what: `The bracket ${last.sign} is not closed`,
          hint: `write ${meant}`,
          unsure: true,
          lines: new Map([[line, `${text.slice(0, last.at)}${meant}${text.slice(at + 1)}`]]),
          passes: line,
        },
      ];
    }
  }
  return [];
}
