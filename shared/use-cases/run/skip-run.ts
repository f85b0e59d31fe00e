import { isShort } from '../../domain/usage/budget.ts';
import { MINUTE } from '../../domain/time/instant.ts';
import type { RunOutcome } from '../../domain/runs/outcome.ts';
import { skipReasonOf } from '../../domain/watches/allowed-rate.ts';
import { countersOf, monthOf } from '../../domain/runs/run-state.ts';
import { serviceOf } from '../../domain/watches/watch.ts';
import { judgeLeftOver } from '../alerts/judge-findings.ts';
import { save, type Run } from '../context/run.ts';

/** A backfill that must wait looks again after this, the queue's longest delay. */
const LOOK_AGAIN = 15 * MINUTE;
const BACKFILL_WAITS =
  'The budget of its service is short, and watches are held back: a backfill waits until they are not.';

/** Why the budget holds this run back; undefined when it may go ahead. A live run knows it from its state alone. */
export async function skipReason({ order, state, watch, ports, now }: Run): Promise<string | undefined> {
  if (order.track === 'live') return skipReasonOf(state, { order, now });
  const budget = await ports.budgets.get(serviceOf(watch.kind));
  return isShort(budget, now) ? BACKFILL_WAITS : undefined;
}

/**
 * Ends a run that the budget holds back: nothing is asked, the covered edge stays, and the next run covers the longer
 * time. What an earlier run stored is judged all the same, as the lease is given back in order.
 */
export async function skipRun(run: Run, reason: string): Promise<RunOutcome> {
  const { outcome, state, order, watch, ports, now } = run;
  const isJudged = state.clean || (await judgeLeftOver(run));
  outcome.status = 'skipped';
  outcome.error = { name: 'HeldBack', message: reason };
  if (order.track === 'backfill') await ports.queue.send(serviceOf(watch.kind), order, LOOK_AGAIN);
  const set = skippedBy({ state, reason, now });
  const saved = await save(run, { set, release: true, ...(!isJudged && { unjudged: true }) });
  return saved ? outcome : { ...outcome, status: 'stepped-aside' };
}

/** What a state remembers of a run that was held back. */
export function skippedBy({
  state,
  reason,
  now,
}: Pick<Run, 'state' | 'now'> & { reason: string }): Run['unsaved'] {
  const counters = countersOf(monthOf(now), state.counters);
  return {
    skipped: { at: now, reason },
    counters: { ...counters, skipped: (counters.skipped ?? 0) + 1 },
  };
}
