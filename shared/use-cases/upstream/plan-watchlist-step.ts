import { GoneError } from '../../domain/lib/errors.ts';
import type { WatchlistStep } from '../../domain/upstream/reconcile-watchlist.ts';
import type { KnownEntity, WatchlistResource } from '../../domain/upstream/upstream-resource.ts';
import { type Company, companyHash, externalIdOf } from '../../domain/watches/watchlist.ts';
import { checkWatchlist, datasetName, findWatchlist, marksOf, withoutMembers } from './compare-watchlist.ts';
import { planChange, type Sent, type StepPlan } from './take-planned-step.ts';
import type { WatchlistScope } from './upstream-sweep.ts';

export type ActiveWatchlistStep = Exclude<WatchlistStep, { do: 'rest' | 'wait' | 'forget' }>;

type WatchlistPlan = StepPlan<WatchlistResource>;

/** What a step writes and which calls it makes. */
export function planWatchlistStep(scope: WatchlistScope, step: ActiveWatchlistStep): WatchlistPlan {
  const { ports, limits } = scope.sweep;
  const { dataset = '', members } = scope.resource;
  switch (step.do) {
    case 'look':
      return { send: () => findWatchlist(scope) };
    case 'check':
      return { send: () => checkWatchlist(scope) };
    case 'make-entities':
      return createEntities(scope, step.companies);
    case 'change-entity':
      return { send: () => changeEntity(scope, step) };
    case 'make-dataset':
      return createDataset(scope);
    case 'put-in': {
      const ids = step.keys.flatMap((key) => members[key]?.id ?? []);
      return planChange({ members: asInside(members), ready: false }, () =>
        ports.upstreamWatchlists.putIn(dataset, ids, limits),
      );
    }
    case 'remove-dataset':
      return planChange({ dataset: undefined, ready: false }, () =>
        ports.upstreamWatchlists.removeDataset(step.id, limits),
      );
    case 'remove-entity':
      return planChange({ members: withoutMembers(members, [step.key]) }, () =>
        ports.upstreamWatchlists.removeEntity(step.id, limits),
      );
  }
}

/** Entities belong to no project, so that lost ones are found by their external ids alone. */
function createEntities(scope: WatchlistScope, companies: readonly Company[]): WatchlistPlan {
  const { ports, limits } = scope.sweep;
  const marks = marksOf(scope);
  return {
    before: { intent: { makes: 'entities', at: ports.clock.now() } },
    send: async ({ members }) => {
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

function createDataset(scope: WatchlistScope): WatchlistPlan {
  const { sweep, project } = scope;
  const { ports, limits } = sweep;
  return {
    before: { intent: { makes: 'dataset', at: ports.clock.now() } },
    send: async ({ members }) => {
      const entityIds = Object.values(members).map(({ id }) => id);
      const order = { projectId: project.id ?? '', name: datasetName(scope), entityIds };
      const dataset = await ports.upstreamWatchlists.createDataset(order, limits);
      return { change: { dataset, members: asInside(members), ready: false, intent: undefined } };
    },
  };
}

function asInside(members: WatchlistResource['members']): WatchlistResource['members'] {
  const inside = Object.entries(members).map(([key, { id, hash }]): [string, KnownEntity] => [
    key,
    { id, hash },
  ]);
  return Object.fromEntries(inside);
}
