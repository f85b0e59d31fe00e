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
import { referenceState } from './reference-jobs.ts';
import { advanceResource, takeResourceStep, type StepProgress } from './take-resource-step.ts';
import {
  addSweepOutcome,
  NOTHING_SWEPT,
  type MonitorScope,
  type Reconciled,
  type UpstreamSweep,
} from './upstream-sweep.ts';

/** What is known when the monitors are reconciled. */
export interface KnownUpstream {
  watches: readonly Watch[];
  monitors: readonly MonitorResource[];
  watchlists: readonly WatchlistResource[];
  project: ProjectResource;
}

/** Moves monitors and webhooks towards what the watches ask, and removes what no watch asks for any more. */
export async function reconcileMonitors(
  sweep: UpstreamSweep,
  known: KnownUpstream,
): Promise<Reconciled<MonitorResource>> {
  const wanted = new Map(known.watches.filter(({ monitor }) => monitor).map((watch) => [watch.id, watch]));
  const existing = new Map(known.monitors.map((resource) => [resource.name, resource]));
  const left: MonitorResource[] = [];
  let { project } = known;
  let outcome = NOTHING_SWEPT;
  for (const id of new Set([...existing.keys(), ...wanted.keys()])) {
    const resource = existing.get(id) ?? newMonitor(id);
    const progress = await reconcileMonitor({ sweep, resource, project }, { watch: wanted.get(id), known });
    if (progress.next !== 'removed') left.push(progress.resource);
    project = progress.project;
    outcome = addSweepOutcome(outcome, progress.outcome);
  }
  return { resources: left, project, outcome };
}

async function reconcileMonitor(
  { sweep, ...records }: Pick<MonitorScope, 'sweep' | 'resource' | 'project'>,
  { watch, known }: { watch: Watch | undefined; known: KnownUpstream },
): Promise<StepProgress<MonitorResource>> {
  const list = known.watchlists.find(({ name }) => name === watch?.watchlist);
  // The query of a watch is not complete without the dataset of its watchlist.
  if (watch?.watchlist !== undefined && list?.dataset === undefined) {
    const waiting = [`${watch.id}: its watchlist is being prepared`];
    const next = records.resource.revision === 0 ? 'removed' : 'stop';
    return { ...records, next, outcome: { ...NOTHING_SWEPT, waiting } };
  }
  const { stack, receiver } = sweep.settings;
  const desired = watch && desiredMonitor(watch, { stack, receiver, dataset: list?.dataset });
  const isListReady = watch?.watchlist === undefined || list?.ready === true;
  return advanceResource(sweep, records, (current) =>
    takeNextStep({ ...current, sweep, watch, desired, isListReady }),
  );
}

async function takeNextStep(scope: MonitorScope): Promise<StepProgress<MonitorResource>> {
  const { sweep, resource, project, desired, isListReady } = scope;
  const { ports } = sweep;
  const now = ports.clock.now();
  const reference = await referenceState(sweep, resource.reference?.extractionId);
  const step = nextMonitorStep(desired, resource, { now, reference, isListReady });
  const stopped = { resource, project, next: 'stop', outcome: NOTHING_SWEPT } as const;
  if (step.do === 'rest') return stopped;
  if (step.do === 'wait')
    return { ...stopped, outcome: { ...NOTHING_SWEPT, waiting: [`${resource.name}: ${step.why}`] } };
  if (step.do !== 'forget') return takeActiveStep(scope, step);
  if (resource.revision > 0) await ports.resources.remove(resource);
  return { ...stopped, next: 'removed' };
}

async function takeActiveStep(
  scope: MonitorScope,
  step: ActiveMonitorStep,
): Promise<StepProgress<MonitorResource>> {
  const { sweep, resource, project, watch } = scope;
  return takeResourceStep(
    sweep,
    { resource, project },
    {
      name: step.do,
      project: MONITOR_STEP_PROJECT[step.do],
      plan: (records) => planMonitorStep({ ...scope, ...records }, step),
      recover: (error, records) => planMonitorRecovery({ ...scope, ...records }, step, error),
      incidentOf: (error) => watch && incidentOf(error, { watch, failures: 0, now: sweep.ports.clock.now() }),
      subjects: ['query', 'plan'].map((kind) => `watch:${resource.name}:${kind}`),
    },
  );
}
