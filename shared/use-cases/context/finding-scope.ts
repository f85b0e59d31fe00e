import type { Instant } from '../../domain/time/instant.ts';
import type { Track, Watch } from '../../domain/watches/watch.ts';
import type { Alerts } from '../ports/alerts.ts';
import type { Clock } from '../ports/clock.ts';
import type { Definitions } from '../ports/definitions.ts';
import type { Findings, RawStore, SeenValues } from '../ports/findings.ts';
import type { RunStates } from '../ports/run-states.ts';
import type { NotifiedStories, Stories } from '../ports/stories.ts';

export interface FindingPorts {
  clock: Clock;
  definitions: Definitions;
  states: RunStates;
  findings: Findings;
  stories: Stories;
  notifiedStories: NotifiedStories;
  seen: SeenValues;
  alerts: Alerts;
  raw: RawStore;
}

/** For which watch, and until when, findings are stored and judged. It stays the same for the steps of a run. */
export interface FindingScope {
  ports: FindingPorts;
  watch: Watch;
  track: Track;
  /** What the service indexed before this is baseline. */
  baseUntil?: Instant | undefined;
  /** The kind of value whose known values are on record, for a policy that looks for first values. */
  learnedOf?: string | undefined;
  /** No part is begun after this. */
  finish: Instant;
}

/**
 * How many findings are stored and judged at a time: as many as one read of known ones takes, and few enough that a run
 * sees in time that its time is up.
 */
export const PART = 100;
