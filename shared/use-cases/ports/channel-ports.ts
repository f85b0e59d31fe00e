import type { Instant } from '../../domain/time/instant.ts';
import type { Silence } from '../../domain/channels/silence.ts';

/** What people have muted. */
export interface Silences {
  put(silence: Silence): Promise<void>;
  /** Silences that end, or have ended, at this instant or later, soonest end first. */
  since(end: Instant): Promise<Silence[]>;
  /** Ends a silence earlier than it said. */
  expire(silence: Silence, at: Instant): Promise<void>;
}

/** When a channel last told a group or a story: while that rests, it is not told again. */
export interface Cooldowns {
  /** The times at which these were last told; those never told, or forgotten, are left out. */
  lastNotified(channel: string, topics: readonly string[]): Promise<Map<string, Instant>>;
  /** @param until when it may be forgotten. */
  note(channel: string, notified: { topic: string; at: Instant; until: Instant }): Promise<void>;
}

/** Since when a channel has been silent. */
export interface ChannelActivity {
  /** When the channel last sent; before its first message, when this was first asked. */
  lastSign(channel: string, now: Instant): Promise<Instant>;
}
