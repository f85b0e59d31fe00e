import { executionName, type Extraction, newExtraction } from '../../domain/extraction/extraction.ts';
import { idOf } from '../../domain/lib/hash.ts';
import { emptyRunOutcome, type RunOutcome } from '../../domain/runs/outcome.ts';
import {
  countRun,
  countSkipped,
  inBaseline,
  type RunState,
  type StateChange,
} from '../../domain/runs/run-state.ts';
import { EXTRACTION_LIMITS } from '../../domain/services/extraction-rules.ts';
import { DAY, isoOf, MINUTE, slicesOf, wholeSecond, type Window } from '../../domain/time/instant.ts';
import { type RunOrder, skipReasonOf, type Watch } from '../../domain/watches/watch.ts';
import type { Ports } from '../ports/ports.ts';
import type { Lease } from '../../domain/lib/in-parallel.ts';
import { sendAgain, stoppedOutcome } from './end-run.ts';

type StartExtractionsPorts = Pick<
  Ports,
  'clock' | 'states' | 'queue' | 'extractions' | 'workflow' | 'resources'
>;

/** A run of a watch whose answer is a job of hours: the run starts it, and the workflow completes it. */
interface JobRun {
  order: RunOrder;
  watch: Watch;
  ports: StartExtractionsPorts;
  lease: Lease;
}

const LONGEST_RANGE = EXTRACTION_LIMITS.rangeDays * DAY;

/**
 * Puts the extraction of a run if it does not exist and starts its workflow. The ids are made of watch and slot, so
 * that the same order starts it once. No upstream call is made here.
 */
export async function startExtractions(given: JobRun): Promise<RunOutcome> {
  const { order, ports, lease } = given;
  const nothing: RunOutcome = { ...emptyRunOutcome(given.watch.id), kind: given.watch.kind };
  const asked = await addWatchlistDataset(given);
  if ('outcome' in asked) return { ...nothing, ...asked.outcome };
  const { watch } = asked;
  const run = { ...given, watch };
  const now = ports.clock.now();
  const state = await ports.states.acquire({ watchId: watch.id, track: order.track }, lease, now);
  if (!state) {
    const sent = await sendAgain(run, { delay: MINUTE });
    return { ...nothing, ...(sent ? { status: 'continued' } : stoppedOutcome(order)) };
  }
  const reason = order.track === 'live' ? skipReasonOf(state, { order, now }) : undefined;
  if (reason !== undefined) {
    await ports.states.save(state, { set: countSkipped(state, { reason, now }), release: true });
    return { ...nothing, status: 'skipped', error: { name: 'HeldBack', message: reason } };
  }
  const begun = await begin(run, state);
  if (!begun) return { ...nothing, status: 'stepped-aside' };
  for (const range of rangesOf(run, begun)) {
    const extraction = extractionOf(run, { range, state: begun });
    await ports.extractions.put(extraction);
    await ports.workflow.start(executionName(extraction), extraction.id);
  }
  const set = countRun(begun, { calls: 0, found: 0, now });
  const saved = await ports.states.save(begun, { set, release: true });
  return { ...nothing, status: saved ? 'done' : 'stepped-aside' };
}

/**
 * A new watch, or a new version of one, starts over: its first slot is the baseline, silent unless a new watch says
 * `tell`. Until that job has ended well, every later job belongs to the baseline too. That is written before the
 * extraction is put, so that a repeat of the slot does the same.
 */
async function begin({ order, watch, ports }: JobRun, state: RunState): Promise<RunState | undefined> {
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

/** From the end of the last job to this slot, at most what one job may ask for. A backfill takes several jobs. */
function rangesOf({ order, watch }: JobRun, { coveredFrom, coveredUntil }: RunState): Window[] {
  if (order.track === 'backfill')
    return order.window ? slicesOf(order.window, { longest: LONGEST_RANGE }) : [];
  const to = wholeSecond(order.scheduledFor);
  const start =
    coveredUntil === undefined ? (coveredFrom ?? to - watch.lookback) : coveredUntil - watch.overlap;
  return [{ from: Math.max(Math.min(start, to - MINUTE), to - LONGEST_RANGE), to }];
}

function extractionOf(
  { order, watch, ports }: JobRun,
  { range, state }: { range: Window; state: RunState },
): Extraction {
  const { scheduledFor, track } = order;
  const parts = track === 'live' ? [] : [track, isoOf(range.from)];
  const id = idOf('extraction', watch.id, isoOf(scheduledFor), ...parts);
  const silent = track === 'backfill' || inBaseline(state);
  const facts = { id, track, scheduledFor, query: watch.query, range, silent };
  return newExtraction(watch, facts, ports.clock.now());
}

/** How often a run checks whether its watchlist is ready: every five minutes, for a day. */
const CHECK_INTERVAL = 5 * MINUTE;
const MOST_CHECKS = 288;

/**
 * Adds the dataset of its watchlist to the query of a watch. While the service is preparing the companies, the run
 * queues itself again: nothing is asked without them.
 */
async function addWatchlistDataset(given: {
  order: RunOrder;
  watch: Watch;
  ports: Pick<Ports, 'resources' | 'queue'>;
}): Promise<{ watch: Watch } | { outcome: Pick<RunOutcome, 'status' | 'error'> }> {
  const { order, watch, ports } = given;
  if (watch.watchlist === undefined) return { watch };
  const resource = await ports.resources.watchlist(watch.watchlist);
  if (resource?.dataset !== undefined && resource.ready) {
    return { watch: { ...watch, query: { ...watch.query, connected_dataset_ids: [resource.dataset] } } };
  }
  if (order.continuation >= MOST_CHECKS) {
    const message = `The service is still preparing the companies of the watchlist ${watch.watchlist}.`;
    return { outcome: { status: 'skipped', error: { name: 'WatchlistNotReady', message } } };
  }
  const sent = await sendAgain(given, { delay: CHECK_INTERVAL });
  return { outcome: sent ? { status: 'continued' } : stoppedOutcome(order) };
}
