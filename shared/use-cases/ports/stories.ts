import type { Channel } from '../../domain/channels/channel.ts';
import type { Signature } from '../../domain/stories/similarity.ts';
import type { StoryOrder } from '../../domain/stories/story-order.ts';
import type { StoryArticle, StoryOutline, StoryRecord } from '../../domain/stories/story-record.ts';
import type { OpenStory } from '../../domain/stories/open-story.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { Severity } from '../../domain/watches/watch.ts';

/** A key that similar articles share, and the story that holds it. */
export interface SimilarityKey {
  story: string;
  /** When the store may forget it; it is renewed while its story is seen. */
  until: Instant;
}

/** What an article adds to a story. */
export interface Joining {
  articles: readonly StoryArticle[];
  samples: readonly Signature[];
  /** Its title from now on. Absent: it stays as it is. */
  title?: string;
  seenAt: Instant;
  expiresAt: Instant;
}

/** What a watch has notified of a story. */
export interface NotifiedStory {
  watchId: string;
  story: string;
  /** The finding that caused the first alert, or the first finding of a baseline. */
  fingerprint: string;
  /** The severities at which it was notified. Absent: its watch had no rules of severity then. */
  severities?: readonly Severity[] | undefined;
  until: Instant;
}

/** Stories by the keys that they hold, and by their ids, each as it was stored: merged ones are not followed. */
interface StoriesOfWatch {
  owners: Map<string, SimilarityKey>;
  records: Map<string, StoryRecord>;
  /** The channels that were asked for, by name; undefined for one that is gone. */
  channels: Map<string, Channel | undefined>;
}

/** The fields of a story that an order of a person changes, each whole. */
export type AmendedStory = Pick<
  StoryRecord,
  'title' | 'articles' | 'signature' | 'samples' | 'absorbed' | 'mergedInto' | 'apart'
>;

/** What the holder of a watch's lease puts before it notifies of anything; each item once. */
export interface NewStories {
  stories: readonly StoryRecord[];
  keys: readonly (SimilarityKey & { key: string })[];
  claims: readonly NotifiedStory[];
  /** Open stories as they are now. The store may forget them when they are closed. */
  open: readonly OpenStory[];
}

/**
 * The stories of each watch. Only the holder of its lease writes them. Versions before shared stories and keys among all
 * watches: a watch reads those where it has none of its own, and goes on with a copy. Every read is strongly consistent, and
 * every write can be repeated. Whoever wants a story whole reads it with `readStories` (read-stories.ts), which
 * follows and gathers merged ones.
 */
export interface Stories {
  /**
   * The stories of a watch that hold these keys, by key, and those with these ids, by id; a hundred a read. The `channels` that
   * its alerts go to are read with them, which takes no request more.
   */
  ofWatch(
    watchId: string,
    wanted: { keys: readonly string[]; ids: readonly string[]; channels?: readonly string[] },
  ): Promise<StoriesOfWatch>;
  /** Puts all of it in place of what there is, for the holder of the lease. A failure leaves some of it put, in no order. */
  putNew(watchId: string, fresh: NewStories): Promise<void>;
  /** Adds articles to a story of a watch; false when it is gone. The holder of the lease has read it, and knows it as it is then. */
  join(watchId: string, id: string, joining: Joining): Promise<boolean>;
  /** Records in a story which one it absorbs. Comes before `redirect`, so that notifications are found under both ids. */
  absorb(watchId: string, winner: string, loser: string): Promise<void>;
  /** Merges a story into another one; false when it has been merged already. */
  redirect(watchId: string, loser: string, winner: string): Promise<boolean>;
  /** Puts these fields of a story of a watch in place of what they are, as a person has ordered. Nothing where it is gone. */
  amend(watchId: string, id: string, amended: AmendedStory): Promise<void>;
  /**
   * The stories with these ids, by id: as each watch has it, and as a version before shared it.
   *
   * @param watches the watches that there are. With them fewer requests may do, what others had may be left out, and so may what
   * was written in the last moments. Without them all is read.
   */
  parts(ids: readonly string[], watches?: readonly string[]): Promise<Map<string, readonly StoryOutline[]>>;
  /** The open stories of a watch, and some that are closed and not removed yet. */
  open(watchId: string): Promise<OpenStory[]>;
}

/** What people have ordered about the stories of watches. Pages record it, and the holder of a watch's lease applies it. */
export interface StoryOrders {
  /** Puts an order in place of `was`; without it, only if there is none about the same. False: somebody was faster. */
  put(order: StoryOrder, was?: StoryOrder): Promise<boolean>;
  /** The orders of a watch, in the order of what they are about. */
  of(watchId: string): Promise<StoryOrder[]>;
  /** Orders of any watch that wait for the holder of its lease, oldest first; those of the last moments may be missing. */
  waiting(limit: number): Promise<StoryOrder[]>;
}

export interface NotifiedStories {
  /** What the watch has notified of these stories and not forgotten yet. One read for each hundred; none for no story. */
  read(watchId: string, stories: readonly string[], now: Instant): Promise<NotifiedStory[]>;
  /** Records a severity as notified. */
  noteSeverity(notified: Pick<NotifiedStory, 'watchId' | 'story'>, severity: Severity): Promise<void>;
}
