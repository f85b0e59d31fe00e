import type { StoredFinding } from '../../domain/findings/finding.ts';
import type { DecidedStories } from '../../domain/stories/decided-stories.ts';
import type { Ports } from '../ports/ports.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { Track, Watch } from '../../domain/watches/watch.ts';

/** What inserting findings takes. */
export type InsertPorts = Pick<
  Ports,
  'clock' | 'definitions' | 'findings' | 'alerts' | 'raw' | 'incidents' | 'quarantine'
>;

/** What judging them takes besides. */
export type FindingPorts = InsertPorts & Pick<Ports, 'states' | 'stories' | 'notifiedStories' | 'seenValues'>;

/** For which watch, and until when, findings are inserted. Anyone may do that. */
export interface InsertScope {
  ports: InsertPorts;
  watch: Watch;
  track: Track;
  /** What the service indexed before this is baseline. */
  baseUntil?: Instant | undefined;
  /** No part is begun after this. */
  finish: Instant;
}

/** For which watch findings are judged, by the holder of its lease. It stays the same for the steps of a run. */
export interface FindingScope extends InsertScope {
  ports: FindingPorts;
  /** The kind of value whose known values are on record, for a policy that looks for first values. */
  learnedOf?: string | undefined;
  /**
   * The write that begins a part, on condition of the fence. False: another one holds the lease, and no part may begin.
   *
   * @param begun.part what it will store. What `insertAsHolder` will put together is named in the state until the next part: it has no
   * mark of its own while it waits.
   * @param begun.decided what is decided about it. It is recorded in the state until the next part: who repeats the part decides the same.
   */
  hold: (begun?: {
    part?: readonly StoredFinding[];
    decided?: DecidedStories | undefined;
  }) => Promise<boolean>;
}

/**
 * How many findings are stored and judged at a time: as many as one read of known ones takes, and few enough that a run
 * sees in time that its time is up.
 */
export const PART = 100;
