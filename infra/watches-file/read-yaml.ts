import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  type Scalar,
  type YAMLError,
} from 'yaml';
import type { DottedNumber } from '../../shared/contracts/watches-file/mend/mend-values.ts';
import { type Path, type Problem, yamlText } from '../../shared/contracts/watches-file/problem.ts';
import { pathOnLine } from './locate.ts';
import { mendText } from './mend-text.ts';

/** A YAML text read into plain data, with what is wrong in its syntax. */
export interface YamlText {
  /** As it was read: where a line had a mistake with a known cause, as it was probably meant. */
  text: string;
  lines: LineCounter;
  root: Node | null;
  /** Undefined where parts of the text could not be read: then nothing counts as missing. */
  data?: unknown;
  faults: PlacedFault[];
  /** What YAML reads otherwise than it was probably meant. */
  warnings: PlacedFault[];
  /** Numbers with a dot that may stand between thousands. */
  dotted: readonly DottedNumber[];
  /** The lines, counted from 1, with a mistake from which others on the line follow. */
  unsure: ReadonlySet<number>;
}

/** The path is empty where the text could not be read. */
type PlacedFault = Problem & { line: number; column: number };

/** In characters. Nobody writes a larger file by hand. */
const LARGEST_FILE = 524_288;

/**
 * Reads YAML 1.2, but refuses what makes a file hard to read: anchors and aliases, tags, duplicate keys. Never throws,
 * and takes time in proportion to the text.
 */
export function readYaml(given: string): YamlText {
  const text = given.replace(/^\uFEFF/, '');
  const refused = refusalOf(text);
  if (refused) {
    const { at, ...fault } = refused;
    const lines = linesOf(text);
    const faults = [{ path: [], ...placeOf(lines, at), ...fault }];
    return { text, lines, root: null, faults, warnings: [], dotted: [], unsure: new Set() };
  }
  const { text: meant, document, lines, error, faults: mended } = mendText(text);
  const unsure = new Set(mended.flatMap(({ line, unsure: follows }) => (follows ? [line] : [])));
  const pathAt = (place: { line: number; column: number }): Path =>
    error ? [] : pathOnLine(document.contents, { ...place, lines });
  const faults = mended.map(({ line, column, what, hint }) => ({
    path: pathAt({ line, column }),
    line,
    column,
    what,
    hint,
  }));
  const unread = { text: meant, lines, root: null, warnings: [], dotted: [], unsure };
  if (error) {
    const { at, ...fault } = explainSyntax(error);
    return { ...unread, faults: [...faults, { path: [], ...placeOf(lines, at), ...fault }] };
  }
  const reading: Reading = { text: meant, lines, faults: [], warnings: [], dotted: [], whole: true };
  const data = plainOf(document.contents, { reading, path: [] });
  const found = reading.faults.map(({ at, unsure: follows, ...fault }) => {
    const place = placeOf(lines, at);
    if (follows) unsure.add(place.line);
    return { ...place, ...fault };
  });
  return {
    ...unread,
    root: document.contents,
    faults: [...faults, ...found],
    warnings: reading.warnings.map(({ at, ...warning }) => ({ ...placeOf(lines, at), ...warning })),
    dotted: reading.dotted,
    ...(reading.whole && { data }),
  };
}

/** The line and the column of an offset, counted from 1. */
export function placeOf(lines: LineCounter, at: number): { line: number; column: number } {
  const { line, col } = lines.linePos(at);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

function linesOf(text: string): LineCounter {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (const { index } of text.matchAll(/\n/g)) lines.addNewLine(index + 1);
  return lines;
}

/** Why a text is not parsed at all. */
function refusalOf(text: string): YamlFault | undefined {
  if (text.length > LARGEST_FILE) {
    const hint = 'check that it is a file of watches, and name the right file with --watches';
    return {
      at: 0,
      what: `The file is larger than ${LARGEST_FILE / 1024} KiB`,
      hint,
    };
  }
  if (text.trim() === '')
    return { at: 0, what: 'The file is empty', hint: 'docs/watches.md describes its content' };
  if (text.slice(0, 2).includes('\0') || /^(?:\uFFFD\uFFFD|\uFFFE)/.test(text))
    return { at: 0, what: 'The file is saved as UTF-16', hint: 'save it as UTF-8' };
  const directive = /^%YAML.*$/m.exec(text);
  if (directive)
    return {
      at: directive.index,
      what: 'The file must not have a %YAML line',
      hint: 'remove it: the file is read as YAML 1.2',
    };
  const at = tooDeepAt(text);
  return at === undefined
    ? undefined
    : { at, what: 'The file is nested too deeply', hint: 'docs/watches.md describes its form' };
}

/** What to do about an anchor or an alias. */
const ALIAS = {
  what: 'The file must not have anchors and aliases (& and *)',
  hint: 'write the value itself, or put settings for all watches into defaults',
};

/** What the codes of the parser mean for the author of the file. Other codes keep the words of the parser. */
const SYNTAX: Readonly<Record<string, Pick<Problem, 'what' | 'hint'>>> = {
  TAB_AS_INDENT: { what: 'A tab cannot indent YAML', hint: 'indent with spaces' },
  BLOCK_AS_IMPLICIT_KEY: {
    what: 'This line has a second colon',
    hint: 'put the value in quotes, or start a new line',
  },
  MULTIPLE_DOCS: {
    what: 'A second document starts here',
    hint: 'remove the line ---: the file must be one document',
  },
  NON_STRING_KEY: { what: 'A key must be a plain text', hint: 'write a name before the colon' },
  BAD_ALIAS: ALIAS,
  TAG_RESOLVE_FAILED: {
    what: 'The file must not have tags with !',
    hint: 'remove the tag, or put the value in quotes if it is a text',
  },
};

const QUOTE =
  'check the indentation, and put a text in quotes if it contains quotes or one of : # [ ] { } , & * ! | > @ % `';

function explainSyntax({ code, message, pos }: YAMLError): YamlFault {
  const [said = message] = message.split('\n');
  const known = SYNTAX[code] ?? {
    what: `Invalid YAML: ${said.charAt(0).toLowerCase()}${said.slice(1)}`,
    hint: QUOTE,
  };
  return { at: pos[0], ...known };
}

/** What is found while a tree is read. */
interface Reading {
  text: string;
  lines: LineCounter;
  faults: (PathFault & { unsure?: true })[];
  warnings: PathFault[];
  dotted: DottedNumber[];
  /** False where a part could not be read. */
  whole: boolean;
}

type PathFault = YamlFault & { path: Path };

/** A node of the tree has this path. */
interface Here {
  reading: Reading;
  path: Path;
}

/** A tree of the parser as plain data. Its depth has been checked. */
function plainOf(node: unknown, here: Here): unknown {
  const { reading, path } = here;
  if (isAlias(node)) {
    const alias = { at: node.range?.[0] ?? 0, ...ALIAS };
    return reading.text.includes(`&${node.source}`)
      ? refuse(here, alias)
      : asText(here, { at: alias.at, text: `*${node.source}` });
  }
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) return null;
  const at = node.range?.[0] ?? 0;
  if (node.anchor !== undefined && isScalar(node) && !reading.text.includes(`*${node.anchor}`))
    return asText(here, { at, text: `&${node.anchor} ${node.source ?? ''}`.trimEnd() });
  if (node.anchor !== undefined) refuse(here, { at, ...ALIAS });
  if (node.tag !== undefined)
    refuse(here, { at, what: 'The file must not have tags with !!', hint: 'remove the tag' });
  if (isScalar(node)) return valueOf(node, here);
  if (isSeq(node)) return node.items.map((item, index) => plainOf(item, { reading, path: [...path, index] }));
  const entries = new Map<string, unknown>();
  for (const { key, value } of node.items) {
    if (!isScalar(key)) continue;
    const name = String(key.value);
    const fault = keyFault(name, entries);
    const below = [...path, name];
    if (fault) reading.faults.push({ at: key.range?.[0] ?? at, path: below, ...fault });
    else entries.set(name, plainOf(value, { reading, path: below }));
  }
  return Object.fromEntries(entries);
}

/**
 * A scalar, or what the author meant where YAML reads the rest of the line as a comment: `q: #acme` has no value, and
 * `acme OR #globex` ends in an operator.
 */
function valueOf(node: Scalar, { reading, path }: Here): unknown {
  const at = node.range?.[0] ?? 0;
  const isPlain = node.type === undefined || node.type === 'PLAIN';
  if (isPlain && DOTTED.test(node.source ?? '')) reading.dotted.push({ path, text: node.source ?? '' });
  const isCut = node.value === null || /\b(?:AND|OR|NOT)$/.test(node.source ?? '');
  if (isPlain && !isCut) {
    const warnings = commentWarnings(node, { ...reading, path });
    reading.warnings.push(...warnings.map((warning) => ({ path, ...warning })));
  }
  if (!isPlain || !isCut) return node.value;
  const index = reading.lines.linePos(at).line;
  const start = reading.lines.lineStarts[index - 1] ?? 0;
  const end = (reading.lines.lineStarts[index] ?? reading.text.length + 1) - 1;
  if (end - start > LONGEST_LINE) return node.value;
  const line = reading.text.slice(start, end);
  const [, sign = '', value] = /^\s*(-|(?:-\s+)?[\w.-]+:)\s+(.*\S)\s*$/.exec(line) ?? [];
  const hash = value === undefined ? -1 : ` ${value}`.search(/ #\S/);
  if (value === undefined || hash < 0 || (node.value === null && hash > 0)) return node.value;
  const what =
    hash === 0
      ? 'The value is a comment, because it begins with #'
      : 'YAML reads the text from # on as a comment';
  reading.faults.push({
    at: start + line.indexOf('#'),
    path,
    what,
    hint: `put the value in quotes: write ${sign.replace(/^-\s+/, '')} ${yamlText(value)}`,
    unsure: true,
  });
  return value;
}

/** A number with dots before three digits each. What begins with 0 is a fraction. */
const DOTTED = /^[-+]?[1-9]\d{0,2}(?:\.\d{3})+$/;

/** Reads a text that begins with & or *, where no other place of the file has the sign that would belong to it. */
function asText({ reading, path }: Here, { at, text }: { at: number; text: string }): string {
  const what = `A value cannot begin with ${text.charAt(0)}, a reserved character`;
  const hint = `put it in quotes: write '${text}'. The file must not have anchors and aliases (& and *)`;
  reading.faults.push({ at, path, what, hint, unsure: true });
  return text;
}

function refuse({ reading, path }: Here, fault: YamlFault): undefined {
  reading.faults.push({ path, ...fault });
  reading.whole = false;
  return undefined;
}

/** A mapping with one of these keys cannot be compared or shown as other mappings can. */
const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'toString', 'valueOf']);

function keyFault(name: string, entries: ReadonlyMap<string, unknown>): Omit<YamlFault, 'at'> | undefined {
  if (entries.has(name))
    return { what: `The key "${name}" is a duplicate`, hint: 'join the two, or rename one' };
  if (name === '<<') return { what: 'The file must not have merge keys (<<)', hint: ALIAS.hint };
  if (RESERVED.has(name)) return { what: `A key cannot be called "${name}"`, hint: 'choose another name' };
  return undefined;
}

/** A problem at an offset of the text. */
interface YamlFault extends Omit<Problem, 'path'> {
  at: number;
}

/** Longer lines are written by programs. */
const LONGEST_LINE = 2_000;

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
function commentWarnings(
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

/** The most levels and the widest indent. A file of watches has eight levels, and a few blanks for each. */
const DEEPEST = 32;
const WIDEST_INDENT = 400;

/**
 * The offset at which a YAML text is nested deeper than any file of watches, or undefined. This is checked before
 * parsing, because a million nested brackets crash the parser and its process.
 */
function tooDeepAt(text: string): number | undefined {
  let at = 0;
  let brackets = 0;
  let dashes = 0;
  let afterMark = false;
  for (const token of new Lexer().lex(text)) {
    const isText = afterMark;
    afterMark = token === SCALAR;
    if (MARKS.has(token)) continue;
    if (!isText) {
      brackets += STEPS[token] ?? 0;
      if (token === '-' || token === '?') dashes += 1;
      const indent = token.trim() === '' && text[at - 1] === '\n' ? token.length : 0;
      if (brackets > DEEPEST || dashes > DEEPEST || indent > WIDEST_INDENT) return at;
    }
    at += token.length;
    if (token.endsWith('\n')) dashes = 0;
  }
  return undefined;
}

/** Tokens of the lexer without text: the start of a document, the end of a broken flow, the start of a scalar. */
const SCALAR = '\u001F';
const MARKS: ReadonlySet<string> = new Set(['\u0002', '\u0018', SCALAR]);
const STEPS: Readonly<Record<string, number>> = { '[': 1, '{': 1, ']': -1, '}': -1 };
