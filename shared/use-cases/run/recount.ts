import { dayOf } from '../../domain/time/instant.ts';
import { openRange, recountedDays, slicesOf, type Window } from '../../domain/time/window.ts';
import { coverWindow, recordWindow } from './cover-windows.ts';
import { counted, inBaseline, note, type Run } from '../context/run.ts';

/**
 * Once a day, looks again at the last three days: articles become visible hours after they were parsed, long after
 * their window was covered. Where the service can count, it is one call a day, and a day that now holds more than is
 * stored is covered anew; else the days are asked again as they are.
 */
export async function recount(run: Run): Promise<void> {
  const { state, now, ports, rule } = run;
  const today = dayOf(now);
  if (rule.lookAgain === 'never' || state.recountedOn === today || inBaseline(state)) return;
  for (const window of windowsAgain(run)) {
    if (ports.clock.now() >= run.finish) return;
    if (rule.lookAgain === 'count' && !(await holdsMore(run, window))) continue;
    if (!(await coverAgain(run, window))) return;
  }
  note(run, { recountedOn: today });
}

/** The last days since the first window: each by itself where they are counted, else as few windows as hold them. */
function windowsAgain({ state, now, rule }: Run): Window[] {
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

async function holdsMore(run: Run, window: Window): Promise<boolean> {
  const { ports, watch, finish, now } = run;
  const { hits } = await counted(run, ports.source.count({ watch, window }, { deadline: finish }));
  return hits > (await ports.findings.count(watch.id, window, now));
}

/** Covers one day again; false when the time was up, so that the next run of the day goes on. */
async function coverAgain(run: Run, window: Window): Promise<boolean> {
  const cover = await coverWindow(run, window);
  if (cover === 'out-of-time') return false;
  if (cover === 'too-big') return true;
  if (run.rule.lookAgain === 'count' || cover.found > 0) run.outcome.reopened += 1;
  await recordWindow(run, cover, { late: cover.found > 0 });
  return true;
}
