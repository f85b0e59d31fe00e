import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  type YAMLError,
} from 'yaml';
import { type Path, type Problem, yamlText } from '../../shared/contracts/watches-file/problem.ts';
import { explainSyntax } from './explain-syntax.ts';

/** A YAML text read into plain data, with what is wrong in its syntax. */
export interface YamlText {
  text: string;
  lines: LineCounter;
  root: Node | null;
  /** Undefined where parts of the text could not be read: then nothing counts as missing. */
  data?: unknown;
  faults: PlacedFault[];
  /** What YAML reads otherwise than it was probably meant. */
  warnings: PlacedFault[];
}

type PlacedFault = Problem & { line: number; column: number };

/** In characters. Nobody writes a larger file by hand. */
const LARGEST_FILE = 1_048_576;

/**
 * Reads YAML 1.2, but refuses what makes a file hard to read: anchors and aliases, tags, duplicate keys. Never throws,
 * and takes time in proportion to the text. Where YAML cannot read the text, its first error is the only fault: the
 * others mostly follow from it.
 */
export function readYaml(given: string): YamlText {
  const text = given.replace(/^\uFEFF/, '');
  const refused = refusalOf(text);
  const { document, lines, error } = parsed(refused ? '' : text, text);
  const unread = { text, lines, root: null, warnings: [] };
  const placed = ({ at, ...fault }: YamlFault & { path: Path }) => ({ ...placeOf(lines, at), ...fault });
  if (refused) return { ...unread, faults: [placed({ path: [], ...refused })] };
  if (error)
    return {
      ...unread,
      faults: [explainSyntax(error, { lines: text.split(/\r?\n/), at: placeOf(lines, error.pos[0]) })],
    };
  const reading: Reading = { text, lines, faults: [], warnings: [], whole: true };
  const data = plainOf(document.contents, { reading, path: [] });
  return {
    ...unread,
    root: document.contents,
    faults: reading.faults.map(placed),
    warnings: reading.warnings.map(placed),
    ...(reading.whole && { data }),
  };
}

/** The tree of a text, the lines of the whole file, and the first error. */
function parsed(text: string, whole: string): { document: Document; lines: LineCounter; error?: YAMLError } {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (const { index } of whole.matchAll(/\n/g)) lines.addNewLine(index + 1);
  const document = withoutTraces(() =>
    parseDocument(text, {
      prettyErrors: false,
      stringKeys: true,
      uniqueKeys: false,
      resolveKnownTags: false,
    }),
  );
  const [error] = [...document.errors, ...document.warnings].toSorted((a, b) => a.pos[0] - b.pos[0]);
  return { document, lines, ...(error && { error }) };
}

/**
 * YAML makes an `Error` of each place that it cannot read: thousands in a bad file. Their traces would take a fifth
 * of the time.
 */
function withoutTraces<T>(parse: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return parse();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The line and the column of an offset, counted from 1. */
export function placeOf(lines: LineCounter, at: number): { line: number; column: number } {
  const { line, col } = lines.linePos(at);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
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
  const blank = BLANK_AT_START.exec(text);
  if (blank)
    return {
      at: blank.index,
      what: 'YAML does not read the blanks at the beginning of this line as spaces',
      hint: 'replace them with spaces',
    };
  const at = tooDeepAt(text);
  return at === undefined
    ? undefined
    : { at, what: 'The file is nested too deeply', hint: 'docs/watches.md describes its form' };
}

/** Blanks that editors and web pages put before a key, and that YAML takes for letters. */
const BLANK_AT_START = /^ *[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff]/m;

/** What is found while a tree is read. */
interface Reading {
  text: string;
  lines: LineCounter;
  faults: PathFault[];
  warnings: PathFault[];
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
  if (isAlias(node)) return refuse(here, signFault(node.range?.[0], `*${node.source}`));
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) return null;
  const at = node.range?.[0] ?? 0;
  if (node.anchor !== undefined) {
    const value = isScalar(node) ? ` ${node.source ?? ''}` : '';
    return refuse(here, signFault(at, `&${node.anchor}${value}`.trimEnd()));
  }
  if (node.tag !== undefined)
    return refuse(here, { at, what: 'The file must not have tags with !!', hint: 'remove the tag' });
  if (isScalar(node)) return valueOf(node, here);
  if (isSeq(node)) return node.items.map((item, index) => plainOf(item, { reading, path: [...path, index] }));
  const entries = new Map<string, unknown>();
  for (const [index, { key, value }] of node.items.entries()) {
    if (!isScalar(key)) continue;
    const name = String(key.value);
    const last = node.items[index - 1]?.key;
    if (value === null && node.flow && isScalar(last))
      return refuse({ reading, path: [...path, String(last.value)] }, commaFault(last, name));
    const fault = keyFault(name, entries);
    const below = [...path, name];
    if (fault) reading.faults.push({ at: key.range?.[0] ?? at, path: below, ...fault });
    else entries.set(name, plainOf(value, { reading, path: below }));
  }
  return Object.fromEntries(entries);
}

/** The fault of a comma in braces inside of a value: `{ lang: en, fr }` has a key `fr` without a colon. */
function commaFault({ value, range }: Scalar, rest: string): YamlFault {
  const hint = `put the whole value of ${String(value)} in quotes, or in brackets if it is a list, such as [a, b]`;
  return { at: range?.[0] ?? 0, what: `A comma ends a value, and "${rest}" is read as a key`, hint };
}

/** The fault of an anchor or an alias, which is often a text without quotes: `*acme`. */
function signFault(at: number | undefined, text: string): YamlFault {
  const what = `A value cannot begin with ${text.charAt(0)}: the file has no anchors and aliases`;
  return { at: at ?? 0, what, hint: `put a text in quotes: write '${text}'` };
}

/** A scalar. A text that YAML cuts at a # is a fault where nothing or half a query is left, or else a warning. */
function valueOf(node: Scalar, here: Here): unknown {
  const { reading, path } = here;
  const cut = cutAtHash(node, reading);
  if (!cut) return node.value;
  const { at, before, written } = cut;
  const hint = `put the value in quotes: write ${written}`;
  if (before === '')
    return refuse(here, { at, what: 'The value is a comment, because it begins with #', hint });
  if (/\b(?:AND|OR|NOT)$/.test(before))
    return refuse(here, { at, what: 'YAML reads the text from # on as a comment', hint });
  const key = path.findLast((part) => typeof part === 'string') ?? '';
  const isRival = path[0] === 'brands' && path[2] === 'competitors';
  if (MAY_HAVE_HASH.has(key) || isRival) {
    const noun = key === 'q' || key === 'query' ? 'query' : 'value';
    const what = `YAML reads the text from # on as a comment: the ${noun} is "${before}"`;
    reading.warnings.push({
      at,
      path,
      what,
      hint: `if # belongs to it, ${hint}. Otherwise write a space after #`,
    });
  }
  return node.value;
}

/** A comment without a blank behind its sign, on the line of a text without quotes that has it to its end. */
function cutAtHash({ type, range, value }: Scalar, { text, lines }: Reading) {
  const start = range?.[0] ?? 0;
  if ((type !== undefined && type !== 'PLAIN') || !range || (value !== null && typeof value !== 'string'))
    return undefined;
  const index = lines.linePos(start).line;
  const begin = lines.lineStarts[index - 1] ?? 0;
  const line = text.slice(
    begin,
    Math.min((lines.lineStarts[index] ?? text.length + 1) - 1, begin + LONGEST_LINE),
  );
  const [, head = '', before, comment] =
    /^(\s*(?:-\s+)?(?:[\w.-]+:|-))((?:\s+[^\s#]\S*)*)\s+(#\S.*?)\s*$/.exec(line) ?? [];
  if (before === undefined || comment === undefined || before.trim() !== (value ?? '')) return undefined;
  const sign = head.trim().replace(/^-\s+/, '');
  const whole = `${before} ${comment}`.trim();
  return { at: begin + line.indexOf('#'), before: before.trim(), written: `${sign} ${yamlText(whole)}` };
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
  if (name === '<<')
    return {
      what: 'The file must not have merge keys (<<)',
      hint: 'write the keys themselves, or put settings for all watches into defaults',
    };
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
