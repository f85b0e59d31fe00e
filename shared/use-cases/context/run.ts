import type { Instant } from '../../domain/time/instant.ts';
import type { RunOutcome } from '../../domain/runs/outcome.ts';
import { countersOf, monthOf, type RunState, type StateChange } from '../../domain/runs/run-state.ts';
import type { RunOrder, Watch } from '../../domain/watches/watch.ts';
import type { Window } from '../../domain/time/window.ts';
import type { WindowRule } from '../../domain/watches/watch-kinds.ts';
import type { Budgets } from '../ports/usage-ports.ts';
import type { Extractions, Workflow } from '../ports/extraction-ports.ts';
import type {
  Alerts,
  Clock,
  Definitions,
  Findings,
  RawStore,
  RunQueue,
  RunStates,
  Source,
  Incidents,
  Windows,
} from '../ports/ports.ts';
import type { WordLog } from '../../domain/stories/usual-words.ts';
import type { SeenValues, HourlyCountsStore } from '../ports/counting-ports.ts';
import type { UpstreamResources } from '../ports/upstream-ports.ts';
import type { Stories, NotifiedStories } from '../ports/story-ports.ts';

export interface RunWatchPorts {
  clock: Clock;
  extractions: Extractions;
  workflow: Workflow;
  resources: Pick<UpstreamResources, 'watchlist'>;
  definitions: Definitions;
  states: RunStates;
  findings: Findings;
  windows: Windows;
  countStore: HourlyCountsStore;
  seen: SeenValues;
  stories: Stories;
  told: NotifiedStories;
  alerts: Alerts;
  queue: RunQueue;
  troubles: Incidents;
  raw: RawStore;
  source: Source;
  budgets: Budgets;
}

/** One run in its lease. */
export interface Run {
  order: RunOrder;
  watch: Watch;
  /** How the windows of this kind of watch run. */
  rule: WindowRule;
  /** As read with the lease, with every change of this run laid over it. */
  state: RunState;
  /** The stories of all findings that it stored. */
  stories: Set<string>;
  /** What the watch found of late, read when it is first needed. */
  past: Past;
  /** What it has met, with the time it was indexed; kept where hours are judged. */
  met: Map<string, Instant>;
  /** The window being covered: what stays open when the run fails. */
  current?: Window;
  /** Changes that go with the next write, so that a quiet run writes once. */
  unsaved: StateChange['set'];
  ports: RunWatchPorts;
  outcome: RunOutcome;
  /** Whether the service has answered this run at all, and how often it ran out of time. */
  answered: boolean;
  timeouts: number;
  /** When the run began: the right edge of what it covers. */
  now: Instant;
  /** No upstream call may reach beyond this. */
  finish: Instant;
}

/** Words of what a watch found of late and in this run. What was stored before is read when it is first needed. */
export interface Past {
  words: WordLog;
  read?: Promise<void>;
}

/** Lays changes over the state, to be written with the next `save`. */
export function note(run: Run, set: StateChange['set']): void {
  Object.assign(run.unsaved, set);
  Object.assign(run.state, set);
}

/** Counts the requests of a call; one that failed counts as one. */
export async function counted<T extends { calls: number }>({ outcome }: Run, call: Promise<T>): Promise<T> {
  try {
    const answer = await call;
    outcome.calls += answer.calls;
    return answer;
  } catch (error) {
    outcome.calls += 1;
    throw error;
  }
}

/** Writes all noted changes under the fence, in one write. False: the lease is lost, and the run must stop. */
export async function save(run: Run, change: Partial<StateChange>): Promise<boolean> {
  if (change.set) note(run, change.set);
  const set = run.unsaved;
  run.unsaved = {};
  const { release, unjudged } = change;
  return run.ports.states.save(run.state, {
    set,
    ...(release && { release }),
    ...(unjudged && { unjudged }),
  });
}

/** True while the silent base, or the span of a backfill, is not covered yet. */
export function inBaseline(state: RunState): boolean {
  return state.baseUntil !== undefined && (state.coveredUntil ?? 0) < state.baseUntil;
}

/** What the run adds to the sums of the month. */
export function accountOf({
  outcome,
  state,
  now,
}: Pick<Run, 'outcome' | 'state' | 'now'>): StateChange['set'] {
  const before = countersOf(monthOf(now), state.counters);
  return {
    lastRunAt: now,
    counters: {
      ...before,
      calls: before.calls + outcome.calls,
      runs: before.runs + 1,
      quietWindows: before.quietWindows + (outcome.new === 0 ? outcome.windows : 0),
      found: before.found + outcome.new,
    },
  };
}
