import { GoneError } from '../../domain/lib/errors.ts';
import { nextWatchlistStep, type WatchlistStep } from '../../domain/upstream/reconcile-monitor.ts';
import {
  unreadySubject,
  watchlistIncident,
  watchlistSubject,
} from '../../domain/upstream/upstream-incident.ts';
import {
  type KnownEntity,
  newWatchlist,
  type ProjectResource,
  type WatchlistResource,
} from '../../domain/upstream/upstream-resource.ts';
import { type Company, companyHash, externalIdOf, type Watchlist } from '../../domain/watches/watchlist.ts';
import { resolveIncidents } from '../alerts/put-alerts.ts';
import {
  checkWatchlist,
  datasetName,
  findWatchlist,
  isCompareDue,
  marksOf,
  planWatchlistRecovery,
  withoutMembers,
} from './plan-recovery.ts';
import {
  type Reconciled,
  reconcileEach,
  type Reconciliation,
  type ResourceStep,
} from './reconcile-resource.ts';
import {
  planChange,
  type Sent,
  type StepPlan,
  type UpstreamSweep,
  type WatchlistScope,
} from './upstream-sweep.ts';

/** Moves entities and datasets towards the watchlists of the file. */
export function reconcileWatchlists(
  sweep: UpstreamSweep,
  given: {
    wanted: readonly Watchlist[];
    existing: readonly WatchlistResource[];
    project: ProjectResource;
  },
): Promise<Reconciled<WatchlistResource>> {
  const objects = given.wanted.map((desired) => {
    const resource = given.existing.find(({ name }) => name === desired.name) ?? newWatchlist(desired.name);
    return reconciliationOf(sweep, { resource, desired });
  });
  return reconcileEach(sweep, given.project, objects);
}

/** Removes entities and datasets of watchlists that the file does not name any more. */
export function removeWatchlists(
  sweep: UpstreamSweep,
  { unwanted, project }: { unwanted: readonly WatchlistResource[]; project: ProjectResource },
): Promise<Reconciled<WatchlistResource>> {
  const objects = unwanted.map((resource) => reconciliationOf(sweep, { resource, desired: undefined }));
  return reconcileEach(sweep, project, objects);
}

function reconciliationOf(
  sweep: UpstreamSweep,
  { resource, desired }: Pick<WatchlistScope, 'resource' | 'desired'>,
): Reconciliation<WatchlistResource> {
  const { ports } = sweep;
  return {
    resource,
    nextStep: async (records) => {
      const step = nextWatchlistStep(desired, records.resource, ports.clock.now());
      if (step.do === 'rest' || step.do === 'forget') return step.do;
      if (step.do === 'wait') return { waiting: step.why };
      return stepOf({ ...records, sweep, desired }, step);
    },
    forget: async (last) => {
      const resolved = await resolveIncidents(ports, [
        watchlistSubject(last.name),
        unreadySubject(last.name),
      ]);
      await ports.resources.remove(last);
      return resolved;
    },
  };
}

function stepOf(scope: WatchlistScope, step: ActiveWatchlistStep): ResourceStep<WatchlistResource> {
  const { clock } = scope.sweep.ports;
  const { resource } = scope;
  const { name } = resource;
  const isCompared = step.do === 'check' && isCompareDue(resource, clock.now());
  const project =
    step.do === 'make-dataset' ? 'create' : step.do === 'look' || isCompared ? 'find' : undefined;
  return {
    name: step.do,
    project,
    plan: (records) => planWatchlistStep({ ...scope, ...records }, step),
    recover: (error, records) => planWatchlistRecovery({ ...scope, ...records }, step, error),
    // A refusal of entities that do not exist any more is explained: they are created again.
    incidentOf: (error, { before, after }) =>
      Object.keys(after.members).length < Object.keys(before.members).length
        ? undefined
        : watchlistIncident(name, error, clock.now()),
    subjects: [watchlistSubject(name)],
    isLast: step.do === 'check',
  };
}

type ActiveWatchlistStep = Exclude<WatchlistStep, { do: 'rest' | 'wait' | 'forget' }>;

type WatchlistPlan = StepPlan<WatchlistResource>;

/** What a step writes and which calls it makes. */
function planWatchlistStep(scope: WatchlistScope, step: ActiveWatchlistStep): WatchlistPlan {
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
