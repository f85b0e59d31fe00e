import type { Instant } from '../../domain/time/instant.ts';
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
  advanceResource,
  takeResourceStep,
  type ResourceStep,
  type StepProgress,
} from './take-resource-step.ts';
import {
  addSweepOutcome,
  NOTHING_SWEPT,
  type Reconciled,
  type UpstreamSweep,
  type WatchlistScope,
} from './upstream-sweep.ts';

/** Moves entities and datasets towards the watchlists of the file. */
export async function reconcileWatchlists(
  sweep: UpstreamSweep,
  given: {
    wanted: readonly Watchlist[];
    existing: readonly WatchlistResource[];
    project: ProjectResource;
  },
): Promise<Reconciled<WatchlistResource>> {
  const pairs = given.wanted.map((desired) => ({
    desired,
    resource: given.existing.find(({ name }) => name === desired.name) ?? newWatchlist(desired.name),
  }));
  return reconcileEach(sweep, pairs, given.project);
}

/** Removes entities and datasets of watchlists that the file does not name any more. */
export async function removeWatchlists(
  sweep: UpstreamSweep,
  given: { unwanted: readonly WatchlistResource[]; project: ProjectResource },
): Promise<Reconciled<WatchlistResource>> {
  const pairs = given.unwanted.map((resource) => ({ desired: undefined, resource }));
  return reconcileEach(sweep, pairs, given.project);
}

async function reconcileEach(
  sweep: UpstreamSweep,
  pairs: readonly Pick<WatchlistScope, 'desired' | 'resource'>[],
  first: ProjectResource,
): Promise<Reconciled<WatchlistResource>> {
  let reconciled: Reconciled<WatchlistResource> = { resources: [], project: first, outcome: NOTHING_SWEPT };
  for (const { desired, resource } of pairs) {
    const { resources, project, outcome } = reconciled;
    const progress = await advanceResource(sweep, { resource, project }, (records) =>
      takeNextStep({ ...records, sweep, desired }),
    );
    reconciled = {
      resources: progress.next === 'removed' ? resources : [...resources, progress.resource],
      project: progress.project,
      outcome: addSweepOutcome(outcome, progress.outcome),
    };
  }
  return reconciled;
}

async function takeNextStep(scope: WatchlistScope): Promise<StepProgress<WatchlistResource>> {
  const { sweep, resource, project, desired } = scope;
  const { ports } = sweep;
  const now = ports.clock.now();
  const step = nextWatchlistStep(desired, resource, now);
  const stopped = { resource, project, next: 'stop', outcome: NOTHING_SWEPT } as const;
  if (step.do === 'rest') return stopped;
  if (step.do === 'wait')
    return { ...stopped, outcome: { ...NOTHING_SWEPT, waiting: [`${resource.name}: ${step.why}`] } };
  if (step.do !== 'forget')
    return takeResourceStep(sweep, { resource, project }, resourceStep(scope, { step, now }));
  const resolved = await resolveIncidents(ports, [
    watchlistSubject(resource.name),
    unreadySubject(resource.name),
  ]);
  await ports.resources.remove(resource);
  return { ...stopped, next: 'removed', outcome: { ...NOTHING_SWEPT, ...resolved } };
}

function resourceStep(
  scope: WatchlistScope,
  { step, now }: { step: ActiveWatchlistStep; now: Instant },
): ResourceStep<WatchlistResource> {
  const { sweep, resource } = scope;
  const { name } = resource;
  return {
    name: step.do,
    project: projectNeed(step, { resource, now }),
    plan: (records) => planWatchlistStep({ ...scope, ...records }, step),
    recover: (error, records) => planWatchlistRecovery({ ...scope, ...records }, step, error),
    // A refusal of entities that do not exist any more is explained: they are created again.
    incidentOf: (error, { before, after }) =>
      Object.keys(after.members).length < Object.keys(before.members).length
        ? undefined
        : watchlistIncident(name, error, sweep.ports.clock.now()),
    subjects: [watchlistSubject(name)],
    isLast: step.do === 'check',
  };
}

function projectNeed(
  step: ActiveWatchlistStep,
  { resource, now }: { resource: WatchlistResource; now: Instant },
): 'find' | 'create' | undefined {
  if (step.do === 'make-dataset') return 'create';
  return step.do === 'look' || (step.do === 'check' && isCompareDue(resource, now)) ? 'find' : undefined;
}
