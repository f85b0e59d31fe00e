import { insertItems, waitForClosedHours } from './insert-findings.ts';
import {
  addPage,
  closeWindow,
  type CloseWindow,
  discoveryOf,
  type Fetched,
  fetchWindows,
  isSilent,
  normalise,
  openWindows,
  type PageFetched,
} from './run-windows.ts';
import { closeRecounted, endRecount, fetchRecounted, isRecountDue } from './recount-days.ts';
import { addTotals, orderInserted, type Progress, type Run, scopeOf } from './progress.ts';
import { recordChanges } from './record-changes.ts';

/**
 * A run: open windows → fetch → take each page → move the watermark → recount the last days → let the hours wait that
 * are closed. Each step takes the progress of the run and returns the next one.
 */
export async function coverWatch(run: Run, begun: Progress): Promise<Progress> {
  const { progress, windows } = await openWindows(run, begun);
  const covered = await takeAll(run, progress, { fetched: fetchWindows(run, windows), close: closeWindow });
  if (covered.stop || run.order.track === 'backfill') return covered;
  const recounted = isRecountDue(run, covered) ? await recountDays(run, covered) : covered;
  if (recounted.stop) return recounted;
  const waits = await waitForClosedHours(run.ports, { watch: run.watch, state: recounted.state });
  return { ...recounted, waits: recounted.waits || waits };
}

/** Covers the last days again where the service holds more than is stored: articles can become visible hours late. */
async function recountDays(run: Run, progress: Progress): Promise<Progress> {
  const fetched = fetchRecounted(run, progress);
  return endRecount(run, await takeAll(run, progress, { fetched, close: closeRecounted }));
}

/** Takes the pages as they are fetched, and closes each window after its last page. */
async function takeAll(
  run: Run,
  begun: Progress,
  { fetched, close }: { fetched: AsyncIterable<Fetched>; close: CloseWindow },
): Promise<Progress> {
  let progress = begun;
  for await (const next of fetched) {
    progress = addTotals(progress, { calls: next.requests });
    if (next.type === 'stopped') return { ...progress, stop: next.stop };
    if (next.type === 'page') progress = await takePage(run, progress, next);
    if (next.type === 'window') progress = await close(run, progress, next);
    if (progress.stop) return progress;
  }
  return progress;
}

/**
 * One page: normalise → record changes of known findings → insert the new ones. A critical watch is ordered after each
 * part.
 */
async function takePage(run: Run, progress: Progress, fetched: PageFetched): Promise<Progress> {
  const { items, findings, sources, unusable } = normalise(run, fetched);
  const scope = scopeOf(run, progress);
  const changes = await recordChanges(scope, findings, { silent: isSilent(run, progress), sources });
  const discovery = discoveryOf(run, fetched, progress.state);
  const given = { items, unusable: [...unusable, ...changes.unusable], discoveryOf: () => discovery };
  let ordered = { ...progress, waits: progress.waits || changes.waits };
  const isUrgent = run.watch.severity === 'critical' && !isSilent(run, progress);
  const inserted = await insertItems(scope, given, async () => {
    if (isUrgent) ordered = await orderInserted(run, { ...ordered, waits: true });
  });
  return addPage(run, ordered, {
    fetched,
    items,
    changes,
    inserted: isUrgent ? { ...inserted, waits: false } : inserted,
  });
}
