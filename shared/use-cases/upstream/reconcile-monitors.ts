import { GoneError, RefusedError } from '../../domain/lib/errors.ts';
import {
  type MonitorResource,
  newMonitor,
  type WatchlistResource,
} from '../../domain/upstream/upstream-resource.ts';
import { incidentOf } from '../../domain/incidents/incident.ts';
import {
  desiredMonitor,
  type MonitorStep,
  nextMonitorStep,
} from '../../domain/upstream/reconcile-monitor.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import { forgetGone } from './remove-orphans.ts';
import type { MonitorScope } from './monitor-step.ts';
import { referenceState } from './reference-jobs.ts';
import { takeMonitorStep } from './take-monitor-step.ts';
import { resolveIncident, openIncident } from '../alerts/notify-incidents.ts';
import { stepResource, MENDED, note, type UpstreamContext } from './upstream-context.ts';

/** What is known when the monitors are kept. */
export interface KnownUpstream {
  watches: readonly Watch[];
  monitors: readonly MonitorResource[];
  watchlists: readonly WatchlistResource[];
}

/**
 * Moves what the service holds for each watch of mode `monitor` towards what the watch asks, and takes away what no watch
 * asks for any more. Gives back the records that are left.
 */
export async function reconcileMonitors(
  context: UpstreamContext,
  known: KnownUpstream,
): Promise<MonitorResource[]> {
  const wanted = new Map(known.watches.filter(({ monitor }) => monitor).map((watch) => [watch.id, watch]));
  const held = new Map(known.monitors.map((resource) => [resource.name, resource]));
  const left: MonitorResource[] = [];
  for (const id of new Set([...held.keys(), ...wanted.keys()])) {
    const resource = held.get(id) ?? newMonitor(id);
    const kept = await reconcileMonitor(context, { resource, watch: wanted.get(id), known });
    if (kept) left.push(kept);
  }
  return left;
}

async function reconcileMonitor(
  context: UpstreamContext,
  given: { resource: MonitorResource; watch: Watch | undefined; known: KnownUpstream },
): Promise<MonitorResource | undefined> {
  const { resource, watch, known } = given;
  const list = known.watchlists.find(({ name }) => name === watch?.watchlist);
  const { stack, receiver } = context.settings;
  // Without its dataset the question of a watch cannot be put, nor told from another one.
  if (watch?.watchlist !== undefined && list?.dataset === undefined) {
    context.outcome.upstream.waiting.push(`${watch.id}: its watchlist is being prepared`);
    return resource.revision === 0 ? undefined : resource;
  }
  const desired = watch && desiredMonitor(watch, { stack, receiver, dataset: list?.dataset });
  const isListReady = watch?.watchlist === undefined || list?.ready === true;
  let isGone = false;
  const kept = await stepResource(context, resource, async (scope) => {
    const end = await stepOf(Object.assign(scope, { watch, desired, isListReady }));
    isGone = end === 'gone';
    return end === 'again' ? 'again' : 'stop';
  });
  return isGone ? undefined : kept;
}

async function stepOf(scope: MonitorScope): Promise<'again' | 'stop' | 'gone'> {
  const { context, resource, desired, isListReady } = scope;
  const { ports, outcome } = context;
  const now = ports.clock.now();
  const reference = await referenceState(context, resource.reference?.extractionId);
  const step = nextMonitorStep(desired, resource, { now, reference, isListReady });
  if (step.do === 'rest') return 'stop';
  if (step.do === 'wait') {
    outcome.upstream.waiting.push(`${resource.name}: ${step.why}`);
    return 'stop';
  }
  if (step.do === 'forget') {
    if (resource.revision > 0) await ports.resources.remove(resource);
    return 'gone';
  }
  const isTaken = await group(scope, { step, taking: takeMonitorStep(scope, step) });
  if (!isTaken) return 'stop';
  outcome.upstream.steps.push(`${resource.name}: ${step.do}`);
  await mended(scope);
  return 'again';
}

/** A refusal is told to the operators: only a person can mend it. */
async function group(
  scope: MonitorScope,
  { step, taking }: { step: MonitorStep; taking: Promise<boolean> },
): Promise<boolean> {
  try {
    return await taking;
  } catch (error) {
    const { context, watch } = scope;
    if (error instanceof GoneError) await forgetGone(scope, step);
    const now = context.ports.clock.now();
    const incident =
      error instanceof RefusedError && watch ? incidentOf(error, { watch, failures: 0, now }) : undefined;
    if (incident) {
      await openIncident(context, incident);
      context.outcome.troubles.push(incident.subject);
    }
    throw error;
  }
}

/** After a refusal a step that goes through ends the trouble. */
async function mended(scope: MonitorScope): Promise<void> {
  const { context, resource } = scope;
  if (resource.failures === 0) return;
  for (const kind of ['query', 'plan']) await resolveIncident(context, `watch:${resource.name}:${kind}`);
  await note(scope, MENDED);
}
