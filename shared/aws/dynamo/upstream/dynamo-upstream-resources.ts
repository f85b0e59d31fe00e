import {
  holdingSchema,
  monitorHoldingSchema,
  takenRunSchema,
  watchlistHoldingSchema,
} from '../../../contracts/stored/stored-upstream-resource.ts';
import type { Holding } from '../../../domain/upstream/upstream-resource.ts';
import { watchlistSchema } from '../../../contracts/stored/definitions.ts';
import type { Holdings, TakenRuns, Watchlists } from '../../../use-cases/ports/upstream-ports.ts';
import { expiry, type Key, type Table } from '../table/table.ts';

const HOLDINGS = 'HOLDINGS';
/** More than a file has watches and watchlists. */
const MOST = 2_000;

/** Records of upstream objects, in one partition. */
export function dynamoHoldings(table: Table): Holdings {
  return {
    all: () => table.query({ partition: HOLDINGS, limit: MOST }, holdingSchema),
    monitor: (name) => table.get(keyOf({ type: 'monitor', name }), monitorHoldingSchema),
    watchlist: (name) => table.get(keyOf({ type: 'watchlist', name }), watchlistHoldingSchema),
    async write(holding) {
      const next = { ...holding, revision: holding.revision + 1 };
      const facts: Holding = next;
      const item = { ...facts, ...keyOf(holding) };
      if (holding.revision === 0) return (await table.putIfAbsent(item)) ? next : undefined;
      const written = await table.putIf(item, {
        condition: 'revision = :revision',
        values: { ':revision': holding.revision },
      });
      return written ? next : undefined;
    },
    remove: (holding) => table.remove(keyOf(holding)),
  };
}

function keyOf({ type, name }: Pick<Holding, 'type' | 'name'>): Key {
  return { pk: HOLDINGS, sk: `${type.toUpperCase()}#${name}` };
}

/** Runs that were taken, below their watch. */
export function dynamoTakenRuns(table: Table): TakenRuns {
  const runKey = (watchId: string, jobId: string): Key => ({ pk: `WATCH#${watchId}`, sk: `RUN#${jobId}` });
  return {
    async note(run) {
      const item = { ...run, ...runKey(run.watchId, run.jobId), ...expiry(run.expiresAt) };
      await (run.isPulled ? table.put(item) : table.putIfAbsent(item));
    },
    of: (watchId, jobIds) =>
      table.getMany(
        jobIds.map((jobId) => runKey(watchId, jobId)),
        takenRunSchema,
      ),
  };
}

const WATCHLISTS = 'WATCHLISTS';
/** More than a file may name. */
const MOST_LISTS = 100;

/** The watchlists, in one partition. */
export function dynamoWatchlists(table: Table): Watchlists {
  return {
    all: () => table.query({ partition: WATCHLISTS, limit: MOST_LISTS }, watchlistSchema),
    put: (list) => table.put({ pk: WATCHLISTS, sk: list.name, ...list }),
    remove: (name) => table.remove({ pk: WATCHLISTS, sk: name }),
  };
}
