import type { Signature } from '../../domain/stories/similarity.ts';
import type { Milestone } from '../../domain/stories/story-growth.ts';
import type { StoryArticle, StoryRecord } from '../../domain/stories/story-record.ts';
import type { OpenStory } from '../../domain/stories/open-story.ts';
import type { Instant } from '../../domain/time/instant.ts';

/** A key that similar articles share, and the story that holds it. */
export interface SimilarityKey {
  story: string;
  /** When the store may forget it; it is renewed while its story is seen. */
  until: Instant;
}

/** What an article adds to a story. */
interface Joining {
  articles: readonly StoryArticle[];
  samples: readonly Signature[];
  seenAt: Instant;
  expiresAt: Instant;
}

/**
 * The stories of all watches. Every read is strongly consistent but `madeOn`, and every write can be repeated: what
 * grows are sets, the rest is put if absent or on condition. Whoever wants a story whole reads it with `readStories`
 * (read-stories.ts), which follows and gathers merged ones.
 */
export interface Stories {
  /** The stories that hold these keys, by key; a hundred a read. */
  keys(keys: readonly string[]): Promise<Map<string, SimilarityKey>>;
  /** Gives a key to a story if it is still free, or held by the story `was`. False: somebody was faster. */
  claimKey(key: string, to: SimilarityKey, was?: string): Promise<boolean>;
  /** Puts a story if absent; false when it is there. */
  found(story: StoryRecord): Promise<boolean>;
  /** Adds articles to a story and returns it as it is then; undefined when it is gone. */
  join(id: string, joining: Joining): Promise<StoryRecord | undefined>;
  /** Records in a story which one it absorbs. Comes before `redirect`, so that notifications are found under both ids. */
  absorb(winner: string, loser: string): Promise<void>;
  /** Merges a story into another one; false when it has been merged already. */
  redirect(loser: string, winner: string): Promise<boolean>;
  /** Those of these stories that there are, by id, each as it was stored: merged ones are not followed. */
  records(ids: readonly string[]): Promise<Map<string, StoryRecord>>;
  /** The open stories of a watch, and some that are closed and not removed yet. */
  open(watchId: string): Promise<OpenStory[]>;
  /**
   * Puts open stories of a watch, each named once, in place of what there is of them, for the holder of its lease. The store
   * may forget them when they are closed. A failure leaves some of them put.
   */
  putOpen(watchId: string, stories: readonly OpenStory[]): Promise<void>;
  /** Stories founded on a UTC day, oldest first, merged ones among them. */
  madeOn(day: string, limit: number): Promise<StoryRecord[]>;
}

/** What a watch has notified of a story. */
export interface NotifiedStory {
  watchId: string;
  story: string;
  /** The finding that caused the first alert, or the first finding of a baseline. */
  fingerprint: string;
  /** The milestones of its growth that were notified. */
  milestones: readonly Milestone[];
  until: Instant;
}

export interface NotifiedStories {
  /**
   * Claims a story for a finding until it is forgotten. Returns the claim as it is stored, with the milestones of the
   * first time, when the finding holds it; undefined when another finding of this watch does.
   */
  claim(notified: NotifiedStory, now: Instant): Promise<NotifiedStory | undefined>;
  /** What the watch has notified of these stories and not forgotten yet. One read for each hundred; none for no story. */
  read(watchId: string, stories: readonly string[], now: Instant): Promise<NotifiedStory[]>;
  /** Records a milestone as notified. */
  note(notified: Pick<NotifiedStory, 'watchId' | 'story'>, milestone: Milestone): Promise<void>;
}
