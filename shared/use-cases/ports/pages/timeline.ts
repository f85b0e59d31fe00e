import type { AlertState } from '../../../domain/alerts/alert.ts';
import type { StoredFinding } from '../../../domain/findings/finding.ts';
import type { StoryOutline } from '../../../domain/stories/story.ts';
import type { Instant } from '../../../domain/time/instant.ts';
import type { StoredAlert } from '../../../store/alerts/alerts.ts';

/** A part of a UTC day. */
export interface DayPart {
  day: string;
  /** Only what is older: of an earlier instant, or of this one with an id that sorts before. Absent: the whole day. */
  before?: { at: Instant; id: string } | undefined;
  limit: number;
}

/** A part of what a watch found on a UTC day. */
export interface FoundPart extends DayPart {
  watchId: string;
}

/**
 * What came on a day, the newest first, and of one instant by id, the last first. So a list can go on behind any of its
 * entries, and what comes meanwhile moves nothing. Read from the index of time: the last moments may be missing.
 */
export interface Timeline {
  /**
   * What watches found, for each part in their order, without what a search neither compares nor shows (`UNSEARCHED`), and how it
   * was found and judged. To read many parts together takes fewer requests.
   */
  findings(parts: readonly FoundPart[]): Promise<StoredFinding[][]>;
  /** The latest findings of a watch on some days, at most `limit`. The days come the latest first. */
  latest(watchId: string, days: readonly string[], limit: number): Promise<StoredFinding[]>;
  /**
   * What a watch has found on a day: how many, and which are the latest `most`. It reads no finding.
   *
   * @param asked.state any text that is another one when a run has found more: who keeps what was read goes by it.
   */
  soFar(watchId: string, asked: { day: string; most: number; state?: string }): Promise<FoundSoFar>;
  /** How many findings of a watch were found on each of some UTC days, which come in their order. It returns none of them. */
  counts(watchId: string, days: readonly string[]): Promise<number[]>;
  /** Findings by their watches and fingerprints, in any order; those that are gone are left out. */
  articles(keys: readonly FindingKey[]): Promise<StoredFinding[]>;
  /** Alerts; one of several lanes is listed with the first. */
  alerts(part: DayPart): Promise<StoredAlert[]>;
  /** What became of the latest `limit` alerts of a day. Nothing else of them is returned. */
  alertStates(day: string, limit: number): Promise<AlertState[]>;
  /** The same of the first `limit` alerts that wait on a lane. */
  waitingStates(lane: string, limit: number): Promise<AlertState[]>;
  /** Stories by when they were made. */
  stories(part: DayPart): Promise<StoryOutline[]>;
}

/** A finding of a watch. */
export interface FindingKey {
  watchId: string;
  fingerprint: string;
}

/** What a watch has found on a day. */
export interface FoundSoFar {
  count: number;
  /** With their stories, where these are decided. */
  latest: readonly (FindingKey & { story?: string })[];
}
