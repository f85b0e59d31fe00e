import type { Alert } from '../../domain/alerts/alert.ts';
import type { AlertState, HoldReason } from '../../domain/alerts/alert-state.ts';
import type { NotifiedStory } from '../../domain/channels/notified-stories.ts';
import type { Silence } from '../../domain/channels/silence.ts';
import type { ReaderAction } from '../../domain/pages/reader-action.ts';
import type { Instant } from '../../domain/time/instant.ts';

export interface StoredAlert {
  alert: Alert;
  state: AlertState;
}

export interface Alerts {
  /** Puts an alert as pending on a lane if absent; true when it was. */
  put(alert: Alert, due: { dueAt: Instant; heldFor?: HoldReason }): Promise<boolean>;
  get(id: string): Promise<StoredAlert | undefined>;
  /** An alert on all lanes that have it. */
  onLanes(id: string): Promise<StoredAlert[]>;
  /** Pending alerts of a channel that are held until a later time. */
  held(channel: string, limit: number): Promise<StoredAlert[]>;
  /** Puts the pending ones among these alerts into a message. */
  bind(channel: string, message: { id: string; alertIds: readonly string[] }): Promise<void>;
  /** Moves the due time of a pending alert, puts it into a message, mutes or drops it; false when it was not pending. */
  settle(alert: Alert, state: AlertState): Promise<boolean>;
  /** Alerts made on a UTC day, oldest first. Here and in the two lists below, an alert of several lanes is listed with the first. */
  madeOn(day: string, limit: number): Promise<StoredAlert[]>;
  /** The latest alerts of a UTC day, newest first. */
  latestOn(day: string, limit: number): Promise<StoredAlert[]>;
  /** Alerts made within the minute that begins here. */
  madeIn(minute: Instant): Promise<StoredAlert[]>;
}

/** The mutes that people have set. */
export interface Silences {
  put(silence: Silence): Promise<void>;
  /** Silences that end, or have ended, at this instant or later, soonest end first. */
  since(end: Instant): Promise<Silence[]>;
  /** Ends a silence earlier than it said. */
  expire(silence: Silence, at: Instant): Promise<void>;
}

/** What readers did about alerts, on the pages behind their messages. */
export interface ReaderActions {
  /** Puts an action in place of `was`; without it, only if there is none of this kind, alert and lane. False: somebody was faster. */
  put(action: ReaderAction, was?: ReaderAction): Promise<boolean>;
  /** Those on the alerts of a watch, or on one of its alerts, in the order of alert ids; undone ones among them. */
  of(watchId: string, alertId?: string): Promise<ReaderAction[]>;
  /** Acknowledgements of any watch, from pages that were opened at this instant or later; those of the last moments may be missing. */
  acknowledgedSince(at: Instant): Promise<ReaderAction[]>;
}

/** When a channel last sent a group or a story. During its cooldown it is not sent again. */
export interface Cooldowns {
  /** When these were last sent; those never sent, or expired, are left out. */
  lastNotified(channel: string, topics: readonly string[]): Promise<Map<string, Instant>>;
  /** @param until when it may be forgotten. */
  note(channel: string, notified: { topic: string; at: Instant; until: Instant }): Promise<void>;
}

/** The stories of a message, remembered for as long as other spaces may alert on them. */
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

/** Since when a channel has sent nothing. */
export interface ChannelActivity {
  /** When the channel last sent; before its first message, when this was first called. */
  lastSign(channel: string, now: Instant): Promise<Instant>;
}
