import { memberOf } from '../document/member-of.ts';
import { placeAt } from '../explain/place-in-schema.ts';
import type { Path } from '../problems/problem.ts';
import { expectationOf, keysOf } from '../schema/expectations.ts';
import { watchesFileSchema } from '../schema/file-schema.ts';
import { isMapping } from './tree.ts';

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
  if (!isMapping(value) || keys.size === 0) return [];
  const unknown = Object.keys(value).filter((key) => !keys.has(key) && !key.startsWith('custom_tags.'));
  if (unknown.length > MOST_UNKNOWN) return [];
  return unknown.filter((key) => !expectationOf(schema).ofKey?.(key));
}
