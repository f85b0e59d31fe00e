import { isMap, isNode, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import type { Path } from '../../shared/contracts/watches-file/problems/problem.ts';
import { placeInText } from './text-place.ts';
import type { YamlText } from './read-yaml.ts';

/** The place in the text that a path of the data leads to. */
export interface Place {
  at: number;
  /** The text there; absent where there is none, and where the problem is the key itself. */
  found?: string;
}

/** Finds the place of a path: its key, its value, or a character in it. For a missing key it is the key above. */
export function locate(yaml: YamlText, given: { path: Path; atKey?: true; offset?: number }): Place {
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
