import { isMap, isScalar, isSeq, type Node, type YAMLMap, type YAMLSeq } from 'yaml';
import { yamlText } from '../../shared/contracts/watches-file/problem.ts';
import { type Edit, idOfName, queryAfter } from '../../shared/domain/edits/edits.ts';
import { foldText } from '../../shared/domain/query/fold.ts';
import { readYaml } from './read-yaml.ts';

/** An edit, and where in the file it belongs. */
interface Placed {
  edit: Edit;
  path: readonly string[];
}

/**
 * Writes an edit into the text of a watches file. What it does not change stays as it is written, with its comments.
 * Undefined where the file has no place for it: what it removes is not there, but comes from elsewhere in the file.
 */
export function writeEdit(text: string, { edit, path }: Placed): string | undefined {
  const bom = text.startsWith('\uFEFF') ? 1 : 0;
  const written = writeInto(text.slice(bom), { edit, path });
  return written && text.slice(0, bom) + written;
}

function writeInto(text: string, { edit, path }: Placed): string | undefined {
  const { key, act, value } = edit;
  const { root } = readYaml(text);
  if (act === 'set') return setValue({ text, root }, path, plain(value));
  const name = String(value);
  const found = nodeAt(root, path);
  if (key === 'names') {
    const q = isScalar(found) ? queryAfter(String(found.value), edit) : undefined;
    return q === undefined ? undefined : setValue({ text, root }, path, yamlText(q));
  }
  const list = isMap(found) && key === 'email' ? nodeAt(found, ['to']) : found;
  if (act === 'remove') return removeFrom(text, list, name);
  if (key === 'competitors')
    return setValue({ text, root }, [...path, idOfName(name)], `[${yamlText(name)}]`);
  if (isSeq(list)) return addTo(text, list, yamlText(name));
  // One text may stand for a list.
  const before = isScalar(list) ? `${text.slice(...spanOf(list))}, ` : '';
  return setValue({ text, root }, path, `[${before}${yamlText(name)}]`);
}

function plain(value: Edit['value']): string {
  return typeof value === 'string' ? yamlText(value) : String(value);
}

function nodeAt(node: unknown, path: readonly string[]): unknown {
  return path.reduce((at, key) => (isMap(at) ? at.get(key, true) : undefined), node);
}

/** Where a node begins and ends in the text, without the comments behind it. */
function spanOf(node: unknown): [start: number, end: number] {
  const [start = 0, end = 0] = (isScalar(node) || isMap(node) || isSeq(node) ? node.range : undefined) ?? [];
  const last = (isMap(node) || isSeq(node)) && !node.flow ? spansIn(node).at(-1) : undefined;
  return [start, last?.[1] ?? end];
}

/** The same of each entry of a collection. */
function spansIn(node: YAMLMap | YAMLSeq): [start: number, end: number][] {
  if (isSeq(node)) return node.items.map(spanOf);
  return node.items.map(({ key, value }) => [spanOf(key)[0], spanOf(value ?? key)[1]]);
}

/** Sets a value, and makes the mappings that lead to it. */
function setValue(
  { text, root }: { text: string; root: Node | null },
  path: readonly string[],
  value: string,
): string | undefined {
  const found = nodeAt(root, path);
  if (isScalar(found)) {
    const [start, end] = spanOf(found);
    // The text of a block scalar ends with its last line.
    return splice(text, [start, end], text[end - 1] === '\n' ? `${value}\n` : value);
  }
  const depth = path.findLastIndex((_, n) => isMap(nodeAt(root, path.slice(0, n))));
  const map = nodeAt(root, path.slice(0, depth));
  const [key = '', ...below] = path.slice(depth);
  if (found !== undefined || !isMap(map)) return undefined;
  return addTo(text, map, `${key}: ${below.reduceRight((inner, one) => `{ ${one}: ${inner} }`, value)}`);
}

function addTo(text: string, node: YAMLMap | YAMLSeq, entry: string): string {
  const last = spansIn(node).at(-1);
  const [start] = spanOf(node);
  if (!last) return splice(text, spanOf(node), isSeq(node) ? `[${entry}]` : `{ ${entry} }`);
  if (node.flow) return splice(text, [last[1], last[1]], `, ${entry}`);
  // The entries of a block begin with the same blanks, and those of a list with a dash.
  const lead = text.slice(lineStart(text, start), spansIn(node)[0]?.[0]).replace(/[^\s-].*$/, '');
  const end = lineEnd(text, last[1]);
  return splice(text, [end, end], `\n${isSeq(node) ? lead : ' '.repeat(lead.length)}${entry}`);
}

function removeFrom(text: string, node: unknown, name: string): string | undefined {
  if (!isMap(node) && !isSeq(node)) return undefined;
  const isIt = (written: unknown) => isScalar(written) && foldText(String(written.value)) === foldText(name);
  const index = isSeq(node)
    ? node.items.findIndex(isIt)
    : node.items.findIndex(({ key, value }) => isIt(key) || (isSeq(value) && isIt(value.items[0])));
  const spans = spansIn(node);
  const own = spans[index];
  if (!own) return undefined;
  const before = text.slice(0, spanOf(node)[0]);
  if (spans.length === 1) {
    const kept = node.flow ? before : `${before.trimEnd()} `;
    return kept + (isSeq(node) ? '[]' : '{}') + text.slice(spanOf(node)[1]);
  }
  if (!node.flow) return splice(text, [lineStart(text, own[0]), lineEnd(text, own[1]) + 1], '');
  const next = spans[index + 1];
  return splice(text, next ? [own[0], next[0]] : [spans[index - 1]?.[1] ?? own[0], own[1]], '');
}

function splice(text: string, [start, end]: [start: number, end: number], by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', text[at - 1] === '\n' ? at - 1 : at);
  return end < 0 ? text.length : end;
}
