import type { RunOutcome } from '../../domain/runs/outcome.ts';
import { countRun, countSkipped, type RunState, type StateChange } from '../../domain/runs/run-state.ts';
import { isPausedAsWithdrawn } from '../../domain/runs/service-withdrawn.ts';
import { isoOf, MINUTE } from '../../domain/time/instant.ts';
import { isShort } from '../../domain/usage/budget.ts';
import { skipReasonOf } from '../../domain/watches/allowed-rate.ts';
import { serviceOf } from '../../domain/watches/watch.ts';
import { judgeWaiting } from './pipeline.ts';
import { outcomeOf, type Progress, type Run, save } from './progress.ts';

/** A backfill that must wait looks again after this, the queue's longest delay. */
const LOOK_AGAIN = 15 * MINUTE;
const BACKFILL_WAITS =
  'The plan of its service is nearly used up, and watches run less often. A backfill waits until they run as usual.';

/** Why a run calls no service. */
export interface Skip {
  error: { name: string; message: string };
  set: StateChange['set'];
  /** Milliseconds after which the order is sent again. */
  again?: number;
}

/** Whether this run is to be skipped: the service offers nothing for its watch, or its plan is nearly used up. */
export async function skipOf(run: Run, state: RunState): Promise<Skip | undefined> {
  const { order, watch, ports, now } = run;
  if (!order.byHand && isPausedAsWithdrawn(state, { watch, now })) {
    const until = isoOf(state.withdrawnUntil ?? now);
    const message = `The watch waits until ${until}. ${state.lastError ?? ''}`.trim();
    return {
      error: { name: 'WatchRests', message },
      set: countRun(state, { calls: 0, windows: 0, found: 0, now }),
    };
  }
  if (order.track === 'live') {
    const reason = skipReasonOf(state, { order, now });
    return reason === undefined ? undefined : heldBack(state, { reason, now });
  }
  const budget = await ports.budgets.get(serviceOf(watch.kind));
  if (!isShort(budget, now)) return undefined;
  return { ...heldBack(state, { reason: BACKFILL_WAITS, now }), again: LOOK_AGAIN };
}

/** Ends a run that calls no service: the watermark stays. What an earlier run stored is judged all the same. */
export async function skipRun(run: Run, opened: Progress, { error, set, again }: Skip): Promise<RunOutcome> {
  const { order, watch, ports } = run;
  const judged = opened.state.clean ? opened : await judgeWaiting(run, opened);
  if (again !== undefined) await ports.queue.send(serviceOf(watch.kind), order, again);
  const { stop, ...progress } = judged;
  const saved = await save(run, progress, { set, release: true, ...(stop && { unjudged: true }) });
  return outcomeOf(run, saved, { status: 'skipped', error });
}

function heldBack(state: RunState, { reason, now }: { reason: string; now: number }): Skip {
  return { error: { name: 'HeldBack', message: reason }, set: countSkipped(state, { reason, now }) };
}
