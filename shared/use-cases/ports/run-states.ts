import type { RunState, StateChange } from '../../domain/runs/run-state.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { AllowedRate, RunOrder, Track } from '../../domain/watches/watch.ts';
import type { Lease } from '../../domain/lib/in-parallel.ts';

/** State and lease of each track of a watch. Every write is conditional on the fence that `acquire` gave. */
export interface RunStates {
  /** Takes the lease when it is free, ended, or held by the same owner; one write. Undefined: another run holds it. */
  acquire(
    order: Pick<RunOrder, 'watchId' | 'track'>,
    lease: Lease,
    now: Instant,
  ): Promise<RunState | undefined>;
  /** Writes changes under the fence. False: another run has taken over, and this one must stop. */
  save(state: RunState, change: StateChange): Promise<boolean>;
  /**
   * Adds to the findings of a month, whoever holds the lease. False: the state counts another month, or nothing yet. A holder that
   * writes its counters at the same moment may overwrite it.
   */
  addFound(watchId: string, more: { month: string; found: number }): Promise<boolean>;
  read(watchId: string, track: Track): Promise<RunState | undefined>;
  /** Both tracks of each watch that have a state, in any order; changes of the last moments may be missing. */
  readAll(watchIds: readonly string[]): Promise<RunState[]>;
  /** Sets or removes the allowed rate of a watch that has run. Not under the fence: no run ever writes it. */
  setRate(watchId: string, rate: AllowedRate | undefined): Promise<void>;
  remove(watchId: string): Promise<void>;
}
