import { MINUTE } from '../../domain/instant.ts';
import type { Advance } from './advance.ts';

/**
 * Notes in the state of the watch that this range was asked, so that the next job begins where it ends. False while a run
 * holds the state: that takes seconds.
 */
export async function coverRange({ extraction, ports }: Advance): Promise<boolean> {
  const { id, watchId, watchVersion, track, range } = extraction;
  if (track === 'backfill') return true;
  const now = ports.clock.now();
  const state = await ports.states.acquire({ watchId, track }, { owner: id, until: now + MINUTE }, now);
  if (!state) return false;
  const covers = state.version === watchVersion && range.to > (state.coveredUntil ?? 0);
  return ports.states.save(state, { set: covers ? { coveredUntil: range.to } : {}, release: true });
}
