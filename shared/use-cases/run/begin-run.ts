import { dayOf, type Instant, SECOND, wholeSecond } from '../../domain/time/instant.ts';
import type { RunOrder, Watch } from '../../domain/watches/watch.ts';
import type { WindowRule } from '../../domain/watches/watch-kinds.ts';
import { rememberChannels } from '../context/remember-channels.ts';
import type { Lease } from '../ports/leases.ts';
import { noWords } from '../stories/processed-findings.ts';
import {
  NO_TOTALS,
  type Progress,
  type Run,
  type RunWatchPorts,
  save,
  scopeOf,
  withState,
} from './progress.ts';
import { firstSeenKindOf } from '../../domain/counting/watch-subject.ts';
import type { RunState, StateChange } from '../../domain/runs/run-state.ts';
import { learnStoredValues } from '../findings/first-values.ts';

/** Who runs, and until when its function lives. */
export interface RunContext {
  /** Id of the queue message: the same message may re-enter its own lease after a crash. */
  owner: string;
  deadline: Instant;
}

/** What is kept of the function's time for bookkeeping: no call is begun that could reach into it. */
export const RESERVE = 20 * SECOND;
/** A lease outlives its function by this: a worker that is being stopped cannot write under a new holder. */
export const LEASE_MARGIN = 15 * SECOND;

/** The lease of a run. */
export function leaseOf({ owner, deadline }: RunContext): Lease {
  return { owner, until: deadline + LEASE_MARGIN };
}

/** Takes the lease of a watch. Undefined: another run holds it. */
export async function openRun(
  order: RunOrder,
  given: { watch: Watch; rule: WindowRule; ports: RunWatchPorts; context: RunContext },
): Promise<{ run: Run; progress: Progress } | undefined> {
  const { watch, rule, context } = given;
  const ports = { ...given.ports, definitions: rememberChannels(given.ports.definitions) };
  const now = ports.clock.now();
  const state = await ports.states.acquire(order, leaseOf(context), now);
  if (!state) return undefined;
  const run = { order, watch, rule, ports, now, finish: context.deadline - RESERVE };
  const progress = { state, unsaved: {}, totals: NO_TOTALS, recent: noWords(), met: new Map() };
  return { run, progress };
}

/** Starts over when the watch, or the backfill, is another one than before. */
export async function beginVersion(run: Run, progress: Progress): Promise<Progress> {
  const { order } = run;
  const start =
    order.track === 'backfill' ? backfillStart(run, progress.state) : liveStart(run, progress.state);
  if (!start) return progress;
  return save(run, progress, { set: { ...start, coveredUntil: undefined, baseFound: 0 } });
}

/** A new watch, or a new version of one: a baseline over `lookback`, without alerts unless a new watch says `tell`. */
function liveStart({ watch, now, rule }: Run, { version }: RunState): StateChange['set'] | undefined {
  if (version === watch.version) return undefined;
  const { reach = Number.POSITIVE_INFINITY } = rule;
  const silent = version !== undefined || watch.firstRun === 'silent';
  return {
    version: watch.version,
    coveredFrom: wholeSecond(now - Math.min(watch.lookback, reach)),
    baseUntil: silent && rule.holds === 'items' ? wholeSecond(now) : undefined,
    recountedOn: dayOf(now),
  };
}

function backfillStart({ order, now }: Run, state: RunState): StateChange['set'] | undefined {
  const window = order.window ?? { from: now, to: now };
  if (state.coveredFrom === window.from && state.baseUntil === window.to) return undefined;
  return { coveredFrom: window.from, baseUntil: window.to };
}

/**
 * A watch that has findings and only now looks for first values learns what it knows, once for each kind of value: else
 * every outlet would be new. A new watch has nothing to learn.
 */
export async function learnFirsts(run: Run, progress: Progress): Promise<Progress> {
  const of = firstSeenKindOf(run.watch);
  const { learnedKind, lastRunAt } = progress.state;
  if (run.order.track !== 'live' || of === undefined || learnedKind === of) return progress;
  if (lastRunAt !== undefined) await learnStoredValues(scopeOf(run, progress));
  return withState(progress, { learnedKind: of });
}
