import type { NotifiedStory } from '../../domain/channels/message-plan.ts';
import type { Instant } from '../../domain/time/instant.ts';

/** The stories of a message, remembered for as long as other articles may belong to them. */
export interface StoriesOfMessage {
  messageId: string;
  at: Instant;
  stories: readonly NotifiedStory[];
}

/** The stories that the messages of a channel have. Such a record may name a message that was never written. */
export interface ChannelStories {
  /** Those of messages that were made at this instant or later, the latest first, at most `limit`. */
  since(channel: string, at: Instant, limit: number): Promise<StoriesOfMessage[]>;
  /** @param until when it may be forgotten. */
  note(channel: string, noted: StoriesOfMessage & { until: Instant }): Promise<void>;
}
