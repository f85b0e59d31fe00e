import { GoneError, RefusedError } from '../../domain/lib/errors.ts';
import { type MonitorHolding, newMonitor, type WatchlistHolding } from '../../domain/upstream/upstream-resource.ts';
import { troubleOf } from '../../domain/incidents/incident.ts';
import { desiredMonitor, type MonitorStep, nextMonitorStep } from '../../domain/upstream/reconcile-monitor.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import { forgetGone } from './remove-orphans.ts';
import type { MonitorKeeper } from './monitor-step.ts';
import { referenceState } from './reference-jobs.ts';
import { takeMonitorStep } from './take-monitor-step.ts';
import { cureTrouble, raiseTrouble } from '../alerts/notify-incidents.ts';
import { keepHolding, MENDED, note, type Upkeep } from './upstream-context.ts';

/** What is known when the monitors are kept. */
export interface KnownUpstream {
  watches: readonly Watch[];
  monitors: readonly MonitorHolding[];
  watchlists: readonly WatchlistHolding[];
}

/**
 * Moves what the service holds for each watch of mode `monitor` towards what the watch asks, and takes away what no watch
 * asks for any more. Gives back the records that are left.
 */
export async function keepMonitors(upkeep: Upkeep, known: KnownUpstream): Promise<MonitorHolding[]> {
  const wanted = new Map(known.watches.filter(({ monitor }) => monitor).map((watch) => [watch.id, watch]));
  const held = new Map(known.monitors.map((holding) => [holding.name, holding]));
  const left: MonitorHolding[] = [];
  for (const id of new Set([...held.keys(), ...wanted.keys()])) {
    const holding = held.get(id) ?? newMonitor(id);
    const kept = await keepMonitor(upkeep, { holding, watch: wanted.get(id), known });
    if (kept) left.push(kept);
  }
  return left;
}

async function keepMonitor(
  upkeep: Upkeep,
  given: { holding: MonitorHolding; watch: Watch | undefined; known: KnownUpstream },
): Promise<MonitorHolding | undefined> {
  const { holding, watch, known } = given;
  const list = known.watchlists.find(({ name }) => name === watch?.watchlist);
  const { stack, receiver } = upkeep.settings;
  // Without its dataset the question of a watch cannot be put, nor told from another one.
  if (watch?.watchlist !== undefined && list?.dataset === undefined) {
    upkeep.outcome.upstream.waiting.push(`${watch.id}: its watchlist is being prepared`);
    return holding.revision === 0 ? undefined : holding;
  }
  const desired = watch && desiredMonitor(watch, { stack, receiver, dataset: list?.dataset });
  const isListReady = watch?.watchlist === undefined || list?.ready === true;
  let isGone = false;
  const kept = await keepHolding(upkeep, holding, async (keeper) => {
    const end = await stepOf(Object.assign(keeper, { watch, desired, isListReady }));
    isGone = end === 'gone';
    return end === 'again' ? 'again' : 'stop';
  });
  return isGone ? undefined : kept;
}

async function stepOf(keeper: MonitorKeeper): Promise<'again' | 'stop' | 'gone'> {
  const { upkeep, holding, desired, isListReady } = keeper;
  const { ports, outcome } = upkeep;
  const now = ports.clock.now();
  const reference = await referenceState(upkeep, holding.reference?.extractionId);
  const step = nextMonitorStep(desired, holding, { now, reference, isListReady });
  if (step.do === 'rest') return 'stop';
  if (step.do === 'wait') {
    outcome.upstream.waiting.push(`${holding.name}: ${step.why}`);
    return 'stop';
  }
  if (step.do === 'forget') {
    if (holding.revision > 0) await ports.holdings.remove(holding);
    return 'gone';
  }
  const isTaken = await telling(keeper, { step, taking: takeMonitorStep(keeper, step) });
  if (!isTaken) return 'stop';
  outcome.upstream.steps.push(`${holding.name}: ${step.do}`);
  await mended(keeper);
  return 'again';
}

/** A refusal is told to the operators: only a person can mend it. */
async function telling(
  keeper: MonitorKeeper,
  { step, taking }: { step: MonitorStep; taking: Promise<boolean> },
): Promise<boolean> {
  try {
    return await taking;
  } catch (error) {
    const { upkeep, watch } = keeper;
    if (error instanceof GoneError) await forgetGone(keeper, step);
    const now = upkeep.ports.clock.now();
    const trouble =
      error instanceof RefusedError && watch ? troubleOf(error, { watch, failures: 0, now }) : undefined;
    if (trouble) {
      await raiseTrouble(upkeep, trouble);
      upkeep.outcome.troubles.push(trouble.subject);
    }
    throw error;
  }
}

/** After a refusal a step that goes through ends the trouble. */
async function mended(keeper: MonitorKeeper): Promise<void> {
  const { upkeep, holding } = keeper;
  if (holding.failures === 0) return;
  for (const kind of ['query', 'plan']) await cureTrouble(upkeep, `watch:${holding.name}:${kind}`);
  await note(keeper, MENDED);
}
