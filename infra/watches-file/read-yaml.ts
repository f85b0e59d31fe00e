import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Node, type YAMLError } from 'yaml';
import type { Problem } from '../../shared/contracts/watches-file/problems/problem.ts';
import { tooDeepAt } from './nesting.ts';

/** A YAML text read into plain data, with all of its syntax errors. */
export interface YamlText {
  text: string;
  lines: LineCounter;
  root: Node | null;
  /** Undefined where parts of the text could not be read: then nothing counts as missing. */
  data?: unknown;
  faults: YamlFault[];
}

/** A problem at an offset of the text. */
export interface YamlFault extends Omit<Problem, 'path'> {
  at: number;
}

/** In characters. Nobody writes a larger file by hand. */
export const LARGEST_FILE = 524_288;

/**
 * Reads YAML 1.2, but refuses what makes a file hard to read: anchors and aliases, tags, duplicate keys. Never throws,
 * and takes time in proportion to the text.
 */
export function readYaml(text: string): YamlText {
  const lines = new LineCounter();
  const unread: YamlText = { text, lines, root: null, faults: [] };
  const refused = refusalOf(text);
  if (refused) return { ...unread, faults: [refused] };
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    uniqueKeys: false,
    resolveKnownTags: false,
  });
  const faults = [...document.errors, ...document.warnings].map(explainSyntax);
  if (faults.length > 0) return { ...unread, faults };
  const reading: Reading = { faults, whole: true };
  const data = plainOf(document.contents, reading);
  return { ...unread, root: document.contents, faults, ...(reading.whole && { data }) };
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

interface Reading {
  faults: YamlFault[];
  whole: boolean;
}

/** A tree of the parser as plain data. `nesting.ts` has checked its depth. */
function plainOf(node: unknown, reading: Reading): unknown {
  if (isAlias(node)) return refuse(reading, { at: node.range?.[0] ?? 0, ...ALIAS });
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) return null;
  const at = node.range?.[0] ?? 0;
  if (node.anchor !== undefined) refuse(reading, { at, ...ALIAS });
  if (node.tag !== undefined)
    refuse(reading, { at, what: 'The file must not have tags with !!', hint: 'remove the tag' });
  if (isScalar(node)) return node.value;
  if (isSeq(node)) return node.items.map((item) => plainOf(item, reading));
  const entries = new Map<string, unknown>();
  for (const { key, value } of node.items) {
    if (!isScalar(key)) continue;
    const name = String(key.value);
    const fault = keyFault(name, entries);
    if (fault) reading.faults.push({ at: key.range?.[0] ?? at, ...fault });
    else entries.set(name, plainOf(value, reading));
  }
  return Object.fromEntries(entries);
}

function refuse(reading: Reading, fault: YamlFault): undefined {
  reading.faults.push(fault);
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
