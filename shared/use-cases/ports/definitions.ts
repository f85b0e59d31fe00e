import type { Instant } from '../../domain/time/instant.ts';
import type { RemovedWatch } from '../../domain/watches/removed-watch.ts';
import type { Channel } from '../../domain/channels/channel.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { FeedList } from '../../domain/feeds/feed-list.ts';
import type { Watchlist } from '../../domain/watches/watchlist.ts';

/** What one watch or channel looks like now, as `apply-watches` last wrote it. */
export interface Definitions {
  watch(id: string): Promise<Watch | undefined>;
  watches(): Promise<Watch[]>;
  putWatch(watch: Watch): Promise<void>;
  removeWatch(id: string): Promise<void>;
  channel(name: string): Promise<Channel | undefined>;
  channels(): Promise<Channel[]>;
  putChannel(channel: Channel): Promise<void>;
  removeChannel(name: string): Promise<void>;
}

/** Lists by name, as `apply-watches` last wrote them. */
export interface Lists<T> {
  all(): Promise<T[]>;
  put(list: T): Promise<void>;
  remove(name: string): Promise<void>;
}

export type Watchlists = Lists<Watchlist>;
export type FeedLists = Lists<FeedList>;

/** Watches that the file does not name any more, and of which something may be stored. */
export interface RemovedWatches {
  /** Those that have not expired, in the order of their ids. One that was applied again may be among them. */
  all(now: Instant): Promise<RemovedWatch[]>;
  /** Notes a removal; a later one of the same watch replaces it. */
  note(removed: RemovedWatch): Promise<void>;
  forget(watchId: string): Promise<void>;
}
