import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Node, type YAMLError } from 'yaml';
import type { Problem } from '../../../shared/contracts/watches-file/problem.ts';
import { tooDeepAt } from './nesting.ts';

/** A YAML text read into plain data, with everything that YAML itself objects to. */
export interface YamlText {
  text: string;
  lines: LineCounter;
  root: Node | null;
  /** Undefined where the text could not be read whole, so that what is missing in it means nothing. */
  data?: unknown;
  faults: YamlFault[];
}

/** A problem at an offset of the text. */
export interface YamlFault extends Omit<Problem, 'path'> {
  at: number;
}

/** A larger file was not written by hand. In characters. */
export const LARGEST_FILE = 524_288;

/**
 * Reads YAML 1.2 without what makes a file mean something else than it shows: anchors and aliases, tags, keys that
 * stand twice. Never throws, and takes time in proportion to the text.
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

/** What makes a text not worth parsing. */
function refusalOf(text: string): YamlFault | undefined {
  if (text.length > LARGEST_FILE) {
    const hint = 'name the right file with --watches';
    return {
      at: 0,
      what: `the file is larger than ${LARGEST_FILE / 1024} KiB, too large for a file of watches`,
      hint,
    };
  }
  if (text.trim() === '')
    return { at: 0, what: 'the file is empty', hint: 'docs/watches.md says what belongs into it' };
  const directive = /^%YAML.*$/m.exec(text);
  if (directive)
    return { at: directive.index, what: 'a %YAML line is not possible', hint: 'take it out: YAML 1.2 holds' };
  const at = tooDeepAt(text);
  return at === undefined
    ? undefined
    : { at, what: 'nested too deeply', hint: 'docs/watches.md shows the form of the file' };
}

const ALIAS = {
  what: 'anchors and aliases (& and *) are not possible',
  hint: 'write the value out, or put what is common to all watches into defaults',
};

/** What the parser's codes mean to the person who wrote the file; its own words for the others. */
const SYNTAX: Readonly<Record<string, Pick<Problem, 'what' | 'hint'>>> = {
  TAB_AS_INDENT: { what: 'a tab cannot indent YAML', hint: 'indent with blanks' },
  BLOCK_AS_IMPLICIT_KEY: {
    what: 'a second colon on one line',
    hint: 'put the value in quotes, or begin a new line',
  },
  MULTIPLE_DOCS: {
    what: 'a second document begins here',
    hint: 'take the --- out: one file holds one document',
  },
  NON_STRING_KEY: { what: 'a key must be a plain text', hint: 'write a name before the colon' },
  BAD_ALIAS: ALIAS,
  TAG_RESOLVE_FAILED: {
    what: 'tags with ! are not possible',
    hint: 'take it out, or put the value in quotes if it is a text',
  },
};

const QUOTE =
  'check the indentation; a text with : # [ ] { } , & * ! | > @ % ` or quotes in it must stand in quotes';

function explainSyntax({ code, message, pos }: YAMLError): YamlFault {
  const [said = message] = message.split('\n');
  const known = SYNTAX[code] ?? {
    what: `not YAML: ${said.charAt(0).toLowerCase()}${said.slice(1)}`,
    hint: QUOTE,
  };
  return { at: pos[0], ...known };
}

interface Reading {
  faults: YamlFault[];
  whole: boolean;
}

/** A tree of the parser as plain data. `nesting.ts` has bounded its depth. */
function plainOf(node: unknown, reading: Reading): unknown {
  if (isAlias(node)) return refuse(reading, { at: node.range?.[0] ?? 0, ...ALIAS });
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) return null;
  const at = node.range?.[0] ?? 0;
  if (node.anchor !== undefined) refuse(reading, { at, ...ALIAS });
  if (node.tag !== undefined)
    refuse(reading, { at, what: 'tags with !! are not possible', hint: 'take it out' });
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

function keyFault(name: string, entries: ReadonlyMap<string, unknown>): Omit<YamlFault, 'at'> | undefined {
  if (entries.has(name))
    return { what: `${name} stands here a second time`, hint: 'join the two, or rename one' };
  if (name === '<<') return { what: 'merge keys (<<) are not possible', hint: ALIAS.hint };
  if (name === '__proto__') return { what: 'a key cannot be called __proto__', hint: 'choose another name' };
  return undefined;
}
