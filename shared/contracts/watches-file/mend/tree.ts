import { isObject } from '../../../domain/lib/fields.ts';
import { placeAt } from '../meant/meant-instead.ts';
import { memberOf, type Path, type Problem } from '../problem.ts';
import { expectationOf, keysOf } from '../schema/values.ts';
import { watchesFileSchema } from '../schema/file-schema.ts';

/** A mapping of the file. */
export type Mapping = Record<string, unknown>;

/** An entry that is at another place than it was probably meant for: where it is, and where it belongs. */
interface Move {
  from: Path;
  to: Path;
}

/** The content of a file while it is mended. */
export interface Mending {
  data: Mapping;
  problems: Problem[];
  moves: Move[];
  /** The mended paths of values whose problems follow from the wrong name of their key. */
  renamed: Path[];
}

/** The keys of a channel whose values are lists of addresses. */
export const ADDRESSES = ['email', 'sms', 'https', 'queue'] as const;

/** The mapping with an entry removed. */
export function without(map: Mapping, key: string): Mapping {
  return Object.fromEntries(Object.entries(map).filter(([name]) => name !== key));
}

/** The content with another value at a path. Mappings that are missing on the way are added. */
export function withValue(data: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(data)) {
    const items: unknown[] = data;
    return items.map((item, index) => (index === key ? withValue(item, rest, value) : item));
  }
  const map = isObject(data) ? data : {};
  const below: unknown = Object.hasOwn(map, key) ? map[key] : undefined;
  return Object.fromEntries([
    ...Object.entries(map).filter(([name]) => name !== key),
    [key, withValue(below, rest, value)],
  ]);
}

/** The content of the file with another value at a path inside of it. */
export function changed(data: Mapping, path: Path, value: unknown): Mapping {
  const next = withValue(data, path, value);
  return isObject(next) ? next : data;
}

/** The content with a value in place of another one that was probably meant so, and the problem that says it. */
export function replaced(
  now: Mending,
  given: {
    path: Path;
    value: unknown;
    problem: Problem;
    moves?: readonly Move[];
    /** What is wrong in it follows from this mistake. */
    renamed?: Path;
  },
): Mending {
  return {
    data: changed(now.data, given.path, given.value),
    problems: [...now.problems, given.problem],
    moves: [...now.moves, ...(given.moves ?? [])],
    renamed: given.renamed ? [...now.renamed, given.renamed] : now.renamed,
  };
}

/** The path in the file as it is written, of a path in the mended content. */
export function writtenPath(path: Path, moves: readonly Move[]): Path {
  return moves.reduceRight<Path>(
    (now, { from, to }) =>
      to.every((part, index) => part === now[index]) ? [...from, ...now.slice(to.length)] : now,
    path,
  );
}

/** A mapping with more unknown keys is no file of watches: they are not mended. */
const MOST_UNKNOWN = 40;

/** The keys that the mapping at a path can have; none where the schema takes any, or none. */
export function keysAt(data: unknown, path: Path): string[] {
  return keysOf(placeAt(watchesFileSchema(), { value: data, path }).schema);
}

export function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>(memberOf, data);
}

/** The keys of the mapping at a path that the schema knows nothing of. */
export function unknownKeysAt(data: unknown, path: Path): string[] {
  const value = valueAt(data, path);
  const { schema } = placeAt(watchesFileSchema(), { value: data, path });
  const keys = new Set(keysOf(schema));
  if (!isObject(value) || keys.size === 0) return [];
  const unknown = Object.keys(value).filter((key) => !keys.has(key) && !key.startsWith('custom_tags.'));
  if (unknown.length > MOST_UNKNOWN) return [];
  return unknown.filter((key) => !expectationOf(schema).ofKey?.(key));
}
