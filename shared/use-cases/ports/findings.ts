import type { QuarantinedItem } from '../../domain/findings/quarantine.ts';
import type { RecordKey } from '../../domain/findings/record-keys.ts';
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

/** What the records of a watch are recognised by. */
export interface RecordKeys {
  /** Those of these keys that exist, by their ids. */
  read(watchId: string, ids: readonly string[]): Promise<Map<string, RecordKey>>;
  /** Puts a key if absent, and returns the stored one: this one, or the one that was first. */
  claim(watchId: string, mark: RecordKey & { expiresAt: Instant }): Promise<RecordKey>;
}

/** Items of services that cannot be read, stored or judged, each once. */
export interface Quarantine {
  /** Which of these items of a watch are in quarantine, by their ids. One read for each hundred. */
  known(watchId: string, ids: readonly string[]): Promise<Set<string>>;
  /** Puts an item if absent. */
  put(item: QuarantinedItem): Promise<void>;
  /** Records that a known item came again. */
  comesAgain(item: QuarantinedItem): Promise<void>;
  /** The items of a watch that have not expired, by when they first came, the latest first. */
  latest(watchId: string, given: { limit: number; now: Instant }): Promise<QuarantinedItem[]>;
  /** How many items of a watch have not expired. */
  count(watchId: string, now: Instant): Promise<number>;
}
