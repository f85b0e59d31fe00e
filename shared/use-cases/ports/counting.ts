import type { HourlyCounts } from '../../domain/counting/hourly-counts.ts';

/** The closed hours of a watch: one item, for watches whose policy counts. */
export interface HourlyCountsStore {
  get(watchId: string): Promise<HourlyCounts | undefined>;
  /** Writes counts on condition that nobody has written since they were read; false when somebody has. */
  put(hourlyCounts: HourlyCounts, before: HourlyCounts | undefined): Promise<boolean>;
}
