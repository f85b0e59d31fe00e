import { LineCounter, type Node, type YAMLError } from 'yaml';
import type { DottedNumber } from '../../shared/contracts/watches-file/mend/mend-thousands.ts';
import type { Path, Problem } from '../../shared/contracts/watches-file/problems/problem.ts';
import { mendText } from './mend/mend-text.ts';
import type { YamlFault } from './comment-warnings.ts';
import { pathOnLine } from './locate.ts';
import { tooDeepAt } from './nesting.ts';
import { ALIAS, plainOf, type Reading } from './plain-data.ts';

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
export const LARGEST_FILE = 524_288;

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
