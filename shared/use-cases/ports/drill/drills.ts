import type { Drill, DrillConfirmation, DrillOrder, DrillResult } from '../../../domain/channels/drill.ts';
import type { Instant } from '../../../domain/time/instant.ts';

/** A drill with all that became of it. */
export interface StoredDrill {
  drill: Drill;
  results: readonly DrillResult[];
  confirmations: readonly DrillConfirmation[];
}

/** Drills. Nothing else reads them: they are no alerts, no messages and no stories. */
export interface Drills {
  /** Puts a drill if it is absent. */
  put(drill: Drill): Promise<void>;
  /** The latest ones first. */
  latest(limit: number): Promise<Drill[]>;
  read(id: string): Promise<StoredDrill | undefined>;
  /** What became of it on a target; the last one counts. */
  note(id: string, result: DrillResult, expiresAt: Instant): Promise<void>;
  /** Puts a confirmation; the same one twice is one. */
  confirm(id: string, confirmation: DrillConfirmation, expiresAt: Instant): Promise<void>;
}

/** The queue on which a drill begins, as runs do. */
export interface DrillQueue {
  order(order: DrillOrder): Promise<void>;
}
