import {
  resourceSchema,
  monitorResourceSchema,
  collectedRunSchema,
  watchlistResourceSchema,
} from '../../contracts/stored/stored-upstream-resource.ts';
import type { UpstreamResource } from '../../domain/upstream/upstream-resource.ts';
import { watchlistDefinitionSchema } from '../../contracts/stored/definitions.ts';
import type { Watchlists } from '../../use-cases/ports/definitions.ts';
import type { CollectedRuns, UpstreamResources } from '../../use-cases/ports/upstream.ts';
import { ABSENT, expiry, type Key, type Table } from '../table.ts';

const RESOURCES = 'HOLDINGS';
/** More than the watches and watchlists of one file. */
const MOST = 2_000;

/** Records of upstream resources, in one partition. */
export function dynamoUpstreamResources(table: Table): UpstreamResources {
  return {
    all: () => table.query({ partition: RESOURCES, limit: MOST }, resourceSchema),
    monitor: (name) => table.get(keyOf({ type: 'monitor', name }), monitorResourceSchema),
    watchlist: (name) => table.get(keyOf({ type: 'watchlist', name }), watchlistResourceSchema),
    async write(resource) {
      const next = { ...resource, revision: resource.revision + 1 };
      const fields: UpstreamResource = next;
      const item = { ...fields, ...keyOf(resource) };
      if (resource.revision === 0) return (await table.putIf(item, ABSENT)) ? next : undefined;
      const written = await table.putIf(item, { is: { revision: resource.revision } });
      return written ? next : undefined;
    },
    remove: (resource) => table.remove(keyOf(resource)),
  };
}

function keyOf({ type, name }: Pick<UpstreamResource, 'type' | 'name'>): Key {
  return { pk: RESOURCES, sk: `${type.toUpperCase()}#${name}` };
}

/** Collected runs, in the partition of their watch. */
export function dynamoCollectedRuns(table: Table): CollectedRuns {
  const runKey = (watchId: string, jobId: string): Key => ({ pk: `WATCH#${watchId}`, sk: `RUN#${jobId}` });
  return {
    async note(run) {
      const item = { ...run, ...runKey(run.watchId, run.jobId), ...expiry(run.expiresAt) };
      await (run.isPulled ? table.put(item) : table.putIf(item, ABSENT));
    },
    of: (watchId, jobIds) =>
      table.getMany(
        jobIds.map((jobId) => runKey(watchId, jobId)),
        collectedRunSchema,
      ),
  };
}

const WATCHLISTS = 'WATCHLISTS';
/** More than a file may name. */
const MOST_LISTS = 100;

/** The watchlists, in one partition. */
export function dynamoWatchlists(table: Table): Watchlists {
  return {
    all: () => table.query({ partition: WATCHLISTS, limit: MOST_LISTS }, watchlistDefinitionSchema),
    put: (list) => table.put({ pk: WATCHLISTS, sk: list.name, ...list }),
    remove: (name) => table.remove({ pk: WATCHLISTS, sk: name }),
  };
}
