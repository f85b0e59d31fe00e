import type { Instant } from '../../domain/time/instant.ts';

/** Raw JSON of findings of watches with `keep: full`. */
export interface RawStore {
  put(key: string, body: string): Promise<void>;
}

/** Outlets, authors, countries and companies that a watch has found. */
export interface SeenValues {
  /**
   * Notes that a watch has found a value, and says whether this finding is the first that brought it. The same finding
   * may ask again and gets the same answer. What is not found again until `until` is forgotten.
   */
  isFirst(seen: {
    watchId: string;
    /** What kind of value it is. */
    of: string;
    value: string;
    fingerprint: string;
    now: Instant;
    until: Instant;
  }): Promise<boolean>;
  /** The kind of value whose past values the watch has learned. */
  learned(watchId: string): Promise<string | undefined>;
  noteLearned(watchId: string, kind: string): Promise<void>;
}
