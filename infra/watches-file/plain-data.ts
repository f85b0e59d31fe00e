import { isAlias, isMap, isScalar, isSeq, type LineCounter, type Scalar } from 'yaml';
import type { DottedNumber } from '../../shared/contracts/watches-file/mend/mend-thousands.ts';
import type { Path } from '../../shared/contracts/watches-file/problems/problem.ts';
import { yamlText } from '../../shared/contracts/watches-file/problems/yaml-text.ts';
import { commentWarnings, LONGEST_LINE, type YamlFault } from './comment-warnings.ts';

/** What to do about an anchor or an alias. */
export const ALIAS = {
  what: 'The file must not have anchors and aliases (& and *)',
  hint: 'write the value itself, or put settings for all watches into defaults',
};

/** What is found while a tree is read. */
export interface Reading {
  text: string;
  lines: LineCounter;
  faults: (PathFault & { unsure?: true })[];
  warnings: PathFault[];
  dotted: DottedNumber[];
  /** False where a part could not be read. */
  whole: boolean;
}

type PathFault = YamlFault & { path: Path };

/** A node of the tree has this path. */
interface Here {
  reading: Reading;
  path: Path;
}

/** A tree of the parser as plain data. `nesting.ts` has checked its depth. */
export function plainOf(node: unknown, here: Here): unknown {
  const { reading, path } = here;
  if (isAlias(node)) {
    const alias = { at: node.range?.[0] ?? 0, ...ALIAS };
    return reading.text.includes(`&${node.source}`)
      ? refuse(here, alias)
      : asText(here, { at: alias.at, text: `*${node.source}` });
  }
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) return null;
  const at = node.range?.[0] ?? 0;
  if (node.anchor !== undefined && isScalar(node) && !reading.text.includes(`*${node.anchor}`))
    return asText(here, { at, text: `&${node.anchor} ${node.source ?? ''}`.trimEnd() });
  if (node.anchor !== undefined) refuse(here, { at, ...ALIAS });
  if (node.tag !== undefined)
    refuse(here, { at, what: 'The file must not have tags with !!', hint: 'remove the tag' });
  if (isScalar(node)) return valueOf(node, here);
  if (isSeq(node)) return node.items.map((item, index) => plainOf(item, { reading, path: [...path, index] }));
  const entries = new Map<string, unknown>();
  for (const { key, value } of node.items) {
    if (!isScalar(key)) continue;
    const name = String(key.value);
    const fault = keyFault(name, entries);
    const below = [...path, name];
    if (fault) reading.faults.push({ at: key.range?.[0] ?? at, path: below, ...fault });
    else entries.set(name, plainOf(value, { reading, path: below }));
  }
  return Object.fromEntries(entries);
}

/**
 * A scalar, or what the author meant where YAML reads the rest of the line as a comment: `q: #acme` has no value, and
 * `acme OR #globex` ends in an operator.
 */
function valueOf(node: Scalar, { reading, path }: Here): unknown {
  const at = node.range?.[0] ?? 0;
  const isPlain = node.type === undefined || node.type === 'PLAIN';
  if (isPlain && DOTTED.test(node.source ?? '')) reading.dotted.push({ path, text: node.source ?? '' });
  const isCut = node.value === null || /\b(?:AND|OR|NOT)$/.test(node.source ?? '');
  if (isPlain && !isCut) {
    const warnings = commentWarnings(node, { ...reading, path });
    reading.warnings.push(...warnings.map((warning) => ({ path, ...warning })));
  }
  if (!isPlain || !isCut) return node.value;
  const index = reading.lines.linePos(at).line;
  const start = reading.lines.lineStarts[index - 1] ?? 0;
  const end = (reading.lines.lineStarts[index] ?? reading.text.length + 1) - 1;
  if (end - start > LONGEST_LINE) return node.value;
  const line = reading.text.slice(start, end);
  const [, sign = '', value] = /^\s*(-|(?:-\s+)?[\w.-]+:)\s+(.*\S)\s*$/.exec(line) ?? [];
  const hash = value === undefined ? -1 : ` ${value}`.search(/ #\S/);
  if (value === undefined || hash < 0 || (node.value === null && hash > 0)) return node.value;
  const what =
    hash === 0
      ? 'The value is a comment, because it begins with #'
      : 'YAML reads the text from # on as a comment';
  reading.faults.push({
    at: start + line.indexOf('#'),
    path,
    what,
    hint: `put the value in quotes: write ${sign.replace(/^-\s+/, '')} ${yamlText(value)}`,
    unsure: true,
  });
  return value;
}

/** A number with dots before three digits each. What begins with 0 is a fraction. */
const DOTTED = /^[-+]?[1-9]\d{0,2}(?:\.\d{3})+$/;

/** Reads a text that begins with & or *, where no other place of the file has the sign that would belong to it. */
function asText({ reading, path }: Here, { at, text }: { at: number; text: string }): string {
  const what = `A value cannot begin with ${text.charAt(0)}, a reserved character`;
  const hint = `put it in quotes: write '${text}'. The file must not have anchors and aliases (& and *)`;
  reading.faults.push({ at, path, what, hint, unsure: true });
  return text;
}

function refuse({ reading, path }: Here, fault: YamlFault): undefined {
  reading.faults.push({ path, ...fault });
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
