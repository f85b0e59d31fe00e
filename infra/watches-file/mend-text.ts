import { type Document, LineCounter, parseDocument, type YAMLError } from 'yaml';
import { channelSchema } from '../../shared/contracts/watches-file/schema/channel-schema.ts';
import { keysOf } from '../../shared/contracts/watches-file/schema/values.ts';
import { watchesFileSchema } from '../../shared/contracts/watches-file/schema/file-schema.ts';
import { watchOfAnyKind } from '../../shared/contracts/watches-file/schema/watch-schema.ts';
import {
  mendBlanks,
  mendDashedKeys,
  mendFirstDash,
  mendForeignComments,
  mendListedHash,
  mendListedSigns,
  mendMergeMarks,
  mendQuotedKeys,
  mendQuotedLines,
  mendValueBelow,
  mendVariables,
} from './mend-lines.ts';
import {
  mendColons,
  mendCommas,
  mendComments,
  mendCrossed,
  mendDashes,
  mendDocuments,
  mendOpen,
  mendQuotes,
} from './mend-signs.ts';
import {
  type BrokenText,
  indentOf,
  isContent,
  type Mender,
  neighbour,
  type Repair,
  type TextFault,
} from './repair.ts';

/** A text as it was probably meant, with the same lines, and what had to be changed for that. */
interface MendedText {
  text: string;
  document: Document;
  lines: LineCounter;
  faults: TextFault[];
  /** The first error without a known cause; undefined where the text can be read. */
  error?: YAMLError;
}

/** The widths that a tab is read with, the likeliest first. */
const TAB_WIDTHS = [2, 4, 8, 1, 3, 6];

/** How many lines above an error can show the right indentation. */
const LOOKED_BACK = 40;

const UNLIKELY = 10;
const SECTIONS: ReadonlySet<string> = new Set(keysOf(watchesFileSchema()));
const ENTRY_KEYS: ReadonlySet<string> = new Set([...keysOf(watchOfAnyKind), ...keysOf(channelSchema)]);

/** The menders, the likeliest cause first. */
const MENDERS: readonly Mender[] = [
  mendTabs,
  mendMergeMarks,
  mendForeignComments,
  mendDocuments,
  mendComments,
  mendCommas,
  mendCrossed,
  mendVariables,
  mendListedHash,
  mendListedSigns,
  mendDashedKeys,
  mendFirstDash,
  mendQuotedLines,
  mendQuotes,
  mendQuotedKeys,
  mendValueBelow,
  mendColons,
  mendDashes,
  mendOpen,
  mendIndentation,
];

/** In characters: how much text all trials together may parse. It limits the time, whatever the text. */
const MOST_PARSED = 200_000;

/**
 * Reads a text, and while YAML cannot read it, looks for the cause of the first error and reads on as if it were
 * corrected. So each mistake is reported once, without what follows from it, and a second one is found too.
 */
export function mendText(text: string): MendedText {
  let left = MOST_PARSED;
  const read = (tried: string) => {
    left -= tried.length;
    return parsed(tried);
  };
  const plain = mendBlanks(text);
  const faults = plain.faults;
  let now = read(plain.text);
  while (now.error) {
    const broken = brokenText(now.text, now.lines, now.error);
    const found = firstThatHelps(broken, (tried) => (left > 0 ? read(tried) : undefined));
    if (!found) break;
    const { repair, result } = found;
    const { line, column, what, hint, unsure } = repair;
    faults.push({ line: line + 1, column: column + 1, what, hint, ...(unsure && { unsure }) });
    now = result;
  }
  return { ...now, faults };
}

type Parsed = Omit<MendedText, 'faults'>;

function parsed(text: string): Parsed {
  const lines = new LineCounter();
  const document = withoutTraces(() =>
    parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      stringKeys: true,
      uniqueKeys: false,
      resolveKnownTags: false,
    }),
  );
  const [error] = [...document.errors, ...document.warnings].toSorted((a, b) => a.pos[0] - b.pos[0]);
  return { text, document, lines, ...(error && { error }) };
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

function brokenText(text: string, lines: LineCounter, { pos, code }: YAMLError): BrokenText {
  const { line, col } = lines.linePos(pos[0]);
  return { lines: text.split('\n'), at: { line: Math.max(line, 1) - 1, column: Math.max(col, 1) - 1 }, code };
}

/** The most causes of one kind that are tried for an error. */
const MOST_TRIED = 8;

/** Of the first kind of repair that lets YAML read further than before, the one that lets it read furthest. */
function firstThatHelps(
  broken: BrokenText,
  read: (text: string) => Parsed | undefined,
): { repair: Repair; result: Parsed } | undefined {
  for (const mend of MENDERS) {
    const tried = mend(broken)
      .slice(0, MOST_TRIED)
      .flatMap((repair) => {
        const lines = broken.lines.map((line, index) => repair.lines.get(index) ?? line);
        const result = read(lines.join('\n'));
        return result ? [{ repair, result, reached: lineOfError(result) }] : [];
      });
    const helping = tried.filter(({ repair, reached }) => reached > (repair.passes ?? broken.at.line));
    const [best] = helping.toSorted((a, b) => b.reached - a.reached);
    if (best) return best;
  }
  return undefined;
}

/** From 0; infinite where the text has no error. */
function lineOfError({ error, lines }: Parsed): number {
  return error ? lines.linePos(error.pos[0]).line - 1 : Number.MAX_SAFE_INTEGER;
}

/** Tabs at the beginning of lines. Lines with tabs that follow each other are one mistake. */
function mendTabs({ lines, at, code }: BrokenText): Repair[] {
  const isTabbed = (line: string | undefined) => line !== undefined && /^ *\t/.test(line);
  const errs = [at.line, neighbour(lines, at.line, 1) ?? at.line].find((line) => isTabbed(lines[line]));
  if (errs === undefined || (code === 'MISSING_CHAR' && errs !== at.line)) return [];
  let [first, last] = [errs, errs];
  while (isTabbed(lines[first - 1])) first -= 1;
  while (isTabbed(lines[last + 1])) last += 1;
  const column = lines[first]?.indexOf('\t') ?? 0;
  const run = lines.slice(first, last + 1);
  const hint =
    run.length === 1
      ? 'indent with spaces: replace the tabs of this line'
      : `indent with spaces: replace the tabs of ${run.length} lines`;
  return widthsFor(lines, first).map((width) => ({
    line: first,
    column,
    what: 'A tab cannot indent YAML',
    hint,
    lines: new Map(
      run.map((line, index) => [
        first + index,
        line.replace(/^[ \t]+/, (blanks) => blanks.replaceAll('\t', ' '.repeat(width))),
      ]),
    ),
    passes: last,
  }));
}

/** The widths with which the first line is deeper than a key without a value above it come first. */
function widthsFor(lines: readonly string[], first: number): number[] {
  const above = neighbour(lines, first, -1);
  const text = above === undefined ? '' : (lines[above] ?? '');
  const [tabs = ''] = /^[ \t]+/.exec(lines[first] ?? '') ?? [];
  const deepens = (width: number) => tabs.replaceAll('\t', ' '.repeat(width)).length > indentOf(text);
  if (!text.trimEnd().endsWith(':')) return TAB_WIDTHS;
  return [...TAB_WIDTHS.filter(deepens), ...TAB_WIDTHS.filter((width) => !deepens(width))];
}

/** A line with too many or too few blanks before it: it is at the level of no other line. */
function mendIndentation({ lines, at }: BrokenText): Repair[] {
  const next = neighbour(lines, at.line, 1);
  const above = neighbour(lines, at.line, -1);
  const candidates = [at.line, next, above].flatMap((line, order) =>
    line === undefined ? [] : targetsOf(lines, line).map((target) => ({ line, target, order })),
  );
  return candidates
    .map(({ line, target, order }) => {
      const delta = Math.abs(indentOf(lines[line] ?? '') - target);
      const odd = oddness(lines, line, target) + conflict(lines, line, target);
      return { line, target, cost: delta + order * 0.1 - agreement(lines, line, target) + odd };
    })
    .toSorted((a, b) => a.cost - b.cost)
    .map(({ line, target }) => reindented(lines, line, target));
}

/** Indentations that other lines near a line have. */
function targetsOf(lines: readonly string[], line: number): number[] {
  const text = lines[line] ?? '';
  if (!/^ *(?:-\s|[\w.'"-]+\s*:(?:\s|$)|-$)/.test(text)) return [];
  const near = lines
    .slice(Math.max(0, line - LOOKED_BACK), line + 2)
    .filter(isContent)
    .map(indentOf);
  return [...new Set(near)].filter((indent) => indent !== indentOf(text));
}

/** How well an indentation fits to the lines above and below, which are often at the same level. */
function agreement(lines: readonly string[], line: number, target: number): number {
  const [above, below] = [neighbour(lines, line, -1), neighbour(lines, line, 1)];
  const isSame = (index: number | undefined) =>
    index !== undefined && indentOf(lines[index] ?? '') === target ? 1 : 0;
  return isSame(above) * 2.5 + isSame(below);
}

/** Whether the line below contradicts: only a key without a value has deeper lines below it, and nearly always. */
function conflict(lines: readonly string[], line: number, target: number): number {
  const below = neighbour(lines, line, 1);
  if (below === undefined) return 0;
  const next = lines[below] ?? '';
  const opens = /:\s*(?:#.*)?$/.test(lines[line] ?? '');
  const isDeeper = indentOf(next) > target || (opens && next.trimStart().startsWith('- '));
  return opens === isDeeper ? 0 : UNLIKELY;
}

/** How unlikely a key is at a level: only sections stand at the top, and a key of an entry is no name of one. */
function oddness(lines: readonly string[], line: number, target: number): number {
  const [, key = ''] = /^\s*([\w-]+)\s*:/.exec(lines[line] ?? '') ?? [];
  if ((target === 0) !== SECTIONS.has(key)) return UNLIKELY;
  return target > 0 && ENTRY_KEYS.has(key) && target === levelOfEntries(lines, line) ? UNLIKELY : 0;
}

/** The indentation of the names in the section of a line; undefined in a section without names. */
function levelOfEntries(lines: readonly string[], line: number): number | undefined {
  let level: number | undefined;
  for (let index = line - 1; index >= Math.max(0, line - LOOKED_BACK); index -= 1) {
    const text = lines[index];
    if (!isContent(text)) continue;
    if (indentOf(text) === 0) return /^(?:watches|channels)\s*:/.test(text) ? level : undefined;
    level = Math.min(level ?? indentOf(text), indentOf(text));
  }
  return level;
}

function reindented(lines: readonly string[], line: number, target: number): Repair {
  const text = lines[line] ?? '';
  const indent = indentOf(text);
  return {
    line,
    column: indent,
    what:
      indent === 0
        ? 'The line is not indented, and it is not a section'
        : `The line is indented by ${blanks(indent)}, and no other line at its level is`,
    hint: target === 0 ? 'remove the spaces before it' : `indent it by ${blanks(target)}`,
    lines: new Map([[line, `${' '.repeat(target)}${text.trimStart()}`]]),
  };
}

function blanks(count: number): string {
  return count === 1 ? '1 space' : `${count} spaces`;
}
