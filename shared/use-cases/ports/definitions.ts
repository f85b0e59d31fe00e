import type { Channel } from '../../domain/channels/channel.ts';
import type { Watch } from '../../domain/watches/watch.ts';
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

/** The watchlists, as `apply-watches` last wrote them. */
export interface Watchlists {
  all(): Promise<Watchlist[]>;
  put(list: Watchlist): Promise<void>;
  remove(name: string): Promise<void>;
}
