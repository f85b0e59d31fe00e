import type { Ports } from '../ports/ports.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { Track, Watch } from '../../domain/watches/watch.ts';

export type FindingPorts = Pick<
  Ports,
  | 'clock'
  | 'definitions'
  | 'states'
  | 'findings'
  | 'stories'
  | 'notifiedStories'
  | 'seen'
  | 'alerts'
  | 'raw'
  | 'incidents'
  | 'quarantine'
>;

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
