import type { StoredFinding } from '../../../domain/findings/finding.ts';
import type { StoryRecord } from '../../../domain/stories/story-record.ts';
import type { Instant } from '../../../domain/time/instant.ts';
import type { StoredAlert } from '../alerts.ts';

/** A part of a UTC day. */
export interface DayPart {
  day: string;
  /** Only what is older: of an earlier instant, or of this one with an id that sorts before. Absent: the whole day. */
  before?: { at: Instant; id: string } | undefined;
  limit: number;
}

/**
 * What came on a day, the newest first, and of one instant by id, the last first. So a list can go on behind any of its
 * entries, and what comes meanwhile moves nothing. Read from the index of time: the last moments may be missing.
 */
export interface Timeline {
  /** What a watch found. */
  findings(watchId: string, part: DayPart): Promise<StoredFinding[]>;
  /** The stories of the latest `limit` findings of a day, one id for each that has one. Nothing else of them is returned. */
  storyIds(watchId: string, day: string, limit: number): Promise<string[]>;
  /** How many findings of a watch were found on a UTC day. It reads all of them, and returns none. */
  count(watchId: string, day: string): Promise<number>;
  /** Alerts; one of several lanes is listed with the first. */
  alerts(part: DayPart): Promise<StoredAlert[]>;
  /** Stories by the time of their first article, as each watch has them. */
  stories(part: DayPart): Promise<StoryRecord[]>;
}
