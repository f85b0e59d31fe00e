import type { Ports } from '../../ports/ports.ts';
import { idOf } from '../../../domain/lib/hash.ts';
import { countersOf, monthOf } from '../../../domain/runs/run-state.ts';
import { MINUTE, SECOND } from '../../../domain/time/instant.ts';
import type { CallLimits } from '../../ports/clock.ts';

/** The state of a watch with a monitor is held for moments; after a death, for a minute. */
const TRIES = 75;

/**
 * Adds to the state of a watch how many findings were stored for the first time outside its runs. Where the state is not
 * free in time, the sum lacks these, and the findings are stored all the same.
 *
 * @param from who has stored them: a name that no one else has at the same time.
 */
export async function countFound(
  { states, clock }: Pick<Ports, 'states' | 'clock'>,
  { watchId, from, found, deadline }: { watchId: string; from: string; found: number } & CallLimits,
): Promise<void> {
  if (found === 0) return;
  const owner = idOf('found', watchId, from);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const now = clock.now();
    const state = await states.acquire({ watchId, track: 'live' }, { owner, until: now + MINUTE }, now);
    const before = countersOf(monthOf(now), state?.counters);
    const counters = { ...before, found: before.found + found };
    if (state && (await states.save(state, { set: { counters }, release: true }))) return;
    if (now + SECOND >= deadline) return;
    await clock.sleep(SECOND);
  }
}
