import { incidentOf } from '../../domain/incidents/incident.ts';
import { desiredMonitor, nextMonitorStep } from '../../domain/upstream/reconcile-monitor.ts';
import {
  type MonitorResource,
  newMonitor,
  type ProjectResource,
  type WatchlistResource,
} from '../../domain/upstream/upstream-resource.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import { MONITOR_STEP_PROJECT, planMonitorStep, type ActiveMonitorStep } from './plan-monitor-step.ts';
import { planMonitorRecovery } from './plan-recovery.ts';
import {
  reconcileEach,
  type Reconciled,
  type Reconciliation,
  type ResourceStep,
} from './reconcile-resource.ts';
import { referenceState } from './reference-jobs.ts';
import type { MonitorScope, UpstreamSweep } from './upstream-sweep.ts';

interface KnownUpstream {
  watches: readonly Watch[];
  monitors: readonly MonitorResource[];
  watchlists: readonly WatchlistResource[];
  project: ProjectResource;
}

/** Moves monitors and webhooks towards what the watches ask, and removes what no watch asks for any more. */
export async function reconcileMonitors(
  sweep: UpstreamSweep,
  { watches, monitors, watchlists, project }: KnownUpstream,
): Promise<Reconciled<MonitorResource>> {
  const wanted = new Map(watches.filter(({ monitor }) => monitor).map((watch) => [watch.id, watch]));
  const existing = new Map(monitors.map((resource) => [resource.name, resource]));
  const ids = [...new Set([...existing.keys(), ...wanted.keys()])];
  const lists = new Map(watchlists.map((list) => [list.name, list]));
  const isWaiting = (id: string): boolean => {
    const { watchlist } = wanted.get(id) ?? {};
    return watchlist !== undefined && lists.get(watchlist)?.dataset === undefined;
  };
  const [waiting, ready] = [ids.filter(isWaiting), ids.filter((id) => !isWaiting(id))];
  const reconciled = await reconcileEach(
    sweep,
    project,
    ready.map((id) => {
      const watch = wanted.get(id);
      const list = lists.get(watch?.watchlist ?? '');
      return reconciliationOf(sweep, { resource: existing.get(id) ?? newMonitor(id), watch, list });
    }),
  );
  const left = new Map(reconciled.resources.map((resource) => [resource.name, resource]));
  // The query of a watch is not complete without the dataset of its watchlist.
  const waits = { waiting: waiting.map((id) => `${id}: its watchlist is being prepared`) };
  return {
    ...reconciled,
    resources: ids.flatMap((id) => (isWaiting(id) ? existing : left).get(id) ?? []),
    outcomes: [...reconciled.outcomes, waits],
  };
}

function reconciliationOf(
  sweep: UpstreamSweep,
  given: { resource: MonitorResource; watch: Watch | undefined; list: WatchlistResource | undefined },
): Reconciliation<MonitorResource> {
  const { resource, watch, list } = given;
  const { stack, receiver } = sweep.settings;
  const desired = watch && desiredMonitor(watch, { stack, receiver, dataset: list?.dataset });
  const isListReady = watch?.watchlist === undefined || list?.ready === true;
  return {
    resource,
    nextStep: async (records) => {
      const reference = await referenceState(sweep, records.resource.reference?.extractionId);
      const now = sweep.ports.clock.now();
      const step = nextMonitorStep(desired, records.resource, { now, reference, isListReady });
      if (step.do === 'rest' || step.do === 'forget') return step.do;
      if (step.do === 'wait') return { waiting: step.why };
      return stepOf({ ...records, sweep, watch, desired, isListReady }, step);
    },
    forget: async (last) => {
      if (last.revision > 0) await sweep.ports.resources.remove(last);
      return {};
    },
  };
}

function stepOf(scope: MonitorScope, step: ActiveMonitorStep): ResourceStep<MonitorResource> {
  const { sweep, resource, watch } = scope;
  return {
    name: step.do,
    project: MONITOR_STEP_PROJECT[step.do],
    plan: (records) => planMonitorStep({ ...scope, ...records }, step),
    recover: (error, records) => planMonitorRecovery({ ...scope, ...records }, step, error),
    incidentOf: (error) => watch && incidentOf(error, { watch, failures: 0, now: sweep.ports.clock.now() }),
    subjects: ['query', 'plan'].map((kind) => `watch:${resource.name}:${kind}`),
  };
}
