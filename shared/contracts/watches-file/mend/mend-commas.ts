import { namesIn } from '../document/member-of.ts';
import type { Path } from '../problems/problem.ts';
import { yamlText } from '../problems/yaml-text.ts';
import { unknownKeysAt, valueAt } from './known-keys.ts';
import { isMapping, type Mending, withValue } from './tree.ts';

/** Keys whose value is one text, in which a comma is no end. */
const TEXTS: ReadonlySet<string> = new Set(['q', 'query', 'author_name', 'title', 'source_name']);
/** Keys whose value is an expression with commas between its times. */
const EXPRESSIONS: ReadonlySet<string> = new Set(['schedule', 'brief']);

/**
 * Joins what a comma has cut in braces: `{ lang: en, fr }` is a key `lang` and a key `fr` without a value. A key without a
 * value that the schema does not know is a part of the value before it.
 */
export function mendCommas(given: Mending): Mending {
  const queries = namesIn(given.data, 'watches').map((name) => ['watches', name, 'query']);
  const channels = namesIn(given.data, 'channels').map((name) => ['channels', name]);
  const exclusions = namesIn(given.data, 'watches').map((name) => ['watches', name, 'exclude']);
  return [['operators'], ['exclude'], ...channels, ...queries, ...exclusions].reduce(mendMapping, given);
}

function mendMapping(given: Mending, path: Path): Mending {
  const map = valueAt(given.data, path);
  if (!isMapping(map) || !Object.values(map).includes(null)) return given;
  const unknown = new Set(unknownKeysAt(given.data, path));
  const parts = new Map<string, string[]>();
  const kept: [string, unknown][] = [];
  for (const [key, value] of Object.entries(map)) {
    const last = kept.at(-1);
    const before = last?.[1];
    const isPart =
      value === null && unknown.has(key) && (typeof before === 'string' || typeof before === 'number');
    if (last && isPart) parts.set(last[0], [...(parts.get(last[0]) ?? [String(before)]), key]);
    else kept.push([key, value]);
  }
  if (parts.size === 0) return given;
  const meant = (key: string, own: readonly string[]) => textOf(key, own) ?? own;
  const next = withValue(
    given.data,
    path,
    Object.fromEntries(
      kept.map(([key, value]) => [key, joinedOr(value, parts.get(key), (own) => meant(key, own))]),
    ),
  );
  const problems = Array.from(parts, ([key, own]) => ({
    path: [...path, key],
    what: 'A comma ends a value',
    hint: `write ${key}: ${written(key, own)}`,
  }));
  return {
    ...given,
    data: isMapping(next) ? next : given.data,
    problems: [...given.problems, ...problems],
    renamed: [...given.renamed, ...problems.map(({ path: own }) => own)],
  };
}

/** The text that a comma has cut; undefined where the parts are a list. */
function textOf(key: string, parts: readonly string[]): string | undefined {
  if (EXPRESSIONS.has(key)) return parts.join(',');
  return TEXTS.has(key) ? parts.join(', ') : undefined;
}

function written(key: string, parts: readonly string[]): string {
  const text = textOf(key, parts);
  if (text === undefined) return `[${parts.map(yamlText).join(', ')}]`;
  return EXPRESSIONS.has(key) ? JSON.stringify(text) : yamlText(text);
}

function joinedOr(
  value: unknown,
  parts: readonly string[] | undefined,
  join: (parts: readonly string[]) => unknown,
): unknown {
  return parts ? join(parts) : value;
}
