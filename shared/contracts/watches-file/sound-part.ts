import type * as z from 'zod';
import { soundFileSchema, type SoundFile } from './file-schema.ts';
import { memberOf } from './expectations.ts';

type Issue = z.core.$ZodIssue;

/**
 * What is left of a file when everything with an issue is taken out, so that rules between its parts can be checked
 * although other parts are wrong: all errors are told at once, and none of them twice.
 */
export function soundPartOf(raw: unknown, issues: readonly Issue[]): SoundFile {
  let rest = without(
    raw,
    issues.flatMap((issue) => wrongPaths(issue, raw)),
  );
  for (;;) {
    const parsed = soundFileSchema.safeParse(rest);
    if (parsed.success) return parsed.data;
    const wrong = parsed.error.issues.map((issue) => standing(issue.path, rest));
    if (wrong.some((path) => path.length === 0)) return {};
    rest = without(rest, wrong);
  }
}

function wrongPaths(issue: Issue, raw: unknown): PropertyKey[][] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [...issue.path, key]);
  return valueAt(raw, issue.path) === undefined ? [] : [issue.path];
}

/** The longest beginning of a path that leads somewhere: of a mapping that misses something, the mapping. */
function standing(path: readonly PropertyKey[], raw: unknown): PropertyKey[] {
  const parts = [...path];
  while (parts.length > 0 && valueAt(raw, parts) === undefined) parts.pop();
  return parts;
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce(memberOf, raw);
}

function without(raw: unknown, paths: readonly (readonly PropertyKey[])[]): unknown {
  const dropped = new Set(paths.map(keyOf));
  return dropped.has(keyOf([])) ? {} : copyWithout(raw, { dropped, path: [] });
}

function copyWithout(
  value: unknown,
  at: { dropped: ReadonlySet<string>; path: readonly PropertyKey[] },
): unknown {
  const below = (key: PropertyKey) => ({ dropped: at.dropped, path: [...at.path, key] });
  const kept = (key: PropertyKey) => !at.dropped.has(keyOf([...at.path, key]));
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => (kept(index) ? [copyWithout(item, below(index))] : []));
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries: [string, unknown][] = Object.entries(value);
  return Object.fromEntries(
    entries.filter(([key]) => kept(key)).map(([key, item]) => [key, copyWithout(item, below(key))]),
  );
}

function keyOf(path: readonly PropertyKey[]): string {
  return JSON.stringify(path);
}
