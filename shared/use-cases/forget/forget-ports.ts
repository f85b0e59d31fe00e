import type { Alert } from '../../domain/alerts/alert.ts';
import type { Message } from '../../domain/alerts/message.ts';
import type { Channel } from '../../domain/channels/channel.ts';
import type { BatchReason } from '../../domain/channels/message-plan.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { Ports, StoredObjects } from '../ports/ports.ts';

/** What forgetting takes. Everything but the removals is a port that the functions use too. */
export interface ForgetPorts
  extends Pick<
    Ports,
    | 'clock'
    | 'definitions'
    | 'removedWatches'
    | 'states'
    | 'expectedRuns'
    | 'leases'
    | 'spaces'
    | 'stories'
    | 'alerts'
    | 'messages'
    | 'outbox'
    | 'gate'
    | 'silences'
    | 'extractions'
    | 'resources'
    | 'incidents'
    | 'reportPlans'
    | 'reportRecords'
    | 'rollups'
    | 'removals'
  > {
  schedules: Pick<Ports['schedules'], 'remove'>;
  objects: StoredObjects;
  /** Makes the message of some alerts: what a message that named others too is replaced with. */
  compose: (
    alerts: readonly Alert[],
    to: { channel: Channel; now: Instant; because: BatchReason },
  ) => Message;
}

/** How a forgetting is done. */
export interface ForgetContext {
  /** Until when it waits for an apply to end. */
  deadline: Instant;
  /** Alerts, stories and extractions made before are not looked for. */
  since: Instant;
  progress: (text: string) => void;
}

/** Why nothing was forgotten, or why it could not be completed. */
export type Obstacle =
  /** The file still names it: these watches, or these reports. */
  | { by: 'file'; watches: readonly string[]; reports: readonly string[] }
  /** An apply is running. */
  | { by: 'apply' }
  /** A run of the watch holds its lease. */
  | { by: 'run'; watchId: string }
  /** A function that began before the watch was removed may still write until then. */
  | { by: 'recent'; watchId: string; until: Instant }
  /** The extraction service still has objects of these watches. */
  | { by: 'upstream'; watches: readonly string[] }
  /** A message of this channel that names it is being sent. */
  | { by: 'delivery'; channel: string }
  /** Somebody stored something meanwhile. */
  | { by: 'writer'; watchId: string };
