import { UpstreamError } from '../../domain/lib/errors.ts';
import { inBaseline } from '../../domain/runs/run-state.ts';
import { dayOf } from '../../domain/time/instant.ts';
import { openRange, recountedDays, slicesOf, type Window } from '../../domain/time/window.ts';
import { type Fetched, fetchWindows } from './fetch-windows.ts';
import { type Progress, type Run, withState } from './progress.ts';

/** Once a day, where an item can come late: articles become visible hours after they were parsed. */
export function isRecountDue({ now, rule }: Run, { state }: Progress): boolean {
  return rule.lookAgain !== 'never' && state.recountedOn !== dayOf(now) && !inBaseline(state);
}

/**
 * The pages of the last three days that hold more than is stored. Where the service can count, that is one call a day, and
 * only a day with more hits than findings is covered again; else the days are covered again as they are.
 */
export async function* fetchRecounted(run: Run, progress: Progress): AsyncGenerator<Fetched> {
  for (const window of windowsAgain(run, progress)) {
    const counted = await countIfDue(run, window);
    if (counted.event) yield counted.event;
    if (counted.event?.type === 'stopped') return;
    if (counted.holdsMore) yield* fetchWindows(run, [window]);
  }
}

/** A recount that ran out of time is done by the next run; one that failed leaves no window open, as it is repeated. */
export function endRecount({ now }: Run, progress: Progress): Progress {
  const { stop, ...rest } = progress;
  if (!stop) return withState(progress, { recountedOn: dayOf(now) });
  if (stop.because === 'out-of-time') return rest;
  return stop.because === 'failed'
    ? { ...rest, stop: { ...stop, window: undefined, answered: true } }
    : progress;
}

/** Whether the service holds more of a window than is stored, and the call that it took to know. */
async function countIfDue(run: Run, window: Window): Promise<{ holdsMore: boolean; event?: Fetched }> {
  const { ports, watch, finish, now, rule } = run;
  if (ports.clock.now() >= finish) {
    return { holdsMore: false, event: { type: 'stopped', stop: { because: 'out-of-time' }, requests: 0 } };
  }
  if (rule.lookAgain !== 'count') return { holdsMore: true };
  try {
    const { hits, calls: requests } = await ports.source.count({ watch, window }, { deadline: finish });
    const stored = await ports.findings.count(watch.id, window, now);
    return { holdsMore: hits > stored, event: { type: 'counted', requests } };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const stop = { because: 'failed', error, answered: true } as const;
    return { holdsMore: false, event: { type: 'stopped', stop, requests: 1 } };
  }
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
