import * as z from 'zod';
import { runStateSchema } from '../../contracts/stored/stored-run-state.ts';
import type { RunState } from '../../domain/runs/run-state.ts';
import { type Track, TRACKS } from '../../domain/watches/watch.ts';
import type { RunStates } from '../../use-cases/ports/run-states.ts';
import type { Key, Table } from '../table.ts';
import { isFree } from '../operations.ts';

/** State and lease of a track are one item: taking the lease also reads the state. */
export function dynamoRunStates(table: Table): RunStates {
  return {
    async acquire({ watchId, track }, lease, now) {
      const item = await table.update(
        keyOf(watchId, track),
        {
          set: { watchId, track, leaseOwner: lease.owner, leaseUntil: lease.until, removed: undefined },
          add: { fence: 1 },
          when: isFree(lease.owner, now),
        },
        runStateSchema,
      );
      return item && stateOf(item);
    },

    async save({ watchId, track, fence }, { set, release }) {
      const released = release && {
        leaseOwner: undefined,
        leaseUntil: undefined,
        releasedFence: fence,
      };
      return table.change(keyOf(watchId, track), {
        set: { ...set, ...released },
        when: { is: { fence }, has: ['leaseOwner'] },
      });
    },

    addFound(watchId, { month, found }) {
      return table.change(keyOf(watchId, 'live'), {
        add: { 'counters.found': found },
        when: { is: { 'counters.month': month } },
      });
    },

    async read(watchId, track) {
      const item = await table.get(keyOf(watchId, track), readSchema);
      return item && !item.removed ? stateOf(item) : undefined;
    },

    async readAll(watchIds) {
      const keys = watchIds.flatMap((watchId) => TRACKS.map((track) => keyOf(watchId, track)));
      const items = await table.getMany(keys, readSchema, { lag: true });
      return items.flatMap((item) => (item.removed ? [] : stateOf(item)));
    },

    async setRate(watchId, rate) {
      const when = { exists: true, is: { removed: undefined } };
      await table.change(keyOf(watchId, 'live'), { set: { rate }, when });
    },

    async remove(watchId) {
      for (const track of TRACKS) await removeState(table, { watchId, track });
    },
  };
}

/** A removed state holds its fence only: of a later watch of that name, no earlier worker can write the state. */
const readSchema = runStateSchema.and(z.object({ removed: z.literal(true).optional() }));

/** Replaces a state by its next fence. Somebody may take its lease meanwhile: then it is read again. */
async function removeState(
  table: Table,
  { watchId, track }: Pick<RunState, 'watchId' | 'track'>,
): Promise<void> {
  const key = keyOf(watchId, track);
  for (let isRemoved = false; !isRemoved; ) {
    const state = await table.get(key, runStateSchema);
    if (!state) return;
    const fence = state.fence + 1;
    isRemoved = await table.putIf(
      { ...key, watchId, track, fence, releasedFence: fence, removed: true },
      { is: { fence: state.fence } },
    );
  }
}

function keyOf(watchId: string, track: Track): Key {
  return { pk: `WATCH#${watchId}`, sk: track === 'live' ? 'STATE' : 'BACKFILL' };
}

/** The last run ended in order when it released the fence before this one. */
function stateOf({ releasedFence = 0, ...state }: z.output<typeof runStateSchema>): RunState {
  return { ...state, clean: releasedFence === state.fence - 1 };
}
