import type { AlertsMade } from '../../domain/alerts/alert.ts';
import type { UpstreamError } from '../../domain/lib/errors.ts';
import { emptyRunOutcome, type RunOutcome } from '../../domain/runs/outcome.ts';
import { countRun, type FrameCount, type RunState, type StateChange } from '../../domain/runs/run-state.ts';
import { type Instant, isoOf, type Window } from '../../domain/time/instant.ts';
import { type RunOrder, spaceOf, type Watch, type WindowRule } from '../../domain/watches/watch.ts';
import type { ServicePause } from '../../domain/runs/service-wait.ts';
import type { Ports } from '../ports/ports.ts';
import {
  type Inserted,
  type InsertPorts,
  type InsertScope,
  orderDeciding,
  type OrderPorts,
} from './insert-findings.ts';

export type RunWatchPorts = InsertPorts &
  OrderPorts &
  Pick<
    Ports,
    | 'states'
    | 'extractions'
    | 'workflow'
    | 'resources'
    | 'windows'
    | 'hourlyCounts'
    | 'queue'
    | 'incidents'
    | 'source'
    | 'budgets'
    | 'leases'
    | 'pauses'
    | 'clockRecord'
  >;

/** One run in its lease. It stays the same for all steps. */
export interface Run {
  order: RunOrder;
  watch: Watch;
  /** How the windows of this kind of watch run. */
  rule: WindowRule;
  ports: RunWatchPorts;
  /** The call that holds the lease. */
  owner: string;
  /** When the run began: the end of what it covers. */
  now: Instant;
  /** No upstream call may reach beyond this. */
  finish: Instant;
  /** How long it may wait for answers that do not come, in milliseconds. */
  patience: number;
  /** Its service answered nobody when it began. */
  pause: ServicePause | undefined;
  /** What came before this, its source does not know. */
  knownFrom: Instant;
}

/** How far a run has come. Each step takes it and returns the next one. */
export interface Progress {
  /** As read with the lease, with every change of this run. */
  state: RunState;
  /** Changes that go with the next write, so that a quiet run writes once. */
  unsaved: StateChange['set'];
  totals: RunTotals;
  /** How many of the new findings lie in a baseline or a backfill. */
  silent: number;
  /** Something waits to be decided for which no order has gone out. */
  waits: boolean;
  /** How many orders have gone out. */
  orders: number;
  /** The window that is being covered. */
  cover?: Cover;
  /** Why the run ends before all is covered. */
  stop?: Stop;
}

export type Stop =
  | { because: 'out-of-time' }
  | Held
  /** Another run holds the lease now; what this one stored stays good. */
  | { because: 'taken-over' }
  /** `window` stays open; `answered` says whether the service had answered this run before. */
  | { because: 'failed'; error: UpstreamError; window?: Window | undefined; answered: boolean };

/** Why a run asks nothing now. */
export interface Held {
  because: 'held';
  error: { name: string; message: string };
  /** When its window is asked for again. Absent: it is recorded already. */
  retryAt?: Instant;
  /** Milliseconds after which its order comes again. Absent: others do. */
  again?: number;
}

/** What lies in one window. */
export interface Cover {
  window: Window;
  matched: number;
  found: number;
  calls: number;
  /** Even the shortest window holds more than the service gives. */
  cut: boolean;
  /** Spans in which items may have come and gone unseen. */
  missed?: readonly Window[];
  correlationId?: string;
  /** Numbers of items by the start of their time frame, where the kind holds counts. */
  counts?: readonly FrameCount[];
}

/** What is counted in a run, as its outcome reports it. */
const COUNTS = [
  'windows',
  'calls',
  'matched',
  'new',
  'alerts',
  'changed',
  'refused',
  'quarantined',
  'cut',
] as const;

/** The sums of a run. */
interface RunTotals extends Pick<RunOutcome, (typeof COUNTS)[number]> {
  channels: readonly string[];
  correlationIds: readonly string[];
  faults: readonly Error[];
}

const { watchId: _watchId, status: _status, ...NOTHING } = emptyRunOutcome('');
export const NO_TOTALS: RunTotals = { ...NOTHING, faults: [] };

/** Lays changes over the state, to be written with the next `save`. */
export function withState(progress: Progress, set: StateChange['set']): Progress {
  const { state, unsaved } = progress;
  return { ...progress, state: { ...state, ...set }, unsaved: { ...unsaved, ...set } };
}

/** Adds to the sums of the run. */
export function addTotals(progress: Progress, more: Partial<RunTotals>): Progress {
  const { channels = [], correlationIds = [], faults = [] } = more;
  const totals = { ...progress.totals };
  for (const key of COUNTS) totals[key] += more[key] ?? 0;
  return {
    ...progress,
    totals: {
      ...totals,
      channels: [...new Set([...totals.channels, ...channels])],
      correlationIds: [...totals.correlationIds, ...correlationIds],
      faults: [...totals.faults, ...faults],
    },
  };
}

/** Adds what came of some items. */
export function addInserted(progress: Progress, { stored, waits, stop: _stop, ...made }: Inserted): Progress {
  return { ...addTotals(progress, { new: stored, ...made }), waits: progress.waits || waits };
}

/** Adds what a step put on channels. */
export function addAlertsMade(progress: Progress, { alerts, channels }: AlertsMade): Progress {
  return addTotals(progress, { alerts, channels });
}

/** Writes all changes under the fence, in one write. Where another run holds the lease, this one must stop. */
export async function save(
  { ports }: Pick<Run, 'ports'>,
  progress: Progress,
  change: Partial<StateChange> = {},
): Promise<Progress> {
  const next = withState(progress, change.set ?? {});
  const saved = await ports.states.save(next.state, { ...change, set: next.unsaved });
  return { ...next, unsaved: {}, ...(!saved && { stop: { because: 'taken-over' } }) };
}

/**
 * Orders the space of the watch to be decided, where something waits. It comes before the watermark is written: who
 * dies in between comes again and orders again.
 */
export async function orderInserted({ ports, watch, order }: Run, progress: Progress): Promise<Progress> {
  if (!progress.waits) return progress;
  const by = `${watch.id} ${order.track} ${isoOf(order.scheduledFor)}`;
  // A repeat of this run sends its first order again. The others are sent unless one waits.
  await orderDeciding(ports, spaceOf(watch), { by: progress.orders === 0 ? by : `${by} again` });
  return { ...progress, waits: false, orders: progress.orders + 1 };
}

/** Counts the run in the month and gives the lease back, with all that is not written yet. */
export async function release(
  run: Run,
  progress: Progress,
  change: Partial<StateChange> = {},
): Promise<Progress> {
  const { calls, new: found } = progress.totals;
  const { silent } = progress;
  const counted = countRun(progress.state, { calls, found, silent, now: run.now });
  return save(run, withState(progress, counted), { ...change, release: true });
}

/** What the run reports, or that another one holds the lease now. */
export function outcomeOf(
  { order, watch }: Pick<Run, 'order' | 'watch'>,
  { totals: { faults, ...totals }, stop }: Pick<Progress, 'totals' | 'stop'>,
  ended: Pick<RunOutcome, 'status' | 'error'>,
): RunOutcome {
  return {
    ...emptyRunOutcome(order.watchId),
    kind: watch.kind,
    ...totals,
    channels: [...totals.channels],
    correlationIds: [...totals.correlationIds],
    ...(faults.length > 0 && { faults }),
    ...(stop?.because === 'taken-over' ? { status: 'stepped-aside' as const } : ended),
  };
}

/** For which watch findings are inserted in this run. */
export function scopeOf({ ports, watch, order, finish }: Run, { state }: Progress): InsertScope {
  return {
    ports,
    watch,
    track: order.track,
    baseUntil: state.baseUntil,
    finish,
    isHolder: order.track === 'live',
  };
}
