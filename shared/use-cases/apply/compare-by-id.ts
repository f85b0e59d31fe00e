import { isSame } from '../../domain/lib/canonical.ts';
import type { Changes } from '../../domain/runs/outcome.ts';

/** What has to be put and removed so that what exists agrees with what is wanted. */
export interface Comparison<T> {
  /** New ones and changed ones. */
  put: ReadonlySet<T>;
  /** The ids of the same. */
  changes: Changes;
}

/** Compares what is wanted with what exists, by id. */
export function compareById<T>(
  wanted: readonly T[],
  existing: readonly T[],
  idOf: (one: T) => string,
): Comparison<T> {
  const before = new Map(existing.map((one) => [idOf(one), one]));
  const added = wanted.filter((one) => !before.has(idOf(one)));
  const changed = wanted.filter((one) => before.has(idOf(one)) && !isSame(before.get(idOf(one)), one));
  const ids = new Set(wanted.map(idOf));
  return {
    put: new Set([...added, ...changed]),
    changes: {
      added: added.map(idOf),
      changed: changed.map(idOf),
      removed: [...before.keys()].filter((id) => !ids.has(id)),
    },
  };
}
