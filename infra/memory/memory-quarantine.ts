import type { QuarantinedItem } from '../../shared/domain/findings/quarantine.ts';
import { UnstorableError } from '../../shared/domain/lib/errors.ts';
import type { Quarantine } from '../../shared/use-cases/ports/findings.ts';

/** Quarantined items in memory. */
export function memoryQuarantine() {
  const all = new Map<string, QuarantinedItem>();
  const keyOf = ({ watchId, id }: Pick<QuarantinedItem, 'watchId' | 'id'>) => `${watchId}/${id}`;
  const of = (watchId: string, now: number) =>
    [...all.values()].filter((item) => item.watchId === watchId && item.expiresAt > now);
  const port: Quarantine = {
    known: async (watchId, ids) => new Set(ids.filter((id) => all.has(keyOf({ watchId, id })))),
    put: async (item) => {
      refuseUnstorable(item);
      if (!all.has(keyOf(item))) all.set(keyOf(item), { ...item });
    },
    comesAgain: async (item) => {
      const before = all.get(keyOf(item));
      const { lastAt, expiresAt } = item;
      if (before) all.set(keyOf(item), { ...before, times: before.times + 1, lastAt, expiresAt });
    },
    latest: async (watchId, { limit, now }) =>
      of(watchId, now)
        .toSorted((a, b) => b.firstAt - a.firstAt || (a.id < b.id ? 1 : -1))
        .slice(0, limit),
    count: async (watchId, now) => of(watchId, now).length,
  };
  return { ...port, held: all };
}

/** What DynamoDB does not take: numbers beyond what is exact, numbers too close to 0, and items that are too large. */
export function refuseUnstorable(item: object): void {
  if (JSON.stringify(item).length > 400_000) throw new UnstorableError('The item is too large.');
  check(item);
}

function check(value: unknown): void {
  if (typeof value === 'number') {
    const size = Math.abs(value);
    if (!(size <= Number.MAX_SAFE_INTEGER) || (size > 0 && size < 1e-130))
      throw new UnstorableError(`The number ${value} cannot be stored.`);
  }
  if (typeof value === 'string' && !value.isWellFormed())
    throw new UnstorableError('The text has half a character.');
  if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) check(one);
}
