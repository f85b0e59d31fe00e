import { emptyRunOutcome, type RunOutcome } from '../../domain/runs/outcome.ts';
import { MINUTE } from '../../domain/time/instant.ts';
import { windowRuleOf } from '../../domain/watches/watch-kinds.ts';
import { type RunOrder, runsHere, serviceOf, type Watch } from '../../domain/watches/watch.ts';
import { coverWatch } from './pipeline.ts';
import { endRun } from './end-run.ts';
import { leaseOf, openRun, type RunContext } from './begin-run.ts';
import type { RunWatchPorts } from './progress.ts';
import { skipOf, skipRun } from './skip-run.ts';
import { startExtractions } from './start-extractions.ts';

/** No function lives longer than five minutes, and no lease longer than that and its margin. */
const LONGEST_LEASE = 6 * MINUTE;
/** An order that steps aside comes back this often: half an hour of others' work is no dead lease. */
const COMES_BACK = 5;

const DISABLED = {
  name: 'WatchDisabled',
  message: 'The watch has enabled: false. It keeps what it has and does not run.',
};
const REPEATED = {
  name: 'WatchRepeated',
  message:
    'The service repeats this watch by itself and sends what is new. See its monitor in bellwether status.',
};

/**
 * One execution of one watch, in its lease. What it finds is stored, judged and put on channels, from where
 * `deliverAlerts` sends it. Only faults of our own store and queues are thrown: then the order comes again and re-enters
 * the lease.
 */
export async function runWatch(
  order: RunOrder,
  ports: RunWatchPorts,
  context: RunContext,
): Promise<RunOutcome> {
  const watch = await ports.definitions.watch(order.watchId);
  if (!watch) return { ...emptyRunOutcome(order.watchId), status: 'skipped' };
  const skipped = { ...emptyRunOutcome(order.watchId), kind: watch.kind, status: 'skipped' } as const;
  if (order.track === 'live' && !runsHere(watch))
    return { ...skipped, error: watch.disabled ? DISABLED : REPEATED };
  if (watch.kind === 'extraction') return startExtractions({ order, watch, ports, lease: leaseOf(context) });
  const rule = windowRuleOf(watch.kind);
  if (!rule) throw new RangeError(`Watches of kind ${watch.kind} do not run by windows.`);
  const opened = await openRun(order, { watch, rule, ports, context });
  if (!opened) {
    await comeBack(order, { ports, watch });
    return { ...skipped, status: 'stepped-aside' };
  }
  const { run, progress } = opened;
  const skip = await skipOf(run, progress.state);
  if (skip) return skipRun(run, progress, skip);
  return endRun(run, await coverWatch(run, progress));
}

/**
 * Another run holds the lease: this order comes back when that lease must have ended. Should its holder have died for
 * good, with its message among the dead letters, the watch would wait until its next slot otherwise.
 */
async function comeBack(
  order: RunOrder,
  { ports, watch }: { ports: RunWatchPorts; watch: Watch },
): Promise<void> {
  if (order.continuation >= COMES_BACK) return;
  const again = { ...order, continuation: order.continuation + 1 };
  await ports.queue.send(serviceOf(watch.kind), again, LONGEST_LEASE);
}
