import { dayOf } from '../domain/instant.ts';
import { recountedDays, type Window } from '../domain/window.ts';
import { coverWindow, recordWindow } from './cover-windows.ts';
import { counted, inBase, note, type Run } from './run.ts';

/**
 * Once a day, counts the last three days again, one call a day, and covers a day anew that now holds more than is
 * stored: articles become visible hours after they were parsed, long after their window was covered.
 */
export async function recount(run: Run): Promise<void> {
  const { state, now, ports } = run;
  const today = dayOf(now);
  if (state.recountedOn === today || inBase(state)) return;
  for (const day of recountedDays(now)) {
    const window = { from: Math.max(day.from, state.coveredFrom ?? day.to), to: day.to };
    if (window.from >= window.to) continue;
    if (ports.clock.now() >= run.finish) return;
    if (!(await holdsMore(run, window))) continue;
    if (!(await coverAgain(run, window))) return;
  }
  note(run, { recountedOn: today });
}

async function holdsMore(run: Run, window: Window): Promise<boolean> {
  const { ports, watch, finish, now } = run;
  const { hits } = await counted(run, ports.source.count({ watch, window }, { deadline: finish }));
  return hits > (await ports.findings.count(watch.id, window, now));
}

/** Covers one day again; false when the time was up, so that the next run of the day goes on. */
async function coverAgain(run: Run, window: Window): Promise<boolean> {
  run.outcome.reopened += 1;
  const cover = await coverWindow(run, window);
  if (cover === 'out-of-time') return false;
  if (cover === 'too-big') return true;
  await recordWindow(run, cover, { late: true });
  return true;
}
