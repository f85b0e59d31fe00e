import type { Instant } from '../time/instant.ts';

/**
 * The state of an alert: waiting for its due time, put into a message (`told`), muted, or dropped with a reason. `joinedTo`:
 * the channel had been notified of its story by another watch, so it was not sent.
 */
export type AlertState =
  | { state: 'pending'; dueAt: Instant; heldFor?: HoldReason }
  | { state: 'told'; messageId: string }
  /** Muted by a silence, also after the silence has ended. */
  | { state: 'silenced'; silenceId: string; reason: string }
  | { state: 'dropped'; reason: string; joinedTo?: JoinedTo };

/** Why an alert waits. `brief`: for the next brief. `storm-cap`: the channel's limit per hour is reached. */
export const HOLD_REASONS = ['quiet-hours', 'brief', 'group', 'storm-cap'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** What had notified a channel of a story before another watch's alert about it was due. */
export interface JoinedTo {
  alertId: string;
  watchId: string;
  messageId: string;
}
