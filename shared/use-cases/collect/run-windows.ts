import { baselineAlertOf } from '../../domain/alerts/alert.ts';
import type { Discovery, FoundItem } from '../../domain/findings/finding.ts';
import { openWindowSubject } from '../../domain/incidents/incident.ts';
import { TransportError, UpstreamError } from '../../domain/lib/errors.ts';
import { defined } from '../../domain/lib/fields.ts';
import { firstRunOf, inBaseline, type RunState } from '../../domain/runs/run-state.ts';
import {
  contains,
  halvesOf,
  type Instant,
  openRange,
  SECOND,
  slicesOf,
  wholeSecond,
  type Window,
} from '../../domain/time/instant.ts';
import { putOnChannels, resolveIncident } from '../alerts/put-alerts.ts';
import type { FoundPage } from '../ports/services.ts';
import { type Inserted, readChanging } from './insert-findings.ts';
import {
  addAlertsMade,
  addInserted,
  addTotals,
  type Cover,
  orderInserted,
  type Progress,
  type Run,
  save,
  type Stop,
  withState,
} from './progress.ts';
import type { ChangesRecorded } from './record-changes.ts';

/** The windows of a run, oldest first. */
interface OpenWindows {
  windows: Window[];
  progress: Progress;
}

/**
 * What this run has to cover. A baseline and a backfill go on where they stopped; a live run looks back by its
 * overlap. A continued run takes shorter windows each time, so that one always fits into the function's time.
 */
export async function openWindows(run: Run, progress: Progress): Promise<OpenWindows> {
  const { order, rule } = run;
  const longest = Math.max(rule.longest / 2 ** Math.min(order.continuation, 10), rule.shortest);
  const slice = (range: Window) => slicesOf(range, { longest, grain: rule.grain });
  if (order.track === 'backfill') return { windows: slice(pastRange(run, progress)), progress };
  if (rule.reach === undefined) return { windows: slice(liveRange(run, progress)), progress };
  const reached = await skipUnreachable(run, progress);
  const to = wholeSecond(run.now);
  return { windows: slice({ from: startOf(run, reached), to }), progress: reached };
}

/** A service that cannot be queried about the past has none to fill in. */
function pastRange({ rule, now }: Run, { state }: Progress): Window {
  const start = state.coveredUntil ?? state.coveredFrom ?? now;
  const end = state.baseUntil ?? start;
  if (rule.reach !== undefined || start >= end) return { from: end, to: end };
  return openRange({ now: end, start, overlap: 0, grain: rule.grain });
}

function liveRange(run: Run, progress: Progress): Window {
  const { watch, now, rule } = run;
  const { state } = progress;
  const isFirst = state.coveredUntil === undefined || inBaseline(state);
  const overlap = isFirst ? 0 : Math.max(watch.overlap, rule.leastOverlap);
  return openRange({ now, start: startOf(run, progress), overlap, grain: rule.grain });
}

/** What lies before the reach of the service is lost: recorded as cut, and never queried again. */
async function skipUnreachable(run: Run, progress: Progress): Promise<Progress> {
  const start = startOf(run, progress);
  const from = wholeSecond(run.now - (run.rule.reach ?? Number.POSITIVE_INFINITY));
  if (start >= from) return progress;
  const lost = { window: { from: start, to: from }, matched: 0, found: 0, calls: 0, cut: true };
  return withState(await recordWindow(run, progress, lost), { coveredUntil: from });
}

function startOf({ now }: Run, { state }: Progress): Instant {
  return state.coveredUntil ?? state.coveredFrom ?? now;
}

/** Ends a window of which every page has been taken. */
export type CloseWindow = (run: Run, progress: Progress, fetched: WindowFetched) => Promise<Progress>;

/** Adds a page that was taken. If not all of it was stored in time, the run stops, and its window stays open. */
export function addPage(
  run: Run,
  progress: Progress,
  taken: {
    fetched: PageFetched;
    items: readonly FoundItem[];
    changes: ChangesRecorded;
    inserted: Inserted;
  },
): Progress {
  const { fetched, items, changes, inserted } = taken;
  const { page, window } = fetched;
  const added = addTotals(addInserted(progress, inserted), {
    changed: changes.changed,
    refused: page.refused,
    correlationIds: page.correlationId === undefined ? [] : [page.correlationId],
  });
  return {
    ...added,
    silent: progress.silent + (isSilent(run, progress) ? inserted.stored : 0),
    cover: withCovered(coverOf(progress, window), { page, items, stored: inserted.stored }),
    ...(inserted.stop && { stop: { because: inserted.stop } }),
  };
}

/**
 * Moves the watermark to the end of a window. The run that ends the baseline puts its one summary before that is
 * saved.
 */
export async function closeWindow(
  run: Run,
  progress: Progress,
  { window, isLast }: WindowFetched,
): Promise<Progress> {
  const cover = coverOf(progress, window);
  const recorded = await recordWindow(run, progress, cover);
  const { state } = recorded;
  const wasInBaseline = inBaseline(state);
  const moved = withState(recorded, {
    coveredUntil: window.to,
    ...(wasInBaseline && { baseFound: state.baseFound + cover.matched }),
  });
  const endsBaseline = wasInBaseline && !inBaseline(moved.state) && run.order.track !== 'backfill';
  const summarised = endsBaseline ? await summariseBaseline(run, moved, window) : moved;
  return isLast ? summarised : save(run, await orderInserted(run, summarised));
}

/** How many spans a record holds. */
const MOST_MISSED = 100;

/** Stores a record of a window that found something, was cut or was open; others are only added up. */
export async function recordWindow(
  { watch, ports }: Run,
  progress: Progress,
  { window, matched, found, calls, cut: isCut, missed: all = [], correlationId, counts }: Cover,
  { late = false } = {},
): Promise<Progress> {
  // What was recognised before the watermark is on record: the overlap meets it again.
  const missed = all.filter(({ to }) => to >= (progress.state.coveredUntil ?? 0));
  const cut = isCut || missed.length > 0;
  const counted = addTotals(progress, { windows: 1, matched, cut: cut ? 1 : 0 });
  const wasOpen = progress.state.openWindow === window.from;
  const closed = wasOpen
    ? addAlertsMade(
        withState(counted, { openWindow: undefined, openSince: undefined }),
        await resolveIncident(ports, openWindowSubject(watch.id)),
      )
    : counted;
  if (found === 0 && !cut && !wasOpen && !counts) return closed;
  await ports.windows.put({
    watchId: watch.id,
    ...window,
    state: 'done',
    cut,
    late,
    matched,
    found,
    calls,
    failures: 0,
    ...(correlationId !== undefined && { correlationId }),
    ...(counts && { counts }),
    ...(missed.length > 0 && { missed: missed.slice(0, MOST_MISSED) }),
  });
  return closed;
}

async function summariseBaseline({ watch, ports }: Run, progress: Progress, last: Window): Promise<Progress> {
  const { baseFound: found, coveredFrom = last.from } = progress.state;
  const window = { from: coveredFrom, to: last.to };
  const alert = baselineAlertOf(watch, { found, window, now: ports.clock.now() });
  return addAlertsMade(progress, await putOnChannels(ports, alert, watch));
}

/** What is covered of a window so far. */
export function coverOf({ cover }: Progress, window: Window): Cover {
  return cover?.window === window ? cover : { window, matched: 0, found: 0, calls: 0, cut: false };
}

function withCovered(
  cover: Cover,
  { page, items, stored }: { page: PageFetched['page']; items: readonly FoundItem[]; stored: number },
): Cover {
  const counts = page.counts?.filter(({ from }) => contains(cover.window, from));
  const numbers = counts?.reduce((sum, { count }) => sum + count, 0) ?? 0;
  return {
    ...cover,
    matched: cover.matched + items.length + numbers,
    found: cover.found + stored,
    calls: cover.calls + page.calls,
    cut: cover.cut || page.capped,
    ...(page.missed && { missed: [...(cover.missed ?? []), ...page.missed] }),
    ...(page.correlationId !== undefined && { correlationId: page.correlationId }),
    ...(counts && { counts: [...(cover.counts ?? []), ...counts] }),
  };
}

/** What a source gave, or why it gives no more. `requests` were sent upstream since the one before. */
export type Fetched =
  | PageFetched
  | WindowFetched
  | { type: 'counted'; requests: number }
  | { type: 'stopped'; stop: Stop; requests: number };

export interface PageFetched {
  type: 'page';
  window: Window;
  page: FoundPage;
  requests: number;
  /** The recount fetched it. */
  late?: true;
}

/** All pages of a window have been given; `isLast` when no other window follows. */
export interface WindowFetched {
  type: 'window';
  window: Window;
  isLast: boolean;
  requests: number;
}

/** Whether what the run finds causes no alerts yet: it lies in a baseline, or in a backfill. */
export function isSilent({ order }: Run, { state }: Progress): boolean {
  return inBaseline(state) || order.track === 'backfill';
}

/** A window that is too heavy is halved; a service that never answers in time has failed. */
const MOST_TIMEOUTS = 3;

/**
 * The pages of windows, oldest window first, each followed by its end. A window over the service's cap, or too heavy
 * for its time limit, is halved until it fits. Nothing is asked for when the time is up. A window with an incomplete
 * page is not ended: it stays open. An incomplete page proves that the count is wrong, so no window is halved by it.
 */
export async function* fetchWindows(run: Run, windows: readonly Window[]): AsyncGenerator<Fetched> {
  const open = windows.toReversed();
  let calls: Calls = { requests: 0, timeouts: 0, waited: 0, answered: false };
  for (let window = open.pop(); window; window = open.pop()) {
    let incomplete: UpstreamError | undefined;
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const tried = await fetchPage(run, { window, page, calls });
      calls = tried.calls;
      const { requests } = calls;
      if ('stop' in tried) return yield { type: 'stopped', stop: tried.stop, requests };
      if ('halves' in tried) {
        open.push(...tried.halves.toReversed());
        window = undefined;
        break;
      }
      ({ pages } = tried.page);
      calls = { ...calls, requests: 0 };
      yield { type: 'page', window, page: tried.page, requests };
      const { items, refused } = tried.page;
      incomplete ??= tried.page.incomplete;
      if (tried.page.incomplete && items.length + refused === 0) break;
    }
    if (window && incomplete) {
      const stop = { because: 'failed', error: incomplete, window, answered: true } as const;
      return yield { type: 'stopped', stop, requests: 0 };
    }
    if (window) yield { type: 'window', window, isLast: open.length === 0, requests: 0 };
  }
}

/** The items of a page that lie in its window, each once: pages can shift. What may have changed is read. */
export function normalise({ watch }: Run, { page, window }: PageFetched) {
  const inside = page.items.filter(({ indexedAt }) => contains(window, indexedAt));
  const once = new Map(inside.map((item) => [item.fingerprint, item]));
  return readChanging(watch, [...once.values()], page);
}

/** Which window and request of this run gave a page. */
export function discoveryOf(
  { owner, order, watch }: Run,
  { window, page, late }: PageFetched,
  state: RunState,
): Discovery {
  const { hits, correlationId: requestId } = page;
  const lookedBack = window.to <= (firstRunOf(watch, state) ?? 0) ? true : undefined;
  const { track, scheduledFor } = order;
  const { from, to } = window;
  return defined<Discovery>({
    run: { id: owner, track, scheduledFor },
    window: { from, to },
    requestId,
    hits,
    late,
    lookedBack,
  });
}

/**
 * The calls of a run so far: requests not reported yet, time-outs and the milliseconds that they took, and whether the
 * service has answered at all.
 */
interface Calls {
  requests: number;
  timeouts: number;
  waited: number;
  answered: boolean;
}

type Tried = { calls: Calls } & ({ page: FoundPage } | { halves: [Window, Window] } | { stop: Stop });

async function fetchPage(
  run: Run,
  { window, page, calls }: { window: Window; page: number; calls: Calls },
): Promise<Tried> {
  const { ports, watch, rule, finish, patience } = run;
  const began = ports.clock.now();
  if (began >= finish) return { calls, stop: { because: 'out-of-time' } };
  try {
    const deadline = Math.min(finish, began + patience - calls.waited);
    const found = await ports.source.fetchPage({ watch, window, page }, { deadline });
    const answered = { ...calls, requests: calls.requests + found.calls, answered: true };
    const halves = found.capped && !found.incomplete && page === 1 ? halvesOf(window, rule) : undefined;
    return halves ? { calls: answered, halves } : { calls: answered, page: found };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const waited = calls.waited + ports.clock.now() - began;
    return afterFailure(run, { window, error, calls: { ...calls, waited, requests: calls.requests + 1 } });
  }
}

/**
 * A failed call counts as one request. Near the end of the time, a call that ran out of it is asked by the next run.
 * When the patience of the run is used up, its window stays open.
 */
function afterFailure(
  { ports, rule, finish, patience }: Run,
  { window, error, calls: before }: { window: Window; error: UpstreamError; calls: Calls },
): Tried {
  const { answered } = before;
  const failed = { calls: before, stop: { because: 'failed', error, window, answered } } as const;
  if (!(error instanceof TransportError) || !error.timedOut) return failed;
  const calls = { ...before, timeouts: before.timeouts + 1 };
  if (answered && ports.clock.now() >= finish - SECOND) return { calls, stop: { because: 'out-of-time' } };
  const mayWait = calls.timeouts <= MOST_TIMEOUTS && calls.waited < patience - SECOND;
  const halves = mayWait ? halvesOf(window, rule) : undefined;
  return halves ? { calls, halves } : { ...failed, calls };
}
