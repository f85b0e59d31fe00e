import { baselineAlertOf } from '../../domain/alerts/alert.ts';
import { countingOf } from '../../domain/counting/watch-subject.ts';
import type { Finding } from '../../domain/findings/finding.ts';
import { openWindowSubject } from '../../domain/incidents/incident.ts';
import { inBaseline } from '../../domain/runs/run-state.ts';
import { contains, type Window } from '../../domain/time/window.ts';
import { resolveIncident } from '../alerts/notify-incidents.ts';
import type { Processed } from '../alerts/processed.ts';
import { putAlert } from '../alerts/put-alert.ts';
import type { ChangesRecorded } from '../alerts/record-changes.ts';
import type { PageFetched, WindowFetched } from './fetch-windows.ts';
import {
  addAlertsMade,
  addProcessed,
  addTotals,
  type Cover,
  type Progress,
  type Run,
  save,
  withState,
} from './progress.ts';

/** Ends a window of which every page has been taken. */
export type CloseWindow = (run: Run, progress: Progress, fetched: WindowFetched) => Promise<Progress>;

/** Adds a page that was taken. Where not all of it could be judged in time, the run stops, and its window stays open. */
export function addPage(
  run: Run,
  progress: Progress,
  taken: {
    fetched: PageFetched;
    findings: readonly Finding[];
    changes: ChangesRecorded;
    processed: Processed;
  },
): Progress {
  const { fetched, findings, changes, processed } = taken;
  const { page, window } = fetched;
  const { changed } = changes;
  const added = addTotals(addAlertsMade(addProcessed(progress, processed), changes), {
    changed,
    refused: page.refused,
    correlationIds: page.correlationId === undefined ? [] : [page.correlationId],
  });
  return {
    ...added,
    met: countingOf(run.watch) ? withMet(progress.met, findings) : progress.met,
    cover: withCovered(coverOf(progress, window), { page, findings, stored: processed.stored }),
    ...(!processed.complete && { stop: { because: 'out-of-time' } }),
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
  return isLast ? summarised : save(run, summarised);
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

/** Stores a record of a window that found something, was cut or was open; others are only added up. */
export async function recordWindow(
  { watch, ports }: Run,
  progress: Progress,
  cover: Cover,
  { late = false } = {},
): Promise<Progress> {
  const { window, matched, found, calls, cut, correlationId, counts } = cover;
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
  });
  return closed;
}

async function summariseBaseline({ watch, ports }: Run, progress: Progress, last: Window): Promise<Progress> {
  const { baseFound: found, coveredFrom = last.from } = progress.state;
  const window = { from: coveredFrom, to: last.to };
  const alert = baselineAlertOf(watch, { found, window, now: ports.clock.now() });
  return addAlertsMade(progress, await putAlert(ports, alert));
}

/** What is covered of a window so far. */
function coverOf({ cover }: Progress, window: Window): Cover {
  return cover?.window === window ? cover : { window, matched: 0, found: 0, calls: 0, cut: false };
}

function withCovered(
  cover: Cover,
  { page, findings, stored }: { page: PageFetched['page']; findings: readonly Finding[]; stored: number },
): Cover {
  const counts = page.counts?.filter(({ from }) => contains(cover.window, from));
  const numbers = counts?.reduce((sum, { count }) => sum + count, 0) ?? 0;
  return {
    ...cover,
    matched: cover.matched + findings.length + numbers,
    found: cover.found + stored,
    calls: cover.calls + page.calls,
    cut: cover.cut || page.capped,
    ...(page.correlationId !== undefined && { correlationId: page.correlationId }),
    ...(counts && { counts: [...(cover.counts ?? []), ...counts] }),
  };
}

function withMet(met: Progress['met'], findings: readonly Finding[]): Progress['met'] {
  return new Map([
    ...met,
    ...findings.map(({ fingerprint, indexedAt }) => [fingerprint, indexedAt] as const),
  ]);
}
