import { UpstreamError } from '../../domain/lib/errors.ts';
import { dayOf, isoOf, MINUTE, SECOND, wholeSecond, type Instant } from '../../domain/time/instant.ts';
import { emptyOutcome, type RunOutcome } from '../../domain/runs/outcome.ts';
import type { StateChange } from '../../domain/runs/run-state.ts';
import { runsHere, serviceOf, type RunOrder, type Watch } from '../../domain/watches/watch.ts';
import { windowRuleOf } from '../../domain/watches/window-rule.ts';
import { isResting } from '../../domain/runs/service-withdrawn.ts';
import { coverWindows } from './cover-windows.ts';
import { endFailedRun } from './end-failed-run.ts';
import { judgeLeftOver } from '../alerts/judge-findings.ts';
import { judgeClosedHours } from './judge-counts.ts';
import { learnSeenValues } from '../findings/learn-seen-values.ts';
import { openWindows } from './open-windows.ts';
import { recount } from './recount.ts';
import { rememberChannels } from '../context/remember-channels.ts';
import { accountOf, note, save, type Run, type RunWatchPorts } from '../context/run.ts';
import { skipReason, skipRun } from './skip-run.ts';
import { startExtractions } from '../extraction/start-extractions.ts';
import { resolveIncidents } from '../alerts/notify-incidents.ts';
import { emptyLog } from '../../domain/stories/usual-words.ts';

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
/** No function lives longer than five minutes, and no lease longer than that and its margin. */
const LONGEST_LEASE = 6 * MINUTE;
/** An order that steps aside comes back this often: half an hour of others' work is no dead lease. */
const COMES_BACK = 5;

const DISABLED = {
  name: 'WatchDisabled',
  message: 'It says enabled: false: it keeps what it has and does not run.',
};
const REPEATED = {
  name: 'WatchRepeated',
  message:
    'The service repeats it by itself and sends what is new: bellwether status says how its monitor stands.',
};

/**
 * One execution of one watch: covers what is open, oldest window first, stores what it finds, judges it, and gives
 * its lease back. Returns a typed outcome; only faults of our own machinery (the store, the queue) are thrown, and
 * then the order comes again and re-enters the lease.
 */
export async function runWatch(
  order: RunOrder,
  ports: RunWatchPorts,
  context: RunContext,
): Promise<RunOutcome> {
  const outcome = emptyOutcome(order.watchId);
  const watch = await ports.definitions.watch(order.watchId);
  if (!watch) return { ...outcome, status: 'skipped' };
  outcome.kind = watch.kind;
  if (order.track === 'live' && !runsHere(watch))
    return { ...outcome, status: 'skipped', error: watch.disabled ? DISABLED : REPEATED };
  const lease = { owner: context.owner, until: context.deadline + LEASE_MARGIN };
  if (watch.kind === 'extraction') return startExtractions({ order, watch, ports, lease });
  const rule = windowRuleOf(watch.kind);
  if (!rule) throw new RangeError(`Watches of kind ${watch.kind} do not run by windows.`);
  const now = ports.clock.now();
  const state = await ports.states.acquire(order, lease, now);
  if (!state) {
    await comeBack(order, { ports, watch });
    return { ...outcome, status: 'stepped-aside' };
  }
  const run: Run = {
    order,
    watch,
    rule,
    state,
    ports: { ...ports, definitions: rememberChannels(ports.definitions) },
    outcome,
    unsaved: {},
    met: new Map(),
    stories: new Set(),
    past: { words: emptyLog() },
    answered: false,
    timeouts: 0,
    finish: context.deadline - RESERVE,
    now,
  };
  if (!order.byHand && isResting(state, { watch, now })) return rest(run);
  const short = await skipReason(run);
  if (short !== undefined) return skipRun(run, short);
  try {
    if (!(await begin(run))) return steppedAside(run);
    if (!state.clean && !(await judgeLeftOver(run))) return await sendOn(run, { unjudged: true });
    if (order.track === 'live') await learnSeenValues(run);
    const progress = await coverWindows(run, await openWindows(run));
    if (progress === 'taken-over') return steppedAside(run);
    if (progress === 'out-of-time') return await sendOn(run);
    if (order.track === 'live') await recount(run);
    return await finish(run);
  } catch (error) {
    if (error instanceof UpstreamError) return endFailedRun(run, error);
    throw error;
  }
}

/**
 * Another run holds the lease: this order comes back when that lease must have ended. Should its holder have died for
 * good, with its message among the dead letters, the watch would rest until its next slot otherwise.
 */
async function comeBack(
  order: RunOrder,
  { ports, watch }: { ports: RunWatchPorts; watch: Watch },
): Promise<void> {
  if (order.continuation >= COMES_BACK) return;
  const again = { ...order, continuation: order.continuation + 1 };
  await ports.queue.send(serviceOf(watch.kind), again, LONGEST_LEASE);
}

/** Starts over when the watch asks something else than before. */
async function begin(run: Run): Promise<boolean> {
  const start = run.order.track === 'backfill' ? backfillStart(run) : liveStart(run);
  return !start || save(run, { set: { ...start, coveredUntil: undefined, baseFound: 0 } });
}

/** A new watch, or a new version of one: a base over `lookback`, silent unless a new watch says `tell`. */
function liveStart({ state, watch, now, rule }: Run): Run['unsaved'] | undefined {
  if (state.version === watch.version) return undefined;
  const { reach = Number.POSITIVE_INFINITY } = rule;
  const silent = state.version !== undefined || watch.firstRun === 'silent';
  return {
    version: watch.version,
    coveredFrom: wholeSecond(now - Math.min(watch.lookback, reach)),
    baseUntil: silent && rule.holds === 'items' ? wholeSecond(now) : undefined,
    recountedOn: dayOf(now),
  };
}

function backfillStart({ order, state, now }: Run): Run['unsaved'] | undefined {
  const window = order.window ?? { from: now, to: now };
  if (state.coveredFrom === window.from && state.baseUntil === window.to) return undefined;
  return { coveredFrom: window.from, baseUntil: window.to };
}

async function sendOn(run: Run, left: Pick<StateChange, 'unjudged'> = {}): Promise<RunOutcome> {
  const { order, outcome, ports, watch } = run;
  outcome.status = 'continued';
  await ports.queue.send(
    serviceOf(watch.kind),
    { ...order, continuation: order.continuation + 1 },
    10 * SECOND,
  );
  note(run, accountOf(run));
  return (await save(run, { release: true, ...left })) ? outcome : steppedAside(run);
}

/** Nothing is asked: the service said that it has nothing for this watch. */
async function rest(run: Run): Promise<RunOutcome> {
  const { state, outcome } = run;
  const isJudged = state.clean || (await judgeLeftOver(run));
  const until = isoOf(state.restsUntil ?? run.now);
  outcome.status = 'skipped';
  outcome.error = { name: 'WatchRests', message: `It rests until ${until}. ${state.lastError ?? ''}`.trim() };
  note(run, accountOf(run));
  const saved = await save(run, { release: true, ...(!isJudged && { unjudged: true }) });
  return saved ? outcome : steppedAside(run);
}

async function finish(run: Run): Promise<RunOutcome> {
  await judgeClosedHours(run);
  if (run.state.troubles.length > 0) await resolveIncidents(run);
  note(run, { ...accountOf(run), failures: 0, lastError: undefined, restsUntil: undefined });
  return (await save(run, { release: true })) ? run.outcome : steppedAside(run);
}

/** Another run holds the lease now; what this one stored and judged stays good. */
function steppedAside({ outcome }: Run): RunOutcome {
  return { ...outcome, status: 'stepped-aside' };
}
