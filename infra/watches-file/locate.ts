import { isMap, isNode, isScalar, isSeq, type Node, type Scalar, type YAMLMap } from 'yaml';
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
  const entries = entriesOf(node);
  const [, taxonomy] = /^custom_tags\.(.+)$/.exec(String(part)) ?? [];
  const own = entries.get(String(part));
  return own ?? (taxonomy === undefined ? undefined : childOf(entries.get('custom_tags')?.value, taxonomy));
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
