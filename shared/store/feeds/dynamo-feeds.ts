import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import { parseAs } from '../../contracts/parse-as.ts';
import { parseJson } from '../../contracts/parse-json.ts';
import {
  feedFindsSchema,
  feedListSchema,
  feedRoundSchema,
  feedStateSchema,
  packSchema,
  seenKeysSchema,
} from '../../contracts/stored/feeds/stored-feed.ts';
import { idOf } from '../../domain/lib/hash.ts';
import { inParallel, partsOf } from '../../domain/lib/in-parallel.ts';
import { DAY, dayOf, isoOf, type Instant } from '../../domain/time/instant.ts';
import type { FeedLists } from '../../use-cases/ports/definitions.ts';
import type { FeedStore } from '../../use-cases/ports/feeds/feed-store.ts';
import { expiry, type Key, type Table } from '../table.ts';

const FEEDS = 'FEEDS';
const LIST = 'LIST#';
const STATES = 'STATES#';
const ROUND: Key = { pk: FEEDS, sk: 'ROUND' };
/** More than the lists of a file. */
const MOST_LISTS = 1_000;
/**
 * The states of all feeds are in so many items: a feed that is polled costs a write of its share, and a round that polls all of them
 * few units more than their size.
 */
const SHARES = 16;
/** Items of feeds in one item of the table: at most 1.5 KB each before they are packed. */
const ITEMS = 200;
/** How long items can be read again. */
const KEPT = 35 * DAY;
/** The memory of a feed that is in no list any more goes after this. */
const REMEMBERED = 90 * DAY;

/** The lists of feeds, in one partition with the states of all feeds. */
export function dynamoFeedLists(table: Table): FeedLists {
  return {
    all: () => table.query({ partition: FEEDS, prefix: LIST, limit: MOST_LISTS }, feedListSchema),
    put: (list) => table.put({ pk: FEEDS, sk: LIST + list.name, ...list }),
    remove: (name) => table.remove({ pk: FEEDS, sk: LIST + name }),
  };
}

/** What the poller stores: states in shares, the memory of each feed, and what was found, by day. */
export function dynamoFeeds(table: Table): FeedStore {
  return {
    round: () => table.get(ROUND, feedRoundSchema),
    putRound: (round) => table.put({ ...ROUND, ...round }),

    async states() {
      const shares = await table.query({ partition: FEEDS, prefix: STATES, limit: SHARES }, packSchema);
      return shares.flatMap((share) => unpacked(share, z.array(feedStateSchema)));
    },

    async putStates(all, changed) {
      const shares = new Map(
        [...changed].map((url) => [shareOf(url), all.filter((state) => shareOf(state.url) === shareOf(url))]),
      );
      await inParallel(shares, ([share, states]) =>
        table.put({ pk: FEEDS, sk: STATES + share, ...packed(states) }),
      );
    },

    async seen(url) {
      const stored = await table.get(memoryKey(url), packSchema);
      return stored && unpacked(stored, seenKeysSchema);
    },

    putSeen: (url, seen, now) =>
      table.put({ ...memoryKey(url), ...packed(seen), ...expiry(now + REMEMBERED) }),

    async putFinds(at, { items, missed }) {
      const parts = partsOf(items, ITEMS);
      const finds =
        parts.length === 0
          ? [{ items: [], missed }]
          : parts.map((part, n) => ({ items: part, missed: n === 0 ? missed : [] }));
      await inParallel(finds.entries(), ([n, part]) =>
        table.put({ ...findsKey(at, n), ...packed(part), ...expiry(at + KEPT) }),
      );
    },

    async *finds({ from, to }) {
      for (let day = Math.floor(from / DAY) * DAY; day < to; day += DAY) {
        const query = {
          partition: partitionOf(day),
          from: isoOf(Math.max(from, day)),
          upTo: isoOf(to - 1) + '~',
        };
        for await (const page of table.pages(query, packSchema))
          for (const part of page) yield unpacked(part, feedFindsSchema);
      }
    },
  };
}

function shareOf(url: string): string {
  const share = Number.parseInt(idOf(url).slice(0, 4), 36) % SHARES;
  return String(share).padStart(2, '0');
}

function memoryKey(url: string): Key {
  return { pk: `FEED#${idOf(url)}`, sk: 'SEEN' };
}

function findsKey(at: Instant, part: number): Key {
  return { pk: partitionOf(at), sk: `${isoOf(at)}#${String(part).padStart(3, '0')}` };
}

function partitionOf(at: Instant): string {
  return `FEEDITEMS#${dayOf(at)}`;
}

function packed(value: unknown): z.output<typeof packSchema> {
  return { pack: deflateRawSync(JSON.stringify(value)) };
}

/** TTL only cleans up: what has expired is read for a while longer, which does no harm here. */
function unpacked<S extends z.ZodType>({ pack }: z.output<typeof packSchema>, schema: S): z.output<S> {
  return parseAs(schema, parseJson(inflateRawSync(pack).toString('utf8')));
}
