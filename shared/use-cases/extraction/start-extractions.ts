import { idOf } from '../../domain/lib/hash.ts';
import { BEGINNING, executionName, type Extraction } from '../../domain/extraction/extraction.ts';
import { EXTRACTION_LIMITS } from '../../domain/services/extraction-rules.ts';
import { DAY, isoOf, MINUTE, wholeSecond } from '../../domain/time/instant.ts';
import { emptyOutcome, type RunOutcome } from '../../domain/runs/outcome.ts';
import type { RunState, StateChange } from '../../domain/runs/run-state.ts';
import { skipReasonOf } from '../../domain/watches/allowed-rate.ts';
import type { RunOrder, Watch } from '../../domain/watches/watch.ts';
import { slicesOf, type Window } from '../../domain/time/window.ts';
import type { Extractions, Workflow } from '../ports/extraction-ports.ts';
import type { Clock, Lease, RunQueue, RunStates } from '../ports/ports.ts';
import { accountOf, inBaseline } from '../context/run.ts';
import { skippedBy } from '../run/skip-run.ts';
import { askWithWatchlist } from './query-with-watchlist.ts';
import type { UpstreamResources } from '../ports/upstream-ports.ts';

export interface StartExtractionsPorts {
  clock: Clock;
  states: RunStates;
  queue: RunQueue;
  extractions: Extractions;
  workflow: Workflow;
  resources: Pick<UpstreamResources, 'watchlist'>;
}

/** A slot of a watch whose answer is a job of hours, not a page: what it starts, the workflow carries on. */
interface Slot {
  order: RunOrder;
  watch: Watch;
  ports: StartExtractionsPorts;
  lease: Lease;
}

const LONGEST_RANGE = EXTRACTION_LIMITS.rangeDays * DAY;

/**
 * Puts the extraction of a slot if it is not there and starts its workflow. The ids are made of watch and slot, so that the
 * same order starts the same once. The run ends here; nothing has been asked of the service yet.
 */
export async function startExtractions(given: Slot): Promise<RunOutcome> {
  const { order, ports, lease } = given;
  const outcome: RunOutcome = { ...emptyOutcome(given.watch.id), kind: given.watch.kind };
  const asked = await askWithWatchlist(given);
  if ('outcome' in asked) return { ...outcome, ...asked.outcome };
  const { watch } = asked;
  const slot = { ...given, watch };
  const now = ports.clock.now();
  const state = await ports.states.acquire({ watchId: watch.id, track: order.track }, lease, now);
  if (!state) {
    await ports.queue.send('extraction', { ...order, continuation: order.continuation + 1 }, MINUTE);
    return { ...outcome, status: 'continued' };
  }
  const short = order.track === 'live' ? skipReasonOf(state, { order, now }) : undefined;
  if (short !== undefined) {
    const set = skippedBy({ state, reason: short, now });
    await ports.states.save(state, { set, release: true });
    return { ...outcome, status: 'skipped', error: { name: 'HeldBack', message: short } };
  }
  const begun = await begin(slot, state);
  if (!begun) return { ...outcome, status: 'stepped-aside' };
  for (const range of rangesOf(slot, begun)) {
    const extraction = extractionOf(slot, { range, state: begun });
    await ports.extractions.put(extraction);
    await ports.workflow.start(executionName(extraction), extraction.id);
  }
  const set = accountOf({ outcome, state: begun, now });
  const saved = await ports.states.save(begun, { set, release: true });
  return { ...outcome, status: saved ? 'done' : 'stepped-aside' };
}

/**
 * A new watch, or a new version of one, starts over: its first slot is the base, silent unless a new watch says `tell`. Until
 * that job has ended well every other one lays the base too.
 * That is written before the extraction is put, so that whoever repeats the slot says the same.
 */
async function begin({ order, watch, ports }: Slot, state: RunState): Promise<RunState | undefined> {
  if (order.track === 'backfill' || state.version === watch.version) return state;
  const silent = state.version !== undefined || watch.firstRun === 'silent';
  const slot = wholeSecond(order.scheduledFor);
  const set: StateChange['set'] = {
    version: watch.version,
    coveredFrom: slot - watch.lookback,
    coveredUntil: undefined,
    baseUntil: silent ? slot : undefined,
  };
  return (await ports.states.save(state, { set })) ? { ...state, ...set } : undefined;
}

/** From where the last job ended until this slot; at most what one job may ask for. A backfill takes several. */
function rangesOf({ order, watch }: Slot, { coveredFrom, coveredUntil }: RunState): Window[] {
  if (order.track === 'backfill')
    return order.window ? slicesOf(order.window, { longest: LONGEST_RANGE }) : [];
  const to = wholeSecond(order.scheduledFor);
  const start =
    coveredUntil === undefined ? (coveredFrom ?? to - watch.lookback) : coveredUntil - watch.overlap;
  return [{ from: Math.max(Math.min(start, to - MINUTE), to - LONGEST_RANGE), to }];
}

function extractionOf(
  { order, watch, ports }: Slot,
  { range, state }: { range: Window; state: RunState },
): Extraction {
  const { scheduledFor, track } = order;
  const now = ports.clock.now();
  const parts = track === 'live' ? [] : [track, isoOf(range.from)];
  return {
    id: idOf('extraction', watch.id, isoOf(scheduledFor), ...parts),
    watchId: watch.id,
    watchVersion: watch.version,
    track,
    scheduledFor,
    query: watch.query,
    range,
    silent: track === 'backfill' || inBaseline(state),
    ...BEGINNING,
    state: 'waiting',
    createdAt: now,
    dueAt: now,
    expiresAt: now + watch.retention,
  };
}
