import { nextWatchlistStep } from '../../domain/upstream/reconcile-watchlist.ts';
import {
  unreadySubject,
  watchlistSubject,
  watchlistIncident,
} from '../../domain/upstream/upstream-incident.ts';
import {
  newWatchlist,
  type ProjectResource,
  type WatchlistResource,
} from '../../domain/upstream/upstream-resource.ts';
import type { Watchlist } from '../../domain/watches/watchlist.ts';
import { resolveIncidents } from '../alerts/notify-incidents.ts';
import { isCompareDue } from './compare-watchlist.ts';
import { planWatchlistRecovery } from './plan-recovery.ts';
import { planWatchlistStep, type ActiveWatchlistStep } from './plan-watchlist-step.ts';
import {
  reconcileEach,
  type Reconciled,
  type Reconciliation,
  type ResourceStep,
} from './reconcile-resource.ts';
import type { UpstreamSweep, WatchlistScope } from './upstream-sweep.ts';

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
