import type { Holding, MonitorHolding, WatchlistHolding } from '../../shared/domain/upstream/upstream-resource.ts';
import type { Watchlist } from '../../shared/domain/watches/watchlist.ts';
import type {
  DeliveryBodies,
  DeliveryOrder,
  DeliveryQueue,
  Holdings,
  TakenRun,
  TakenRuns,
  Watchlists,
} from '../../shared/use-cases/ports/upstream-ports.ts';
import { copyOf } from './copy-of.ts';

/** Records of upstream objects in memory. */
export function memoryHoldings(): Holdings {
  const holdings = new Map<string, Holding>();
  const keyOf = ({ type, name }: Pick<Holding, 'type' | 'name'>) => `${type}/${name}`;
  const get = (type: Holding['type'], name: string) => copyOf(holdings.get(keyOf({ type, name })));
  return {
    all: async () => copyOf([...holdings.values()]),
    monitor: async (name) => get('monitor', name) as MonitorHolding | undefined,
    watchlist: async (name) => get('watchlist', name) as WatchlistHolding | undefined,
    write: async (holding) => {
      if ((holdings.get(keyOf(holding))?.revision ?? 0) !== holding.revision) return undefined;
      const next = { ...holding, revision: holding.revision + 1 };
      holdings.set(keyOf(holding), copyOf(next));
      return next;
    },
    remove: async (holding) => void holdings.delete(keyOf(holding)),
  };
}

export function memoryTakenRuns(): TakenRuns {
  const runs = new Map<string, TakenRun>();
  return {
    note: async (run) => {
      const key = `${run.watchId}/${run.jobId}`;
      if (run.isPulled || !runs.has(key)) runs.set(key, { ...run });
    },
    of: async (watchId, jobIds) => jobIds.flatMap((jobId) => runs.get(`${watchId}/${jobId}`) ?? []),
  };
}

export function memoryWatchlists(): Watchlists {
  const lists = new Map<string, Watchlist>();
  return {
    all: async () => [...copyOf([...lists.values()])].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    put: async (list) => void lists.set(list.name, copyOf(list)),
    remove: async (name) => void lists.delete(name),
  };
}

export function memoryBodies(): DeliveryBodies & { objects: Map<string, Uint8Array> } {
  const objects = new Map<string, Uint8Array>();
  return {
    objects,
    put: async (key, body) => void objects.set(key, body),
    read: async (key) => objects.get(key),
  };
}

export function memoryDeliveryQueue(): DeliveryQueue & { orders: DeliveryOrder[] } {
  const orders: DeliveryOrder[] = [];
  return { orders, send: async (order) => void orders.push(order) };
}
