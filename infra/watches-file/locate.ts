import { isMap, isNode, isScalar, isSeq, type LineCounter, type Node, type Scalar, type YAMLMap } from 'yaml';
import type { Path } from '../../shared/contracts/watches-file/problem.ts';

/** The place in the text that a path of the data leads to. */
interface TextPlace {
  at: number;
  /** The text there; absent where there is none, and where the problem is the key itself. */
  found?: string;
}

/** A text and the tree that YAML reads from it. */
interface ReadText {
  text: string;
  root: Node | null;
}

/** Finds the place of a path: its key, its value, or a character in it. For a missing key it is the key above. */
export function locate(yaml: ReadText, given: { path: Path; atKey?: true; offset?: number }): TextPlace {
  let node: unknown = yaml.root;
  let key: Node | undefined;
  for (const part of given.path) {
    const child = childOf(node, part);
    if (!child) return { at: startOf(key) ?? startOf(node) ?? 0 };
    key = child.key ?? key;
    node = child.value;
  }
  const start = startOf(node);
  if (given.atKey || start === undefined) return { at: startOf(key) ?? start ?? 0 };
  const inside =
    given.offset !== undefined && isScalar(node)
      ? placeInText(node, { text: yaml.text, index: given.offset })
      : undefined;
  return { at: inside ?? start, found: foundAt(node, yaml.text) };
}

/**
 * The path of the first key or entry of a list that begins on a line, or of the one in its brackets that the column
 * is in or behind; empty where none begins there.
 */
export function pathOnLine(
  root: unknown,
  { line, column, lines }: { line: number; column: number; lines: LineCounter },
): Path {
  const from = lines.lineStarts[line - 1] ?? 0;
  const to = lines.lineStarts[line] ?? Number.POSITIVE_INFINITY;
  const path: (string | number)[] = [];
  let node = root;
  for (let isFound = false; !isFound; ) {
    const parts = partsOf(node);
    // The part that begins on the line, or the last one before it.
    const next = parts.find(({ at }) => at >= from && at < to) ?? parts.findLast(({ at }) => at < from);
    if (!next) return [];
    path.push(next.part);
    node = next.value;
    isFound = next.at >= from;
  }
  const at = from + column - 1;
  for (let next = lastBefore(node, { from, at }); next; next = lastBefore(node, { from, at })) {
    path.push(next.part);
    node = next.value;
  }
  return path;
}

/** The last part of a node that begins on the line, up to a place. */
function lastBefore(node: unknown, { from, at }: { from: number; at: number }) {
  return partsOf(node).findLast((part) => part.at >= from && part.at <= at);
}

function partsOf(node: unknown): { part: string | number; at: number; value: unknown }[] {
  if (isSeq(node)) return node.items.map((value, part) => ({ part, at: startOf(value) ?? 0, value }));
  if (!isMap(node)) return [];
  return node.items.flatMap(({ key, value }) =>
    isScalar(key) ? [{ part: String(key.value), at: startOf(key) ?? 0, value }] : [],
  );
}

interface Entry {
  key?: Node;
  value: unknown;
}

/** The keys of each mapping, found once: a file can have thousands of problems in one mapping. */
const indexed = new WeakMap<YAMLMap, ReadonlyMap<string, Entry>>();

function entriesOf(map: YAMLMap): ReadonlyMap<string, Entry> {
  const known = indexed.get(map);
  if (known) return known;
  const entries = new Map<string, Entry>();
  for (const { key, value } of map.items) {
    if (isScalar(key) && !entries.has(String(key.value))) entries.set(String(key.value), { key, value });
  }
  indexed.set(map, entries);
  return entries;
}

function childOf(node: unknown, part: string | number): Entry | undefined {
  if (isSeq(node)) {
    const value = typeof part === 'number' ? node.items[part] : undefined;
    return value === undefined ? undefined : { value };
  }
  if (!isMap(node)) return undefined;
  return entriesOf(node).get(String(part));
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

/** The longest piece of the file that a message shows. */
const LONGEST = 60;

function foundAt(node: unknown, text: string): string {
  if (isSeq(node)) return 'a list';
  if (isMap(node)) return 'a mapping';
  if (!isNode(node) || !node.range) return 'nothing';
  const written = text
    .slice(node.range[0], node.range[1])
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
  if (written === '') return 'nothing';
  return written.length > LONGEST ? `${written.slice(0, LONGEST)}…` : written;
}

/**
 * The offset in the file of a character of a text. `index` counts UTF-16 units of the value. Undefined for a folded
 * text, because its characters have no single place.
 */
function placeInText(scalar: Scalar, { text, index }: { text: string; index: number }): number | undefined {
  const [from, to] = scalar.range ?? [0, 0];
  const source = text.slice(from, to);
  if (scalar.type === 'BLOCK_LITERAL')
    return shifted(from, placeInBlock(source, String(scalar.value), index));
  if (source.includes('\n')) return undefined;
  if (scalar.type === 'PLAIN') return from + index;
  if (scalar.type === 'QUOTE_SINGLE') return shifted(from, placeAfter(source, { index, unit: /''|[^]/g }));
  if (scalar.type === 'QUOTE_DOUBLE') return shifted(from, placeAfter(source, { index, unit: ESCAPED }));
  return undefined;
}

const ESCAPED = /\\(?:x[^]{2}|u[^]{4}|U[^]{8}|[^])|[^]/g;

function shifted(from: number, at: number | undefined): number | undefined {
  return at === undefined ? undefined : from + at;
}

/** Counts the characters after the opening quote. One character may be written as several. */
function placeAfter(source: string, { index, unit }: { index: number; unit: RegExp }): number | undefined {
  let left = index;
  for (const { 0: written, index: at } of source.slice(1).matchAll(unit)) {
    if (left <= 0) return at + 1;
    left -= written.startsWith('\\U') && Number.parseInt(written.slice(2), 16) > 0xff_ff ? 2 : 1;
  }
  return undefined;
}

/** In a block each line of the value is a line of the file, indented. */
function placeInBlock(source: string, value: string, index: number): number | undefined {
  const before = value.slice(0, index).split('\n');
  const [, ...lines] = source.split('\n');
  const indent = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)));
  const header = source.indexOf('\n') + 1;
  const above = lines.slice(0, before.length - 1).reduce((sum, line) => sum + line.length + 1, header);
  const place = above + indent + (before.at(-1)?.length ?? 0);
  return place <= source.length ? place : undefined;
}
