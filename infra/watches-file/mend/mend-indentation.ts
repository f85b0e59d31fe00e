import { keysOf } from '../../../shared/contracts/watches-file/schema/expectations.ts';
import { watchesFileSchema } from '../../../shared/contracts/watches-file/schema/file-schema.ts';
import { channelSchema } from '../../../shared/contracts/watches-file/schema/channel-schema.ts';
import { watchOfAnyKind } from '../../../shared/contracts/watches-file/schema/watch-schema.ts';
import { indentOf, isContent, neighbour, type BrokenText, type Repair } from './repair.ts';

/** The widths that a tab is read with, the likeliest first. */
const TAB_WIDTHS = [2, 4, 8, 1, 3, 6];

/** Tabs at the beginning of lines. Lines with tabs that follow each other are one mistake. */
export function mendTabs({ lines, at, code }: BrokenText): Repair[] {
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

/** How many lines above an error can show the right indentation. */
const LOOKED_BACK = 40;

/** A line with too many or too few blanks before it: it is at the level of no other line. */
export function mendIndentation({ lines, at }: BrokenText): Repair[] {
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

const UNLIKELY = 10;
const SECTIONS: ReadonlySet<string> = new Set(keysOf(watchesFileSchema()));
const ENTRY_KEYS: ReadonlySet<string> = new Set([...keysOf(watchOfAnyKind), ...keysOf(channelSchema)]);

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
