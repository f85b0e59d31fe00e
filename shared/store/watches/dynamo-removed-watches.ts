import { removedWatchSchema } from '../../contracts/stored/stored-removed-watch.ts';
import type { RemovedWatches } from '../../use-cases/ports/definitions.ts';
import { expiry, type Key, type Table } from '../table.ts';

const REMOVED = 'REMOVED';

/** Watches that were removed, one item each in one partition, until nothing of them is stored. */
export function dynamoRemovedWatches(table: Table): RemovedWatches {
  const keyOf = (watchId: string): Key => ({ pk: REMOVED, sk: watchId });
  return {
    async all(now) {
      const found = await table.query({ partition: REMOVED, limit: Infinity }, removedWatchSchema);
      return found.filter(({ expiresAt }) => expiresAt > now);
    },
    note: (removed) => table.put({ ...keyOf(removed.watchId), ...removed, ...expiry(removed.expiresAt) }),
    forget: (watchId) => table.remove(keyOf(watchId)),
  };
}
