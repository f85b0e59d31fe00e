import { wholeSecond, type Instant } from '../../domain/time/instant.ts';
import { openRange, slicesOf, type Window } from '../../domain/time/window.ts';
import { recordWindow } from './cover-windows.ts';
import { inBaseline, note, type Run } from '../context/run.ts';

/**
 * What this run has to cover. A base and a backfill go on where they stopped; a live run looks back by its overlap.
 * A run that was sent on takes shorter windows each time, so that one always fits into the function's time.
 */
export async function openWindows(run: Run): Promise<Window[]> {
  const { order, rule } = run;
  const longest = rule.longest / 2 ** Math.min(order.continuation, 10);
  const range = order.track === 'backfill' ? pastRange(run) : await liveRange(run);
  return slicesOf(range, { longest, grain: rule.grain });
}

/** A service that cannot be asked about the past has none to fill in. */
function pastRange({ state, rule, now }: Run): Window {
  const start = state.coveredUntil ?? state.coveredFrom ?? now;
  const end = state.baseUntil ?? start;
  if (rule.reach !== undefined || start >= end) return { from: end, to: end };
  return openRange({ now: end, start, overlap: 0, grain: rule.grain });
}

async function liveRange(run: Run): Promise<Window> {
  const { state, watch, now, rule } = run;
  const start = state.coveredUntil ?? state.coveredFrom ?? now;
  if (rule.reach !== undefined) return { from: await reachable(run, start), to: wholeSecond(now) };
  const isFirst = state.coveredUntil === undefined || inBaseline(state);
  const overlap = isFirst ? 0 : Math.max(watch.overlap, rule.leastOverlap);
  return openRange({ now, start, overlap, grain: rule.grain });
}

/** Where the service can still be asked from. What lies before it is lost: recorded as cut, never asked for again. */
async function reachable(run: Run, start: Instant): Promise<Instant> {
  const from = wholeSecond(run.now - (run.rule.reach ?? Number.POSITIVE_INFINITY));
  if (start >= from) return start;
  await recordWindow(run, {
    window: { from: start, to: from },
    matched: 0,
    found: 0,
    calls: 0,
    cut: true,
  });
  note(run, { coveredUntil: from });
  return from;
}
