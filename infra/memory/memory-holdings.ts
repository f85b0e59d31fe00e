import type { UpstreamResource } from '../../shared/domain/upstream/upstream-resource.ts';
import type { Watchlist } from '../../shared/domain/watches/watchlist.ts';
import type { Watchlists } from '../../shared/use-cases/ports/definitions.ts';
import type { WebhookOrder, WebhookQueue } from '../../shared/use-cases/ports/queues.ts';
import type {
  CollectedRun,
  CollectedRuns,
  UpstreamResources,
  WebhookPayloads,
} from '../../shared/use-cases/ports/upstream.ts';
import { copyOf } from './copy-of.ts';

/** Records of upstream objects in memory. */
export function memoryUpstreamResources(): UpstreamResources {
  const resources = new Map<string, UpstreamResource>();
  const keyOf = ({ type, name }: Pick<UpstreamResource, 'type' | 'name'>) => `${type}/${name}`;
  const get = (type: UpstreamResource['type'], name: string) => copyOf(resources.get(keyOf({ type, name })));
  return {
    all: async () => copyOf([...resources.values()]),
    monitor: async (name) => {
      const found = get('monitor', name);
      return found?.type === 'monitor' ? found : undefined;
    },
    watchlist: async (name) => {
      const found = get('watchlist', name);
      return found?.type === 'watchlist' ? found : undefined;
    },
    write: async (resource) => {
      if ((resources.get(keyOf(resource))?.revision ?? 0) !== resource.revision) return undefined;
      const next = { ...resource, revision: resource.revision + 1 };
      resources.set(keyOf(resource), copyOf(next));
      return next;
    },
    remove: async (resource) => void resources.delete(keyOf(resource)),
  };
}

export function memoryTakenRuns() {
  const runs = new Map<string, CollectedRun>();
  const port: CollectedRuns = {
    note: async (run) => {
      const key = `${run.watchId}/${run.jobId}`;
      if (run.isPulled || !runs.has(key)) runs.set(key, { ...run });
    },
    of: async (watchId, jobIds) => jobIds.flatMap((jobId) => runs.get(`${watchId}/${jobId}`) ?? []),
  };
  return { ...port, held: runs };
}

export function memoryWatchlists(): Watchlists {
  const lists = new Map<string, Watchlist>();
  return {
    all: async () => [...copyOf([...lists.values()])].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    put: async (list) => void lists.set(list.name, copyOf(list)),
    remove: async (name) => void lists.delete(name),
  };
}

export function memoryBodies(): WebhookPayloads & { objects: Map<string, Uint8Array> } {
  const objects = new Map<string, Uint8Array>();
  return {
    objects,
    put: async (key, body) => void objects.set(key, body),
    read: async (key) => objects.get(key),
  };
}

export function memoryWebhookQueue(): WebhookQueue & { orders: WebhookOrder[] } {
  const orders: WebhookOrder[] = [];
  return { orders, send: async (order) => void orders.push(order) };
}
