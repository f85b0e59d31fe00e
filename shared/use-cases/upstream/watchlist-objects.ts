import { GoneError, RefusedError } from '../../domain/lib/errors.ts';
import {
  unreadySubject,
  watchlistIncident,
  watchlistSubject,
} from '../../domain/upstream/upstream-incident.ts';
import type { KnownEntity, WatchlistResource } from '../../domain/upstream/upstream-resource.ts';
import { type Company, companyHash, externalIdOf, type Watchlist } from '../../domain/watches/watchlist.ts';
import {
  checkWatchlist,
  datasetName,
  findWatchlist,
  isCheckDue,
  marksOf,
  seenMembers,
  type WatchlistScope,
  withoutMembers,
} from './compare-watchlist.ts';
import type { ResourceKind, Step, UpstreamObject } from './reconcile-resource.ts';
import type { Sent } from './take-step.ts';

type WatchlistObject = UpstreamObject<WatchlistResource, Watchlist>;
type WatchlistStep = Step<WatchlistResource, Watchlist>;

/** How many new companies go in one call. */
const BATCH = 100;

const entities: WatchlistObject = {
  reach: (scope) => {
    const { members } = scope.resource;
    const { companies } = scope.desired;
    const missing = companies.filter(({ key }) => !members[key]);
    if (missing.length > 0) return entityCreation(scope, missing.slice(0, BATCH));
    for (const company of companies) {
      const known = members[company.key];
      if (known && known.hash !== companyHash(company))
        return { name: 'change-entity', send: (now) => changeEntity(now, { id: known.id, company }) };
    }
    return undefined;
  },
  remove: ({ resource }) => entityRemoval(resource.members, () => true),
};

const dataset: WatchlistObject = {
  reach: (scope) => {
    const { dataset: id, members } = scope.resource;
    if (id === undefined) return datasetCreation(scope);
    const outside = Object.values(members).filter((one) => one.outside);
    return outside.length > 0 ? putIn(id, outside) : undefined;
  },
  remove: ({ resource: { dataset: id } }) =>
    id === undefined
      ? undefined
      : {
          name: 'remove-dataset',
          send: async ({ sweep: { ports, limits } }) => {
            await ports.upstreamWatchlists.removeDataset(id, limits);
            return { change: { dataset: undefined, ready: false } };
          },
        },
};

/** Companies that the file does not name any more. */
const formerEntities: WatchlistObject = {
  reach: ({ resource, desired }) => {
    const wanted = new Set(desired.companies.map(({ key }) => key));
    return entityRemoval(resource.members, (key) => !wanted.has(key));
  },
};

/** What is kept at the service for a watchlist. */
export const WATCHLISTS: ResourceKind<WatchlistResource, Watchlist> = {
  objects: [entities, dataset, formerEntities],
  find: findWatchlist,
  // Until the service has identified every company, each sweep checks it.
  check: (scope) =>
    isCheckDue(scope) ? { name: 'check', project: 'find', send: checkWatchlist, isLast: true } : undefined,
  // A refusal of entities that do not exist any more is explained: they are created again.
  incidentOf: (error, { sweep, resource: { name, members } }, before) =>
    Object.keys(members).length < Object.keys(before.members).length
      ? undefined
      : watchlistIncident(name, error, sweep.ports.clock.now()),
  subjects: (name) => ({
    refused: [watchlistSubject(name)],
    last: [watchlistSubject(name), unreadySubject(name)],
  }),
};

/** Entities belong to no project, so that lost ones are found by their external ids alone. */
function entityCreation(scope: WatchlistScope, companies: readonly Company[]): WatchlistStep {
  const { ports, limits } = scope.sweep;
  const marks = marksOf(scope);
  return {
    name: 'make-entities',
    before: { intent: { makes: 'entities', at: ports.clock.now() } },
    send: async ({ resource: { members } }) => {
      const orders = companies.map((company) => ({ externalId: externalIdOf(marks, company.key), company }));
      const ids = await ports.upstreamWatchlists.createEntities(orders, limits);
      const made = companies.flatMap((company, index): [string, KnownEntity][] => {
        const id = ids[index];
        return id === undefined ? [] : [[company.key, { id, hash: companyHash(company), outside: true }]];
      });
      return {
        change: { members: { ...members, ...Object.fromEntries(made) }, ready: false, intent: undefined },
        waits: made.length === 0,
      };
    },
  };
}

/** An entity that a person has deleted is forgotten, and created again by a later step. */
async function changeEntity(
  { sweep, resource: { members } }: WatchlistScope,
  { id, company }: { id: string; company: Company },
): Promise<Sent<WatchlistResource>> {
  try {
    await sweep.ports.upstreamWatchlists.changeEntity(id, company, sweep.limits);
  } catch (error) {
    if (!(error instanceof GoneError)) throw error;
    return { change: { members: withoutMembers(members, [company.key]) } };
  }
  const changed = { ...members[company.key], id, hash: companyHash(company) };
  return { change: { members: { ...members, [company.key]: changed } } };
}

function entityRemoval(
  members: WatchlistResource['members'],
  isUnwanted: (key: string) => boolean,
): WatchlistStep | undefined {
  const [found] = Object.entries(members).filter(([key]) => isUnwanted(key));
  if (!found) return undefined;
  const [key, { id }] = found;
  return {
    name: 'remove-entity',
    send: async ({ sweep: { ports, limits } }) => {
      await ports.upstreamWatchlists.removeEntity(id, limits);
      return { change: { members: withoutMembers(members, [key]) } };
    },
  };
}

function datasetCreation({ sweep: { ports, limits } }: WatchlistScope): WatchlistStep {
  return {
    name: 'make-dataset',
    project: 'create',
    before: { intent: { makes: 'dataset', at: ports.clock.now() } },
    send: async (scope) => {
      const { members } = scope.resource;
      const entityIds = Object.values(members).map(({ id }) => id);
      const order = { projectId: scope.sweep.project.id ?? '', name: datasetName(scope), entityIds };
      const made = await ports.upstreamWatchlists.createDataset(order, limits);
      return { change: { dataset: made, members: asInside(members), ready: false, intent: undefined } };
    },
    recover: forgetLost,
  };
}

function putIn(id: string, outside: readonly KnownEntity[]): WatchlistStep {
  return {
    name: 'put-in',
    send: async ({ sweep: { ports, limits }, resource: { members } }) => {
      const ids = outside.map((one) => one.id);
      await ports.upstreamWatchlists.putIn(id, ids, limits);
      return { change: { members: asInside(members), ready: false } };
    },
    recover: (error, scope) =>
      error instanceof GoneError
        ? Promise.resolve({ change: { dataset: undefined, ready: false } })
        : forgetLost(error, scope),
  };
}

/** The service refuses entities that do not exist any more as unknown. */
function forgetLost(error: unknown, scope: WatchlistScope): Promise<Sent<WatchlistResource>> | undefined {
  if (!(error instanceof RefusedError)) return undefined;
  return seenMembers(scope).then((members) => ({ change: { members } }));
}

function asInside(members: WatchlistResource['members']): WatchlistResource['members'] {
  const inside = Object.entries(members).map(([key, { id, hash }]): [string, KnownEntity] => [
    key,
    { id, hash },
  ]);
  return Object.fromEntries(inside);
}
