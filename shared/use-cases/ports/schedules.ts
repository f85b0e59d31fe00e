import type { Service } from '../../domain/lib/errors.ts';
import type { Instant } from '../../domain/time/instant.ts';

/** A schedule as the scheduler holds it. */
export interface WatchSchedule {
  watchId: string;
  service: Service;
  expression: string;
  timezone: string;
  /** A rate counts from here. */
  start?: Instant;
}

/** The schedules of the watches. A change replaces the whole schedule. */
export interface Schedules {
  list(): Promise<WatchSchedule[]>;
  put(schedule: WatchSchedule, existing: boolean): Promise<void>;
  remove(watchId: string): Promise<void>;
}
