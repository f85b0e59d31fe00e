import type { Ports } from '../ports/ports.ts';
import type { UnusableItem } from '../../domain/findings/quarantine.ts';
import { type AlertsMade, joinAlertsMade } from '../../domain/alerts/alert.ts';
import type { UpstreamError } from '../../domain/lib/errors.ts';
import { emptyRunOutcome, type RunOutcome } from '../../domain/runs/outcome.ts';
import { countRun, type RunState, type StateChange } from '../../domain/runs/run-state.ts';
import type { FrameCount } from '../../domain/runs/window-record.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { Window } from '../../domain/time/window.ts';
import type { WindowRule } from '../../domain/watches/watch-kinds.ts';
import type { RunOrder, Watch } from '../../domain/watches/watch.ts';
import { type ItemsQuarantined, NOTHING_QUARANTINED, quarantineItems } from '../alerts/quarantine-items.ts';
import type { FindingPorts, FindingScope, InsertScope } from '../context/finding-scope.ts';
import { holdOf } from '../findings/store-findings.ts';
import type { KnownStories } from '../stories/story-group.ts';

export type RunWatchPorts = FindingPorts &
  Pick<
    Ports,
    | 'extractions'
    | 'workflow'
    | 'resources'
    | 'windows'
    | 'hourlyCounts'
    | 'queue'
    | 'incidents'
    | 'source'
    | 'budgets'
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
}

/** How far a run has come. Each step takes it and returns the next one. */
export interface Progress {
  /** As read with the lease, with every change of this run. */
  state: RunState;
  /** Changes that go with the next write, so that a quiet run writes once. */
  unsaved: StateChange['set'];
  totals: RunTotals;
  known: KnownStories;
  /** When each finding of the run was indexed, by fingerprint; kept where hours are judged. */
  met: ReadonlyMap<string, Instant>;
  /** The window that is being covered. */
  cover?: Cover;
  /** Why the run ends before all is covered. */
  stop?: Stop;
}

export type Stop =
  | { because: 'out-of-time'; unjudged?: true }
  /** Another run holds the lease now; what this one stored and judged stays good. */
  | { because: 'taken-over' }
  /** `window` stays open; `answered` says whether the service had answered this run before. */
  | { because: 'failed'; error: UpstreamError; window?: Window | undefined; answered: boolean };

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
  'reopened',
] as const;

/** The sums of a run. */
interface RunTotals extends Pick<RunOutcome, (typeof COUNTS)[number]> {
  /** Ids of the stories of all new findings. */
  stories: ReadonlySet<string>;
  channels: readonly string[];
  correlationIds: readonly string[];
  faults: readonly Error[];
}

export const NO_TOTALS: RunTotals = {
  windows: 0,
  calls: 0,
  matched: 0,
  new: 0,
  alerts: 0,
  changed: 0,
  refused: 0,
  quarantined: 0,
  cut: 0,
  reopened: 0,
  stories: new Set(),
  channels: [],
  correlationIds: [],
  faults: [],
};

/** Lays changes over the state, to be written with the next `save`. */
export function withState(progress: Progress, set: StateChange['set']): Progress {
  const { state, unsaved } = progress;
  return { ...progress, state: { ...state, ...set }, unsaved: { ...unsaved, ...set } };
}

/** Adds to the sums of the run. */
export function addTotals(progress: Progress, more: Partial<RunTotals>): Progress {
  const { stories = [], channels = [], correlationIds = [], faults = [] } = more;
  const totals = { ...progress.totals };
  for (const key of COUNTS) totals[key] += more[key] ?? 0;
  return {
    ...progress,
    totals: {
      ...totals,
      stories: new Set([...totals.stories, ...stories]),
      channels: [...new Set([...totals.channels, ...channels])],
      correlationIds: [...totals.correlationIds, ...correlationIds],
      faults: [...totals.faults, ...faults],
    },
  };
}

/** Adds what came of some findings. */
export function addProcessed(
  progress: Progress,
  { stored, known, stop: _stop, ...made }: Processed,
): Progress {
  return { ...addTotals(progress, { new: stored, ...made }), known };
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

/** Counts the run in the month and gives the lease back, with all that is not written yet. */
export async function release(
  run: Run,
  progress: Progress,
  change: Partial<StateChange> = {},
): Promise<Progress> {
  const { calls, windows, new: found } = progress.totals;
  const counted = countRun(progress.state, { calls, windows, found, now: run.now });
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
    stories: totals.stories.size,
    channels: [...totals.channels],
    correlationIds: [...totals.correlationIds],
    ...(faults.length > 0 && { faults }),
    ...(stop?.because === 'taken-over' ? { status: 'stepped-aside' as const } : ended),
  };
}

/** For which watch findings are stored and judged in this run. */
export function scopeOf({ ports, watch, order, finish }: Run, { state }: Progress): FindingScope {
  const { baseUntil, learnedKind: learnedOf } = state;
  const hold = holdOf(ports, { watch, state });
  return { ports, watch, track: order.track, baseUntil, learnedOf, finish, hold };
}

/** What came of some findings. */
export interface Processed extends ItemsQuarantined {
  /** Findings stored for the first time. */
  stored: number;
  /** Ids of the stories of the findings that were grouped. */
  stories: ReadonlySet<string>;
  known: KnownStories;
  /** Why not all of them were judged. */
  stop?: 'out-of-time' | 'taken-over' | undefined;
}

export function nothingProcessed(known: KnownStories): Processed {
  return { ...NOTHING_QUARANTINED, stored: 0, stories: new Set(), known };
}

/** What came of some findings and then of further ones. */
export function joinProcessed(before: Processed, after: Processed): Processed {
  return {
    ...joinQuarantined(before, after),
    stored: before.stored + after.stored,
    stories: new Set([...before.stories, ...after.stories]),
    known: after.known,
    stop: after.stop,
  };
}

export function joinQuarantined(...parts: readonly ItemsQuarantined[]): ItemsQuarantined {
  return {
    ...joinAlertsMade(...parts),
    quarantined: parts.reduce((sum, part) => sum + part.quarantined, 0),
    faults: parts.flatMap(({ faults }) => faults),
  };
}

/** Puts unusable items in quarantine, so that they do not stop the others. */
export async function addQuarantined(
  scope: InsertScope,
  done: Processed,
  unusable: readonly UnusableItem[],
): Promise<Processed> {
  if (unusable.length === 0) return done;
  return { ...done, ...joinQuarantined(done, await quarantineItems(scope, unusable)) };
}
