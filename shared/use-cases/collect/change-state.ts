import type { RunState, StateChange } from '../../domain/runs/run-state.ts';
import { MINUTE } from '../../domain/time/instant.ts';
import type { Track } from '../../domain/watches/watch.ts';
import type { Ports } from '../ports/ports.ts';

/**
 * Writes a change of the state of a watch outside of its runs, under a lease of moments.
 * False: a run holds the state, or took it over meanwhile, and nothing is written.
 */
export async function changeState(
  { states, clock }: Pick<Ports, 'states'> & { clock: Pick<Ports['clock'], 'now'> },
  { owner, watchId, track }: { owner: string; watchId: string; track: Track },
  change: (state: RunState) => StateChange['set'],
): Promise<boolean> {
  const now = clock.now();
  const state = await states.acquire({ watchId, track }, { owner, until: now + MINUTE }, now);
  return state ? states.save(state, { set: change(state), release: true }) : false;
}
