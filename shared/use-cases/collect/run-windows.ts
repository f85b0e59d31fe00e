import { baselineAlertOf } from '../../domain/alerts/alert.ts';
import type { FoundItem } from '../../domain/findings/finding.ts';
import { openWindowSubject } from '../../domain/incidents/incident.ts';
import { inBaseline } from '../../domain/runs/run-state.ts';
import { type Instant, wholeSecond } from '../../domain/time/instant.ts';
import { contains, openRange, slicesOf, type Window } from '../../domain/time/window.ts';
import { resolveIncident } from '../alerts/notify-incidents.ts';
import { putOnChannels } from '../alerts/put-alerts.ts';
import type { PageFetched, WindowFetched } from './fetch-windows.ts';
import type { Inserted } from './insert-findings.ts';
import {
  addAlertsMade,
  addInserted,
  addTotals,
  type Cover,
  orderInserted,
  type Progress,
  type Run,
  save,
  withState,
} from './progress.ts';
import type { ChangesRecorded } from './record-changes.ts';

/** The windows of a run, oldest first. */
interface OpenWindows {
  windows: Window[];
  progress: Progress;
}

/**
 * What this run has to cover. A baseline and a backfill go on where they stopped; a live run looks back by its overlap. A
 * continued run takes shorter windows each time, so that one always fits into the function's time.
 */
export async function openWindows(run: Run, progress: Progress): Promise<OpenWindows> {
  const { order, rule } = run;
  const longest = rule.longest / 2 ** Math.min(order.continuation, 10);
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

/** Adds a page that was taken. Where not all of it could be stored in time, the run stops, and its window stays open. */
export function addPage(
  _run: Run,
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
    cover: withCovered(coverOf(progress, window), { page, items, stored: inserted.stored }),
    ...(inserted.stop && { stop: { because: inserted.stop } }),
  };
}

/** Moves the watermark to the end of a window. The run that ends the baseline puts its one summary before that is saved. */
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

/** A day that was covered again. What was found now had come late. */
export async function closeRecounted(
  run: Run,
  progress: Progress,
  { window }: WindowFetched,
): Promise<Progress> {
  const cover = coverOf(progress, window);
  const isReopened = run.rule.lookAgain === 'count' || cover.found > 0;
  const recorded = await recordWindow(run, progress, cover, { late: cover.found > 0 });
  return addTotals(recorded, { reopened: isReopened ? 1 : 0 });
}

/** How many spans a record holds. */
const MOST_MISSED = 100;

/** Stores a record of a window that found something, was cut or was open; others are only added up. */
async function recordWindow(
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
function coverOf({ cover }: Progress, window: Window): Cover {
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
