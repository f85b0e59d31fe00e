import type { RunState } from '../../shared/domain/runs/run-state.ts';
import { TRACKS } from '../../shared/domain/watches/watch.ts';
import type { Lease } from '../../shared/use-cases/ports/leases.ts';
import type { RunStates } from '../../shared/use-cases/ports/run-states.ts';
import { copyOf } from './copy-of.ts';

interface HeldState extends RunState {
  /** Only the fence of a removed state is left. */
  removed?: true;
  lease?: Lease;
  released: number;
}

function newState({ watchId, track }: Pick<RunState, 'watchId' | 'track'>, fence: number): HeldState {
  return {
    watchId,
    track,
    fence,
    clean: true,
    released: fence,
    baseFound: 0,
    failures: 0,
    incidents: [],
    counters: { month: '', calls: 0, runs: 0, quietWindows: 0, found: 0 },
  };
}

function stateIn(states: ReadonlyMap<string, HeldState>, key: string): RunState | undefined {
  const held = states.get(key);
  if (!held || held.removed) return undefined;
  const { lease: _lease, released, ...state } = copyOf(held);
  return { ...state, clean: released === held.fence - 1 };
}

/** The states of runs in memory, with their leases and fences. */
export function memoryRunStates(): RunStates & { held: Map<string, HeldState> } {
  const states = new Map<string, HeldState>();
  return {
    held: states,
    acquire: async ({ watchId, track }, lease, now) => {
      const key = `${watchId}/${track}`;
      const held = states.get(key);
      if (held?.lease && held.lease.until >= now && held.lease.owner !== lease.owner) return undefined;
      const before = held ?? newState({ watchId, track }, 0);
      const { removed: _removed, ...entered } = before;
      states.set(key, { ...entered, fence: before.fence + 1, lease });
      const { lease: _lease, released, ...state } = copyOf(entered);
      return { ...state, fence: before.fence + 1, clean: released === before.fence };
    },
    save: async ({ watchId, track, fence }, { set, release, unjudged }) => {
      const held = states.get(`${watchId}/${track}`);
      if (!held?.lease || held.fence !== fence) return false;
      const next: HeldState = { ...held, ...copyOf(set) };
      if (release) {
        delete next.lease;
        if (!unjudged) {
          next.released = fence;
          delete next.part;
          delete next.decided;
        }
      }
      states.set(`${watchId}/${track}`, next);
      return true;
    },
    orderJudging: async (watchId, { by, now, lostBefore }) => {
      const held = states.get(`${watchId}/live`) ?? newState({ watchId, track: 'live' }, 0);
      const { judgeOrderedAt, judgeOrderedBy } = held;
      if (judgeOrderedAt !== undefined && judgeOrderedAt >= lostBefore && judgeOrderedBy !== by) return false;
      const { removed: _removed, ...entered } = held;
      states.set(`${watchId}/live`, { ...entered, judgeOrderedAt: now, judgeOrderedBy: by });
      return true;
    },
    addFound: async (watchId, { month, found }) => {
      const held = states.get(`${watchId}/live`);
      if (!held || held.removed || held.counters.month !== month) return false;
      const counters = { ...held.counters, found: held.counters.found + found };
      states.set(`${watchId}/live`, { ...held, counters });
      return true;
    },
    read: async (watchId, track) => stateIn(states, `${watchId}/${track}`),
    readAll: async (watchIds) =>
      watchIds.flatMap((id) => TRACKS.flatMap((track) => stateIn(states, `${id}/${track}`) ?? [])),
    setRate: async (watchId, rate) => {
      const held = states.get(`${watchId}/live`);
      if (!held || held.removed) return;
      const { rate: _pace, ...rest } = held;
      states.set(`${watchId}/live`, { ...rest, ...(rate && { rate: copyOf(rate) }) });
    },
    remove: async (watchId) => {
      for (const track of TRACKS) {
        const fence = states.get(`${watchId}/${track}`)?.fence;
        if (fence === undefined) continue;
        states.set(`${watchId}/${track}`, { ...newState({ watchId, track }, fence + 1), removed: true });
      }
    },
  };
}
