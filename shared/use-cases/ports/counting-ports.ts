import type { Instant } from '../../domain/time/instant.ts';
import type { HourlyCounts } from '../../domain/counting/hourly-counts.ts';

/** The closed hours of a watch: one item, for watches whose policy counts. */
export interface HourlyCountsStore {
  get(watchId: string): Promise<HourlyCounts | undefined>;
  /** Writes counts on condition that nobody has written since they were read; false when somebody has. */
  put(hourlyCounts: HourlyCounts, before: HourlyCounts | undefined): Promise<boolean>;
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
}
