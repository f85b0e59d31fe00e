import type { Alert } from '../../../domain/alerts/alert.ts';
import type { Message } from '../../../domain/alerts/message.ts';
import type { Silence } from '../../../domain/channels/silence.ts';
import type { Extraction } from '../../../domain/extraction/extraction.ts';
import type { StoredFinding } from '../../../domain/findings/finding.ts';
import type { RollUpScope } from '../../../domain/reports/rollup/day-rollup.ts';
import type { StoryOutline } from '../../../domain/stories/story-record.ts';
import type { StoredMessage } from '../../../store/alerts/messages.ts';

/** How many items lie below a watch. */
export interface WatchContent {
  findings: number;
  windows: number;
  quarantined: number;
  /** Its states, what it notified of stories, what it has seen, counted and recognised. */
  others: number;
}

/** Deletes for good what is stored. Every removal can be repeated, and what is not there any more is no error. */
export interface Removals {
  contentOf(watchId: string): Promise<WatchContent>;
  /** The findings of a watch, page by page. */
  findingsOf(watchId: string): AsyncIterable<StoredFinding[]>;
  /**
   * Deletes all that lies below a watch, its states and their leases last. `keep` is called before each part, which takes
   * seconds at most.
   */
  watch(watchId: string, keep: () => Promise<void>): Promise<void>;
  /** Deletes what a watch has of these stories, in their order, and its similarity keys. Each may be named once. */
  storiesOfWatch(watchId: string, gone: { ids: readonly string[]; keys: readonly string[] }): Promise<void>;
  /** Deletes a story that watches share unless somebody has changed it since it was read; false when somebody has. */
  story(story: StoryOutline): Promise<boolean>;
  /** Deletes similarity keys that watches share, each while the story holds it that is named here. */
  similarityKeys(keys: readonly { key: string; story: string }[]): Promise<void>;
  alerts(alerts: readonly Pick<Alert, 'id' | 'channel'>[]): Promise<void>;
  messages(ids: readonly string[]): Promise<void>;
  /** Deletes what is remembered of a channel's messages that have a story of one of these alerts. */
  channelStories(channel: string, alertIds: ReadonlySet<string>): Promise<void>;
  /** Replaces a message under its id. False when its delivery has changed since it was read. */
  rewriteMessage(stored: StoredMessage, message: Message): Promise<boolean>;
  /** Deletes extractions, and the claims of their jobs before. */
  extractions(extractions: readonly Pick<Extraction, 'id' | 'upstreamId'>[]): Promise<void>;
  /** Replaces or, where `change` returns undefined, deletes stored silences. Its id and end stay. Returns how many changed. */
  silences(change: (silence: Silence) => Silence | undefined): Promise<number>;
  /** Deletes records of written reports. */
  reports(ids: readonly string[]): Promise<void>;
  /** Deletes all rollups of a brand in a time zone, with their marks. */
  rollups(scope: RollUpScope): Promise<void>;
  /** Deletes the mark that a day is rolled up. */
  rollupMark(scope: RollUpScope, foundDay: string): Promise<void>;
}
