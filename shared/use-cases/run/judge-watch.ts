import { emptyRunOutcome, type RunOutcome } from '../../domain/runs/outcome.ts';
import type { RunState } from '../../domain/runs/run-state.ts';
import { MINUTE, SECOND } from '../../domain/time/instant.ts';
import { firstSeenKindOf } from '../../domain/policies/registry.ts';
import { windowRuleOf } from '../../domain/watches/watch-kinds.ts';
import { type JudgeOrder, runsHere, serviceOf, type Watch } from '../../domain/watches/watch.ts';
import { rememberChannels } from '../alerts/put-alerts.ts';
import type { FindingPorts, FindingScope } from '../context/finding-scope.ts';
import { learnFirsts } from '../findings/learn-values.ts';
import { holdOf } from '../findings/store-findings.ts';
import type { CallContext } from '../ports/clock.ts';
import type { Ports } from '../ports/ports.ts';
import { applyStoryOrders } from '../stories/apply-story-orders.ts';
import { NOT_ORDERED, noteOrder } from './insert-for-judging.ts';
import { joinProcessed, type Processed } from './progress.ts';
import { judgeLeftOver, judgePart } from './judge-left-over.ts';
import { callLease } from './run-watch.ts';

export type JudgeWatchPorts = FindingPorts & Pick<Ports, 'queue' | 'storyOrders'>;

/** What is kept of the function's time for bookkeeping. */
const RESERVE = 20 * SECOND;
/** The index of work may show an insert late. So it is looked again after this, until a look finds nothing, */
const LOOK_AGAIN = 2 * SECOND;
/** and once more after this. */
const LAST_LOOK = 15 * SECOND;
/**
 * A watch that runs has its lease for so long at a time, and then leaves it to its runs for longer: a backfill of 100,000
 * articles is judged within hours, and news meanwhile.
 */
const SLICE = 45 * SECOND;
const YIELD = 90 * SECOND;
/** A chain of orders of one function must end. What is inserted then queues another order. */
const MOST_LOOKS = 500;
/** Waits for another holder of the lease: doubled from the first to the longest, together half an hour. */
const FIRST_WAIT = 2 * SECOND;
const LONGEST_WAIT = MINUTE;
const MOST_WAITS = 35;

/**
 * Carries out what people have ordered about the stories of a watch, then judges what others than the run have inserted into
 * it: the holder of the watch's lease groups it into stories, decides by the policy and puts the alerts, through the steps
 * of a run. While a run, or another one, holds the lease, the order comes
 * back. Who inserts from now on queues the next order: that is noted before anything is read.
 */
export async function judgeWatch(
  order: JudgeOrder,
  ports: JudgeWatchPorts,
  context: CallContext,
): Promise<RunOutcome> {
  const nothing = emptyRunOutcome(order.watchId);
  const watch = await ports.definitions.watch(order.watchId);
  if (!watch || watch.disabled) return { ...nothing, status: 'skipped' };
  const outcome = { ...nothing, kind: watch.kind };
  const live = { watchId: watch.id, track: 'live' } as const;
  const state = await ports.states.acquire(live, callLease(context), ports.clock.now());
  if (!state) {
    await comeBack(order, { ports, watch });
    return { ...outcome, status: 'stepped-aside' };
  }
  const isHeld = await ports.states.save(state, { set: NOT_ORDERED });
  if (!isHeld) return { ...outcome, status: 'stepped-aside' };
  const scope = scopeOf({ ports, watch, state }, context);
  const learnedKind = await learnFirsts(scope, { ...state, of: firstSeenKindOf(watch) });
  const judged = await judgeAll(scope, { ports, state });
  const { stop, alerts, channels, quarantined, faults, stories } = judged;
  const made = { alerts, channels, quarantined, stories: stories.size, ...(faults.length > 0 && { faults }) };
  const ended = { ...outcome, ...made };
  if (stop === 'taken-over') return { ...ended, status: 'stepped-aside' };
  const hasFound = stories.size + quarantined > 0;
  const again = (stop !== undefined || hasFound || order.looks === 0) && order.looks < MOST_LOOKS;
  const { last, ...given } = order;
  const next = { ...given, looks: order.looks + 1, waits: 0, ...(!again && { last: true as const }) };
  const delay = stop ? pauseOf(watch) : again ? LOOK_AGAIN : LAST_LOOK;
  // Who has inserted findings meanwhile has queued an order, which looks in place of this one. Each would come back otherwise, and
  // a burst of payloads would cause more and more of them.
  const isOrdered = again && !stop && !(await noteOrder(ports, { id: watch.id, by: context.owner }));
  if (again ? !isOrdered : !last) await ports.queue.judge(serviceOf(watch.kind), next, delay);
  const set = {
    ...(learnedKind !== undefined && { learnedKind }),
    ...(stop && again && { judgeOrderedAt: ports.clock.now(), judgeOrderedBy: 'look' }),
  };
  const released = await ports.states.save(state, { set, release: true, ...(stop && { unjudged: true }) });
  return { ...ended, status: !released ? 'stepped-aside' : stop ? 'continued' : 'done' };
}

/**
 * The part in which an earlier run has ended comes first: an order about its stories would be undone as it is repeated. Orders come
 * before the rest, which then joins the stories as they have ordered.
 */
async function judgeAll(
  scope: FindingScope,
  { ports, state: { part, ...state } }: { ports: JudgeWatchPorts; state: RunState },
): Promise<Processed> {
  const repeated = await judgePart(scope, { ...state, part, known: undefined });
  if (repeated.stop) return repeated;
  const ordered = await applyStoryOrders({ ...scope, ports: { ...ports, ...scope.ports } });
  const done = { ...repeated, ...ordered, known: undefined };
  return done.stop ? done : joinProcessed(done, await judgeLeftOver(scope, { ...state, known: undefined }));
}

function scopeOf(
  { ports, watch, state }: { ports: JudgeWatchPorts; watch: Watch; state: RunState },
  { deadline }: CallContext,
): FindingScope {
  const { baseUntil, learnedKind: learnedOf } = state;
  const slice = runsByWindows(watch) ? ports.clock.now() + SLICE : Number.POSITIVE_INFINITY;
  return {
    ports: { ...ports, definitions: rememberChannels(ports.definitions) },
    watch,
    track: 'live',
    baseUntil,
    learnedOf,
    finish: Math.min(deadline - RESERVE, slice),
    hold: holdOf(ports, { watch, state }),
  };
}

/** How long an order whose time was up leaves the lease to others. The runs of jobs hold it for moments only. */
function pauseOf(watch: Watch): number {
  return runsByWindows(watch) ? YIELD : LOOK_AGAIN;
}

function runsByWindows(watch: Watch): boolean {
  return runsHere(watch) && windowRuleOf(watch.kind) !== undefined;
}

/** The holder may have read before the insert that is waited for, so the order waits for the lease and not for that. */
async function comeBack(
  order: JudgeOrder,
  { ports, watch }: { ports: JudgeWatchPorts; watch: Watch },
): Promise<void> {
  const { waits } = order;
  if (waits >= MOST_WAITS) return;
  const delay = Math.min(FIRST_WAIT * 2 ** waits, LONGEST_WAIT);
  await ports.queue.judge(serviceOf(watch.kind), { ...order, waits: waits + 1 }, delay);
}
