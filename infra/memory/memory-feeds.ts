import type { FeedList } from '../../shared/domain/feeds/feed-list.ts';
import type { FeedRound, FeedState } from '../../shared/domain/feeds/feed-state.ts';
import type { SeenKeys } from '../../shared/domain/feeds/recognise-items.ts';
import type { Instant } from '../../shared/domain/time/instant.ts';
import { contains } from '../../shared/domain/time/window.ts';
import type { FeedLists } from '../../shared/use-cases/ports/definitions.ts';
import type { FeedFinds, FeedStore } from '../../shared/use-cases/ports/feeds/feed-store.ts';
import { copyOf } from './copy-of.ts';

/** Lists of feeds in memory. */
export function memoryFeedLists(): FeedLists {
  const lists = new Map<string, FeedList>();
  return {
    all: async () => copyOf([...lists.values()]).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    put: async (list) => void lists.set(list.name, copyOf(list)),
    remove: async (name) => void lists.delete(name),
  };
}

/** What the poller stores, in memory. */
export function memoryFeeds(): FeedStore {
  let round: FeedRound | undefined;
  let states: readonly FeedState[] = [];
  const memories = new Map<string, SeenKeys>();
  const rounds: { at: Instant; finds: FeedFinds }[] = [];
  return {
    round: async () => copyOf(round),
    putRound: async (next) => void (round = copyOf(next)),
    states: async () => copyOf([...states]),
    putStates: async (all) => void (states = copyOf([...all])),
    seen: async (url) => copyOf(memories.get(url)),
    putSeen: async (url, seen) => void memories.set(url, copyOf(seen)),
    putFinds: async (at, finds) => void rounds.push({ at, finds: copyOf(finds) }),
    async *finds(window) {
      for (const { at, finds } of rounds.toSorted((a, b) => a.at - b.at))
        if (contains(window, at)) yield copyOf(finds);
    },
  };
}
