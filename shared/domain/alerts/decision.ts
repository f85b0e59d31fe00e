import type { StoredFinding, Verdict } from '../findings/finding.ts';
import type { Considered } from '../findings/newness.ts';
import type { ReachedValue } from '../watches/story-severity.ts';
import { type Instant, isoOf } from '../time/instant.ts';
import type { Severity } from '../watches/watch.ts';

// Findings are collected and decided in parts. A part lists what was found together, and later what was decided about
// it.

/**
 * How many findings a part has at most: as many as one read of known ones takes, and few enough to be decided within
 * seconds.
 */
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
interface FoundInPart {
  fingerprint: string;
  indexedAt: Instant;
}

/** The key of the part of these findings. The same findings at the same time are the same part. */
export function partKeyOf([first]: readonly StoredFinding[]): string {
  return first ? `${isoOf(first.foundAt)}#${first.finding.fingerprint}` : '';
}

/**
 * What was decided about a part. It is recorded before the first alert, so that a repeat after a death does the same.
 */
export interface Decision {
  /** In the order in which they were put into stories. */
  findings: readonly DecidedFinding[];
  alerts: readonly PlannedAlert[];
}

/** What becomes of one finding. */
export interface DecidedFinding extends Considered {
  fingerprint: string;
  verdict: Verdict;
  /** Absent: it is in no story. */
  story?: string;
}

/** Two decisions about different findings of one part. */
export function joinDecisions(one: Decision, other: Decision): Decision {
  return {
    findings: [...one.findings, ...other.findings],
    alerts: [...one.alerts, ...other.alerts],
  };
}

/** An alert that follows from a decision. It is made of this and of what is stored, as often as it takes. */
export type PlannedAlert = {
  /** The finding that it shows. */
  fingerprint: string;
  severity: Severity;
  /** What raised it above the severity of its watch, or above what its channel was notified of. */
  by: readonly ReachedValue[];
  /** It waits for the brief. */
  later?: true;
} & (
  | { about: 'finding' }
  /** The finding is the first to bring these values. */
  | { about: 'values'; values: readonly string[] }
  /** The story is new to the channel. */
  | { about: 'story'; channel: string }
  /** The channel was notified of the story, and this is new in it: these words. */
  | {
      about: 'development';
      channel: string;
      fresh: readonly string[];
      confirmedBy: readonly string[];
    }
  /** The channel was notified of the story at a lower severity. */
  | { about: 'climb'; channel: string; from: Severity }
);

/** What is decided first: what is critical, then what is live, then baselines and backfills. */
export const URGENCY_RANKS = ['critical', 'live', 'silent'] as const;
type WaitingRank = (typeof URGENCY_RANKS)[number];

/** Something that waits in a space to be decided. It is put before what it names, and removed when that is decided. */
export type Waiting = {
  space: string;
  rank: WaitingRank;
  since: Instant;
  /** The watch that it is about. */
  watchId: string;
} & (
  | { kind: 'part'; part: string }
  /** Known findings whose content has changed in a way on which an alert is due. */
  | { kind: 'changes'; fingerprints: readonly string[] }
  /** Hours of a watch that counts are closed until then. */
  | { kind: 'hours'; until: Instant }
  /** A person has ordered to take an article out of its story. */
  | { kind: 'split'; order: string }
);

/** Of what has waited since one instant, hours come last: they count what was found until then. */
const KINDS = ['split', 'part', 'changes', 'hours'] as const satisfies Waiting['kind'][];

/** The place of something that waits among what waits in its space. The same thing has the same place. */
export function waitingKeyOf(waiting: Waiting): string {
  const { rank, since, kind, watchId } = waiting;
  return [URGENCY_RANKS.indexOf(rank), isoOf(since), KINDS.indexOf(kind), watchId, nameOf(waiting)].join('#');
}

function nameOf(waiting: Waiting): string {
  switch (waiting.kind) {
    case 'part':
      return waiting.part;
    case 'changes':
      return waiting.fingerprints[0] ?? '';
    case 'hours':
      return isoOf(waiting.until);
    case 'split':
      return waiting.order;
  }
}

/** What names something that is not there yet stays so long: whoever was to put it has died by then. */
export const LATE_AFTER = 10 * 60 * 1_000;

/** The order to decide what waits in a space. */
export interface DecideOrder {
  space: string;
  /** How often in a row another holder of the lease was met. */
  waits: number;
}
