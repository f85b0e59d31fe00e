import type { RemovedWatch } from '../../shared/domain/watches/removed-watch.ts';
import type { RemovedWatches } from '../../shared/use-cases/ports/definitions.ts';
import { copyOf } from './copy-of.ts';

/** Watches that were removed, in memory. */
export function memoryRemovedWatches(): RemovedWatches {
  const removed = new Map<string, RemovedWatch>();
  return {
    all: async (now) =>
      copyOf([...removed.values()])
        .filter(({ expiresAt }) => expiresAt > now)
        .toSorted((a, b) => (a.watchId < b.watchId ? -1 : 1)),
    note: async (one) => void removed.set(one.watchId, copyOf(one)),
    forget: async (watchId) => void removed.delete(watchId),
  };
}
