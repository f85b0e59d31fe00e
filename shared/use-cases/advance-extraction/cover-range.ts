import { MINUTE } from '../../domain/instant.ts';
import { countersOf, monthOf } from '../../domain/run-state.ts';
import type { Advance } from './advance.ts';

/**
 * Notes in the state of the watch that this range was asked, so that the next job begins where it ends, and what the job
 * cost. Who notes it again counts nothing twice. False while a run holds the state: that takes seconds.
 */
export async function coverRange(
  { extraction, ports }: Advance,
  { credits }: { credits?: number } = {},
): Promise<boolean> {
  const { id, watchId, watchVersion, track, range } = extraction;
  if (track === 'backfill') return true;
  const now = ports.clock.now();
  const state = await ports.states.acquire({ watchId, track }, { owner: id, until: now + MINUTE }, now);
  if (!state) return false;
  const covers = state.version === watchVersion && range.to > (state.coveredUntil ?? 0);
  if (!covers) return ports.states.save(state, { set: {}, release: true });
  const before = countersOf(monthOf(now), state.counters);
  const counters =
    credits === undefined
      ? before
      : { ...before, jobs: (before.jobs ?? 0) + 1, credits: (before.credits ?? 0) + credits };
  return ports.states.save(state, { set: { coveredUntil: range.to, counters }, release: true });
}
