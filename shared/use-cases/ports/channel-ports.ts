import type { Instant } from '../../domain/time/instant.ts';
import type { Silence } from '../../domain/channels/silence.ts';

/** The mutes that people have set. */
export interface Silences {
  put(silence: Silence): Promise<void>;
  /** Silences that end, or have ended, at this instant or later, soonest end first. */
  since(end: Instant): Promise<Silence[]>;
  /** Ends a silence earlier than it said. */
  expire(silence: Silence, at: Instant): Promise<void>;
}

/** When a channel last sent a group or a story. During its cooldown it is not sent again. */
export interface Cooldowns {
  /** When these were last sent; those never sent, or expired, are left out. */
  lastNotified(channel: string, topics: readonly string[]): Promise<Map<string, Instant>>;
  /** @param until when it may be forgotten. */
  note(channel: string, notified: { topic: string; at: Instant; until: Instant }): Promise<void>;
}

/** Since when a channel has sent nothing. */
export interface ChannelActivity {
  /** When the channel last sent; before its first message, when this was first called. */
  lastSign(channel: string, now: Instant): Promise<Instant>;
}
