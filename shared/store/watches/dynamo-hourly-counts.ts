import { hourlyCountsSchema, storedHourlyCounts } from '../../contracts/stored/stored-hourly-counts.ts';
import { DAY } from '../../domain/time/instant.ts';
import type { HourlyCountsStore } from '../../use-cases/ports/counting.ts';
import { ABSENT, expiry, type Key, type Table } from '../table.ts';

/** Counts that were not written for this long belong to no watch any more. */
const KEPT = 400 * DAY;

/** The hourly counts of each watch, in one item. */
export function dynamoHourlyCounts(table: Table): HourlyCountsStore {
  return {
    get: (watchId) => table.get(keyOf(watchId), hourlyCountsSchema),

    put: (hourlyCounts, before) =>
      table.putIf(
        {
          ...storedHourlyCounts(hourlyCounts),
          ...keyOf(hourlyCounts.watchId),
          ...expiry(hourlyCounts.readAt + KEPT),
        },
        before ? { is: { readAt: before.readAt, until: before.until } } : ABSENT,
      ),
  };
}

function keyOf(watchId: string): Key {
  return { pk: `WATCH#${watchId}`, sk: 'TALLY' };
}
