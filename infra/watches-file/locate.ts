import { isMap, isNode, isScalar, isSeq, type Node, type Scalar } from 'yaml';
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

function childOf(node: unknown, part: string | number): Entry | undefined {
  if (isSeq(node)) {
    const value = typeof part === 'number' ? node.items[part] : undefined;
    return value === undefined ? undefined : { value };
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
  if (pair && isScalar(pair.key)) return { key: pair.key, value: pair.value };
  const [, taxonomy] = /^custom_tags\.(.+)$/.exec(String(part)) ?? [];
  return taxonomy === undefined ? undefined : childOf(childOf(node, 'custom_tags')?.value, taxonomy);
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
 * The offset in the file of a character of a text. `index` counts UTF-16 units of the value. Undefined where the text
 * is written otherwise than it is read: on several lines, or with escaped characters.
 */
function placeInText(
  { range, value }: Scalar,
  { text, index }: { text: string; index: number },
): number | undefined {
  const [from, to] = range ?? [0, 0];
  const shift = text.slice(from, to).indexOf(String(value));
  return shift < 0 ? undefined : from + shift + index;
}
