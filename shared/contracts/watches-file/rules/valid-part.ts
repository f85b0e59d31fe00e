import type * as z from 'zod';
import { memberOf } from '../document/member-of.ts';
import { partialFileSchema, type PartialFile } from '../schema/file-schema.ts';

type Issue = z.core.$ZodIssue;

/**
 * The parts of a file that have no issue. With them the rules between the parts can be checked although other parts are
 * wrong, so that one check finds all problems, and each of them once.
 */
export function validPartOf(raw: unknown, issues: readonly Issue[]): PartialFile {
  let rest = without(
    raw,
    issues.flatMap((issue) => wrongPaths(issue, raw)),
  );
  for (;;) {
    const parsed = partialFileSchema.safeParse(rest);
    if (parsed.success) return parsed.data;
    const wrong = parsed.error.issues.map((issue) => existingPath(issue.path, rest));
    if (wrong.some((path) => path.length === 0)) return {};
    rest = without(rest, wrong);
  }
}

function wrongPaths(issue: Issue, raw: unknown): PropertyKey[][] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [...issue.path, key]);
  return valueAt(raw, issue.path) === undefined ? [] : [issue.path];
}

/** The longest beginning of a path that leads to a value: for a missing key, the mapping without it. */
function existingPath(path: readonly PropertyKey[], raw: unknown): PropertyKey[] {
  const parts = [...path];
  while (parts.length > 0 && valueAt(raw, parts) === undefined) parts.pop();
  return parts;
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce(memberOf, raw);
}

function without(raw: unknown, paths: readonly (readonly PropertyKey[])[]): unknown {
  const removed = new Set(paths.map(textOf));
  return removed.has(textOf([])) ? {} : copyWithout(raw, { removed, path: [] });
}

function copyWithout(
  value: unknown,
  at: { removed: ReadonlySet<string>; path: readonly PropertyKey[] },
): unknown {
  const below = (key: PropertyKey) => ({ removed: at.removed, path: [...at.path, key] });
  const isKept = (key: PropertyKey) => !at.removed.has(textOf([...at.path, key]));
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => (isKept(index) ? [copyWithout(item, below(index))] : []));
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries: [string, unknown][] = Object.entries(value);
  return Object.fromEntries(
    entries.filter(([key]) => isKept(key)).map(([key, item]) => [key, copyWithout(item, below(key))]),
  );
}

/** A text that is the same for the same path. */
function textOf(path: readonly PropertyKey[]): string {
  return JSON.stringify(path);
}
