import { namesIn } from '../document/member-of.ts';
import type { Path } from '../problems/problem.ts';
import { yamlText } from '../problems/yaml-text.ts';
import { unknownKeysAt, valueAt } from './known-keys.ts';
import { isMapping, type Mending, withValue } from './tree.ts';

/** Keys whose value is one text, in which a comma is no end. */
const TEXTS: ReadonlySet<string> = new Set(['q', 'query', 'author_name', 'title', 'source_name']);

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
  const meant = (key: string, own: readonly string[]) => (TEXTS.has(key) ? own.join(', ') : own);
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
    hint: `write ${key}: ${TEXTS.has(key) ? yamlText(own.join(', ')) : `[${own.map(yamlText).join(', ')}]`}`,
  }));
  return {
    ...given,
    data: isMapping(next) ? next : given.data,
    problems: [...given.problems, ...problems],
    renamed: [...given.renamed, ...problems.map(({ path: own }) => own)],
  };
}

function joinedOr(
  value: unknown,
  parts: readonly string[] | undefined,
  join: (parts: readonly string[]) => unknown,
): unknown {
  return parts ? join(parts) : value;
}
