import { isSame } from '../../domain/lib/hash.ts';
import type { Changes } from '../../domain/runs/outcome.ts';

interface Comparison<T> {
  /** In the order of what is wanted. */
  put: ReadonlySet<T>;
  changes: Changes;
}

/** What to put and to remove so that what exists agrees with what is wanted. */
export function compareById<T>(
  wanted: readonly T[],
  existing: readonly T[],
  idOf: (one: T) => string,
): Comparison<T> {
  const before = new Map(existing.map((one) => [idOf(one), one]));
  const put = wanted.filter((one) => !isSame(before.get(idOf(one)), one));
  const ids = put.map(idOf);
  const wantedIds = new Set(wanted.map(idOf));
  return {
    put: new Set(put),
    changes: {
      added: ids.filter((id) => !before.has(id)),
      changed: ids.filter((id) => before.has(id)),
      removed: [...before.keys()].filter((id) => !wantedIds.has(id)),
    },
  };
}
