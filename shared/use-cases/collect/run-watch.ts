import { NO_ALERTS } from '../../domain/alerts/alert.ts';
import type { Service } from '../../domain/lib/errors.ts';
import { emptyRunOutcome, type RunOutcome } from '../../domain/runs/outcome.ts';
import {
  countRun,
  countSkipped,
  isPausedAsWithdrawn,
  type RunState,
  type StateChange,
} from '../../domain/runs/run-state.ts';
import { stateWithoutFuture, trueUntil } from '../../domain/runs/clock-record.ts';
import { LONG_WAIT, type ServicePause, SHORT_WAIT } from '../../domain/runs/service-wait.ts';
import {
  dayOf,
  isAhead,
  isoOf,
  MINUTE,
  SECOND,
  wholeSecond,
  type Window,
} from '../../domain/time/instant.ts';
import { isShort } from '../../domain/usage/budget.ts';
import {
  type RunOrder,
  runsHere,
  serviceOf,
  skipReasonOf,
  type Watch,
  windowRuleOf,
} from '../../domain/watches/watch.ts';
import { rememberDefinitions, resolveIncidents } from '../alerts/put-alerts.ts';
import { type CallContext } from '../ports/clock.ts';
import type { Source } from '../ports/services.ts';
import {
  continueLater,
  endFailedRun,
  endHeldRun,
  endUnheardRun,
  openStopped,
  sendAgain,
  stoppedOutcome,
  waitUntilReady,
} from './end-run.ts';
import { coverWatch } from './pipeline.ts';
import {
  addAlertsMade,
  NO_TOTALS,
  orderInserted,
  outcomeOf,
  type Progress,
  release,
  type Run,
  type RunWatchPorts,
  save,
  withState,
} from './progress.ts';
import { startExtractions } from './start-extractions.ts';
import { admit, endLongWait, heardOf } from './wait-for-service.ts';
import { callLease } from '../../domain/lib/in-parallel.ts';

/** What is kept of the function's time for bookkeeping: no call is begun that could reach into it. */
const RESERVE = 20 * SECOND;
/** No call of the function takes longer than five minutes, and no lease longer than that and its margin. */
const LONGEST_LEASE = 6 * MINUTE;
/** An order that steps aside comes back this often: half an hour of others' work is no dead lease. */
const COMES_BACK = 5;

const DISABLED = {
  name: 'WatchDisabled',
  message: 'The watch has enabled: false, or is paused on its page. It keeps what it has and does not run.',
};
const REPEATED = {
  name: 'WatchRepeated',
  message:
    'The service repeats this watch by itself and sends what is new. See its monitor in bellwether status.',
};

/**
 * One execution of one watch, in its lease. What it finds is stored, and waits to be decided by `decideSpace`, which
 * is ordered. Only faults of our own store and queues are thrown: then the order comes again, after the lease has
 * ended.
 *
 * @param context the call of the function. The same message in another call steps aside.
 */
export async function runWatch(
  order: RunOrder,
  ports: RunWatchPorts,
  context: CallContext,
): Promise<RunOutcome> {
  const watch = await ports.definitions.watch(order.watchId);
  if (!watch) return { ...emptyRunOutcome(order.watchId), status: 'skipped' };
  const skipped = { ...emptyRunOutcome(order.watchId), kind: watch.kind, status: 'skipped' } as const;
  if (order.track === 'live' && !runsHere(watch))
    return { ...skipped, error: watch.disabled ? DISABLED : REPEATED };
  const lease = callLease(context);
  if (watch.kind === 'extraction') return startExtractions({ order, watch, ports, lease });
  const rule = windowRuleOf(watch.kind);
  if (!rule) throw new RangeError(`Watches of kind ${watch.kind} do not run by windows.`);
  // No run covers what its source does not know yet.
  const { source } = ports;
  const known = source.knownSpan ? await source.knownSpan(watch, order.track) : ALWAYS;
  if (known === undefined) return { ...skipped, ...(await waitUntilReady(order, { ports, watch })) };
  const now = ports.clock.now();
  const state = await ports.states.acquire(order, lease, now);
  if (!state) {
    await comeBack(order, { ports, watch });
    return { ...skipped, status: 'stepped-aside' };
  }
  const remembering = { ...ports, definitions: rememberDefinitions(ports.definitions) };
  const { owner, deadline } = context;
  const finish = deadline - RESERVE;
  // What a source of our own knows of this second belongs to the run: a baseline would miss it.
  const until = known.to - now < SECOND ? known.to : now;
  const run: Run = {
    order,
    watch,
    rule,
    ports: remembering,
    owner,
    now: until,
    finish,
    patience: SHORT_WAIT,
    pause: await pauseOf(watch, { ports, state }),
    knownFrom: known.from,
  };
  // A run that did not end in order may have put what waits, and no order.
  const opened = { state, unsaved: {}, silent: 0, totals: NO_TOTALS, waits: !state.clean, orders: 0 };
  return runInLease(run, await withoutFuture(run, opened));
}

/** A state that was written while the clock was ahead is taken back to what is known to be covered. */
async function withoutFuture(run: Run, opened: Progress): Promise<Progress> {
  const { order, ports, now } = run;
  if (order.track !== 'live' || !isAhead(opened.state.coveredUntil, now)) return opened;
  const until = trueUntil(await ports.clockRecord.get(), now);
  return withState(opened, stateWithoutFuture(opened.state, { now, until }) ?? {});
}

/** A watch with an open window may wait for its service, and ends its pause: it reads more than this process knows. */
function pauseOf(
  { kind }: Watch,
  { ports: { pauses }, state }: { ports: Pick<RunWatchPorts, 'pauses'>; state: RunState },
): Promise<ServicePause | undefined> {
  return state.openWindow === undefined ? pauses.get(serviceOf(kind)) : pauses.look(serviceOf(kind));
}

async function runInLease(run: Run, opened: Progress): Promise<RunOutcome> {
  const skip = await skipOf(run, opened.state);
  if (skip) return skipRun(run, opened, skip);
  const begun = await beginVersion(run, opened);
  if (begun.stop) return endRun(run, begun);
  const isAwaited = run.pause !== undefined || begun.state.slow !== undefined;
  const admitted = isAwaited ? await admit(run, begun.state) : { patience: SHORT_WAIT };
  if ('because' in admitted) return endRun(run, { ...begun, stop: admitted });
  const asking = { ...run, ...admitted };
  const outcome = await endRun(asking, await coverWatch(asking, begun));
  if (asking.patience === LONG_WAIT) await endLongWait(asking);
  return outcome;
}

/** Gives the lease back, with all that is not written yet, and reports what the run did. */
async function endRun(run: Run, ended: Progress): Promise<RunOutcome> {
  const { stop, ...ordered } = await orderInserted(run, ended);
  if (stop?.because === 'taken-over')
    return outcomeOf(run, { ...ordered, stop }, { status: 'stepped-aside' });
  if (stop?.because === 'held') return endHeldRun(run, ordered, stop);
  // Only a service that did not answer before, or a run that stopped, says something about the service.
  const { pause, made } = run.pause || stop ? await heardOf(run, ended) : { made: NO_ALERTS };
  const progress = addAlertsMade(ordered, made);
  if (stop?.because === 'failed' && pause) return endUnheardRun(run, progress, { ...stop, pause });
  if (stop?.because === 'failed') return endFailedRun(run, progress, stop);
  if (stop?.because === 'out-of-time') return continueLater(run, progress);
  return finish(run, progress);
}

/** A run that went through resolves the incidents of its watch. */
async function finish(run: Run, progress: Progress): Promise<RunOutcome> {
  const resolved = await resolveAll(run, progress);
  const slow = run.patience > SHORT_WAIT && run.ports.clock.now() - run.now > SHORT_WAIT;
  const ended = withState(resolved, {
    failures: 0,
    lastError: undefined,
    withdrawnUntil: undefined,
    ...((slow || resolved.state.slow) && { slow: slow ? { times: 0, until: 0 } : undefined }),
  });
  return outcomeOf(run, await release(run, ended), { status: 'done' });
}

async function resolveAll({ ports }: Run, progress: Progress): Promise<Progress> {
  const { incidents: subjects } = progress.state;
  if (subjects.length === 0) return progress;
  return addAlertsMade(withState(progress, { incidents: [] }), await resolveIncidents(ports, subjects));
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
  await sendAgain({ order, watch, ports }, { delay: LONGEST_LEASE });
}

/** Starts over when the watch, or the backfill, is another one than before. */
async function beginVersion(run: Run, progress: Progress): Promise<Progress> {
  const { order } = run;
  const start =
    order.track === 'backfill' ? backfillStart(run, progress.state) : liveStart(run, progress.state);
  if (!start) return progress;
  return save(run, progress, { set: { ...start, coveredUntil: undefined, baseFound: 0 } });
}

/** A new watch, or a new version of one: a baseline over `lookback`, without alerts unless a new watch says `tell`. */
function liveStart(
  { watch, now, rule, knownFrom }: Run,
  { version }: RunState,
): StateChange['set'] | undefined {
  if (version === watch.version) return undefined;
  const { reach = Number.POSITIVE_INFINITY } = rule;
  const silent = version !== undefined || watch.firstRun === 'silent';
  const from = now - Math.min(watch.lookback, reach);
  return {
    version: watch.version,
    coveredFrom: wholeSecond(Math.min(Math.max(from, knownFrom), now)),
    firstRunAt: knownFrom > from ? now : undefined,
    baseUntil: silent && rule.holds === 'items' ? wholeSecond(now) : undefined,
    recountedOn: dayOf(now),
  };
}

function backfillStart({ order, now, knownFrom }: Run, state: RunState): StateChange['set'] | undefined {
  const { from, to } = order.window ?? { from: now, to: now };
  const window = { from: Math.min(Math.max(from, wholeSecond(knownFrom)), to), to };
  if (state.coveredFrom === window.from && state.baseUntil === window.to) return undefined;
  return { coveredFrom: window.from, baseUntil: window.to };
}

const ALWAYS: Window = { from: 0, to: Number.POSITIVE_INFINITY };

/** A backfill that must wait looks again after this, the queue's longest delay. */
const LOOK_AGAIN = 15 * MINUTE;
const BACKFILL_WAITS =
  'The plan of its service is nearly used up, and watches run less often. A backfill waits until they run as usual.';

/** Why a run calls no service. */
interface Skip {
  error: { name: string; message: string };
  set: StateChange['set'];
  /** Milliseconds after which the order is sent again. */
  again?: number;
}

/** Whether this run is to be skipped: the service offers nothing for its watch, or its plan is nearly used up. */
async function skipOf({ order, watch, ports, now }: Run, state: RunState): Promise<Skip | undefined> {
  if (!order.byHand && isPausedAsWithdrawn(state, { watch, now })) {
    const until = isoOf(state.withdrawnUntil ?? now);
    const message = `The watch waits until ${until}. ${state.lastError ?? ''}`.trim();
    return {
      error: { name: 'WatchRests', message },
      set: countRun(state, { calls: 0, found: 0, now }),
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

/** Ends a run that calls no service: the watermark stays. */
async function skipRun(run: Run, opened: Progress, { error, set, again }: Skip): Promise<RunOutcome> {
  const progress = await orderInserted(run, opened);
  const sent = again === undefined || (await sendAgain(run, { delay: again, repeats: true }));
  const ended = sent ? progress : await openStopped(run, progress);
  const saved = await save(run, ended, { set, release: true });
  return outcomeOf(run, saved, sent ? { status: 'skipped', error } : stoppedOutcome(run.order));
}

function heldBack(state: RunState, { reason, now }: { reason: string; now: number }): Skip {
  return { error: { name: 'HeldBack', message: reason }, set: countSkipped(state, { reason, now }) };
}

/** One source out of those of several services: each watch is asked of the service that answers its kind. */
export function sourceByService(sources: Readonly<Partial<Record<Service, Source>>>): Source {
  const sourceOf = ({ kind }: Watch): Source => {
    const service = serviceOf(kind);
    const source = sources[service];
    if (source) return source;
    throw new Error(`This stack cannot ask the ${service} service: it was deployed without it.`);
  };
  return {
    fetchPage: (ask, limits) => sourceOf(ask.watch).fetchPage(ask, limits),
    count: (ask, limits) => sourceOf(ask.watch).count(ask, limits),
    probe: async (watch, limits) => sourceOf(watch).probe?.(watch, limits),
    knownSpan: async (watch, track) => {
      const source = sources[serviceOf(watch.kind)];
      return source?.knownSpan ? source.knownSpan(watch, track) : ALWAYS;
    },
  };
}
