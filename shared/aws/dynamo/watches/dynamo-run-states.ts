import type * as z from 'zod';
import { runStateSchema, storedRunState } from '../../../contracts/stored/stored-run-state.ts';
import type { RunState } from '../../../domain/runs/run-state.ts';
import type { Track } from '../../../domain/watches/watch.ts';
import type { RunStates } from '../../../use-cases/ports/run-states.ts';
import type { Key, Table } from '../table/table.ts';

/** State and lease of a track are one item: taking the lease also reads the state. */
export function dynamoRunStates(table: Table): RunStates {
  return {
    async acquire({ watchId, track }, lease, now) {
      const item = await table.update(
        keyOf(watchId, track),
        {
          set: { watchId, track, leaseOwner: lease.owner, leaseUntil: lease.until },
          compute: ['fence = if_not_exists(fence, :zero) + :one'],
          condition: 'attribute_not_exists(leaseOwner) OR leaseUntil < :now OR leaseOwner = :leaseOwner',
          values: { ':zero': 0, ':one': 1, ':now': now },
        },
        runStateSchema,
      );
      return item && stateOf(item);
    },

    async save({ watchId, track, fence }, { set, release, unjudged }) {
      const released = release && {
        leaseOwner: undefined,
        leaseUntil: undefined,
        ...(!unjudged && { releasedFence: fence }),
      };
      return table.change(keyOf(watchId, track), {
        set: { ...storedRunState(set), ...released },
        condition: 'fence = :fence AND attribute_exists(leaseOwner)',
        values: { ':fence': fence },
      });
    },

    async read(watchId, track) {
      const item = await table.get(keyOf(watchId, track), runStateSchema);
      return item && stateOf(item);
    },

    async setRate(watchId, rate) {
      const update = { set: storedRunState({ rate }), condition: 'attribute_exists(pk)' };
      await table.change(keyOf(watchId, 'live'), update);
    },

    async remove(watchId) {
      await table.remove(keyOf(watchId, 'live'));
      await table.remove(keyOf(watchId, 'backfill'));
    },
  };
}

function keyOf(watchId: string, track: Track): Key {
  return { pk: `WATCH#${watchId}`, sk: track === 'live' ? 'STATE' : 'BACKFILL' };
}

/** The last run ended in order when it released the fence before this one. */
function stateOf({ releasedFence = 0, ...state }: z.output<typeof runStateSchema>): RunState {
  return { ...state, clean: releasedFence === state.fence - 1 };
}
