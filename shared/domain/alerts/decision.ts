import type { Joined, StoredFinding, Verdict } from '../findings/finding.ts';
import type { ReachedValue } from '../stories/story-severity.ts';
import { type Instant, isoOf } from '../time/instant.ts';
import type { Severity } from '../watches/watch.ts';

// Findings are collected and decided in parts. A part lists what was found together, and later what was decided about it.

/** How many findings a part has at most: as many as one read of known ones takes, and few enough to be decided within seconds. */
export const PART = 100;

/** What one step of a collection found together, all at one time. */
export interface Part {
  watchId: string;
  /** Its place among the parts of the watch, in the order of time. */
  key: string;
  foundAt: Instant;
  expiresAt: Instant;
  found: readonly FoundInPart[];
  /** Absent: it waits. */
  decided?: Decision;
}

/** A finding of a part, and when the service indexed it. */
export interface FoundInPart {
  fingerprint: string;
  indexedAt: Instant;
}

/** The key of the part of these findings. The same findings at the same time are the same part. */
export function partKeyOf([first]: readonly StoredFinding[]): string {
  return first ? `${isoOf(first.foundAt)}#${first.finding.fingerprint}` : '';
}

/** What was decided about a part. It is recorded before the first alert, so that a repeat after a death does the same. */
export interface Decision {
  /** In the order in which they were put into stories. */
  findings: readonly DecidedFinding[];
  alerts: readonly PlannedAlert[];
}

/** What becomes of one finding. */
export interface DecidedFinding {
  fingerprint: string;
  verdict: Verdict;
  /** Absent: it is in no story. */
  story?: string;
  /** Why it was put into a story that there was. */
  joined?: Joined;
}

/** An alert that follows from a decision. It is made of this and of what is stored, as often as it takes. */
export type PlannedAlert = {
  /** The finding that it shows. */
  fingerprint: string;
  severity: Severity;
  /** What raised it above the severity of its watch, or above what its channel was notified of. */
  by: readonly ReachedValue[];
} & (
  | { about: 'finding' }
  /** The finding is the first to bring these values. */
  | { about: 'values'; values: readonly string[] }
  /** The story is new to the channel. */
  | { about: 'story'; channel: string }
  /** The channel was notified of the story at a lower severity. */
  | { about: 'climb'; channel: string; from: Severity }
);
