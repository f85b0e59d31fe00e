import { UpstreamError } from '../../domain/lib/errors.ts';
import { inBaseline } from '../../domain/runs/run-state.ts';
import { dayOf, openRange, recountedDays, slicesOf, type Window } from '../../domain/time/instant.ts';
import { insertItems, waitForClosedHours } from './insert-findings.ts';
import {
  addPage,
  closeWindow,
  type CloseWindow,
  coverOf,
  discoveryOf,
  type Fetched,
  fetchWindows,
  isSilent,
  normalise,
  openWindows,
  type PageFetched,
  recordWindow,
} from './run-windows.ts';
import { addTotals, orderInserted, type Progress, type Run, scopeOf, withState } from './progress.ts';
import { NO_CHANGES, recordChanges } from './record-changes.ts';

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
  const silent = isSilent(run, progress);
  const changes =
    findings.length > 0 ? await recordChanges(scope, findings, { silent, sources }) : NO_CHANGES;
  const discovery = discoveryOf(run, fetched, progress.state);
  const given = { items, unusable: [...unusable, ...changes.unusable], discoveryOf: () => discovery };
  let ordered = { ...progress, waits: progress.waits || changes.waits };
  const isUrgent = run.watch.severity === 'critical' && !silent;
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

/** Once a day, where an item can come late: articles become visible hours after they were parsed. */
function isRecountDue({ now, rule }: Run, { state }: Progress): boolean {
  return rule.lookAgain !== 'never' && state.recountedOn !== dayOf(now) && !inBaseline(state);
}

/**
 * The pages of the last three days that hold more than is stored. Where the service can count, that is one call a day,
 * and only a day with more hits than findings is covered again; else the days are covered again as they are.
 */
async function* fetchRecounted(run: Run, progress: Progress): AsyncGenerator<Fetched> {
  const { ports, watch, finish, now, rule, patience } = run;
  for (const window of windowsAgain(run, progress)) {
    if (ports.clock.now() >= finish)
      return yield { type: 'stopped', stop: { because: 'out-of-time' }, requests: 0 };
    if (rule.lookAgain === 'count') {
      try {
        const deadline = Math.min(finish, ports.clock.now() + patience);
        const { hits, calls } = await ports.source.count({ watch, window }, { deadline });
        const stored = await ports.findings.count(watch.id, window, now);
        yield { type: 'counted', requests: calls };
        if (hits <= stored) continue;
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        return yield { type: 'stopped', stop: { because: 'failed', error, answered: true }, requests: 1 };
      }
    }
    for await (const next of fetchWindows(run, [window]))
      yield next.type === 'page' ? { ...next, late: true } : next;
  }
}

/** A recount that ran out of time is done by the next run. One that failed is repeated: it leaves no window open. */
function endRecount({ now }: Run, progress: Progress): Progress {
  const { stop, ...rest } = progress;
  if (!stop) return withState(progress, { recountedOn: dayOf(now) });
  if (stop.because === 'out-of-time') return rest;
  return stop.because === 'failed'
    ? { ...rest, stop: { ...stop, window: undefined, answered: true } }
    : progress;
}

/** The last days since the first window: each by itself where they are counted, else as few windows as hold them. */
function windowsAgain({ now, rule }: Run, { state }: Progress): Window[] {
  const days = recountedDays(now);
  const [first] = days;
  const to = days.at(-1)?.to ?? now;
  const from = Math.max(first?.from ?? to, state.coveredFrom ?? to);
  if (from >= to) return [];
  if (rule.lookAgain === 'ask') {
    return slicesOf(openRange({ now: to, start: from, overlap: 0, grain: rule.grain }), rule);
  }
  return days
    .map((day) => ({ from: Math.max(day.from, from), to: day.to }))
    .filter((day) => day.from < day.to);
}

/** A day that was covered again. What was found now had come late. */
const closeRecounted: CloseWindow = (run, progress, { window }) => {
  const cover = coverOf(progress, window);
  return recordWindow(run, progress, cover, { late: cover.found > 0 });
};
