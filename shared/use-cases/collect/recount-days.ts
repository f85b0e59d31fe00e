import { UpstreamError } from '../../domain/lib/errors.ts';
import { inBaseline } from '../../domain/runs/run-state.ts';
import { dayOf, openRange, recountedDays, slicesOf, type Window } from '../../domain/time/instant.ts';
import { addTotals, type Progress, type Run, withState } from './progress.ts';
import { coverOf, type Fetched, fetchWindows, recordWindow, type WindowFetched } from './run-windows.ts';

/** Once a day, where an item can come late: articles become visible hours after they were parsed. */
export function isRecountDue({ now, rule }: Run, { state }: Progress): boolean {
  return rule.lookAgain !== 'never' && state.recountedOn !== dayOf(now) && !inBaseline(state);
}

/**
 * The pages of the last three days that hold more than is stored. Where the service can count, that is one call a day,
 * and only a day with more hits than findings is covered again; else the days are covered again as they are.
 */
export async function* fetchRecounted(run: Run, progress: Progress): AsyncGenerator<Fetched> {
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
export function endRecount({ now }: Run, progress: Progress): Progress {
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
