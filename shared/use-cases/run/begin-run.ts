import { firstSeenKindOf } from '../../domain/counting/watch-subject.ts';
import type { RunState, StateChange } from '../../domain/runs/run-state.ts';
import { dayOf, wholeSecond } from '../../domain/time/instant.ts';
import { learnStoredValues } from '../findings/first-values.ts';
import { type Progress, type Run, save, scopeOf, withState } from './progress.ts';

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
  const { learnedOf, lastRunAt } = progress.state;
  if (run.order.track !== 'live' || of === undefined || learnedOf === of) return progress;
  if (lastRunAt !== undefined) await learnStoredValues(scopeOf(run, progress));
  return withState(progress, { learnedOf: of });
}
