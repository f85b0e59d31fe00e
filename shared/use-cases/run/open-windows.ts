import { inBaseline } from '../../domain/runs/run-state.ts';
import { wholeSecond, type Instant } from '../../domain/time/instant.ts';
import { openRange, slicesOf, type Window } from '../../domain/time/window.ts';
import { recordWindow } from './close-window.ts';
import { type Progress, type Run, withState } from './progress.ts';

/** The windows of a run, oldest first. */
export interface OpenWindows {
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
