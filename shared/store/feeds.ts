import * as z from 'zod';
import {
  FEED_FAILURES,
  type FeedRound,
  type FeedState,
  type MissedSpan,
  type SeenItem,
} from '../domain/feeds/feed.ts';
import type { KnownItem } from '../domain/feeds/item-keys.ts';
import { PUBLISHED_PRECISIONS } from '../domain/findings/finding.ts';
import { idOf } from '../domain/lib/hash.ts';
import { inParallel } from '../domain/lib/in-parallel.ts';
import { DAY, type Instant } from '../domain/time/instant.ts';
import { type Finds, packed, packedFinds, packSchema, unpacked } from './packed.ts';
import { expiry, type Key, type Table } from './table.ts';

const FEEDS = 'FEEDS';
const STATES = 'STATES#';
const ROUND: Key = { pk: FEEDS, sk: 'ROUND' };
/**
 * The states of all feeds are in so many items: a feed that is polled costs a write of its share, and a round that
 * polls all of them few units more than their size.
 */
const SHARES = 16;
/** Each item has at most 1.5 KB before it is packed. */
const ITEMS = 200;
/** The memory of a feed that is in no list any more goes after this. */
const REMEMBERED = 90 * DAY;

const roundSchema = z.object({
  until: z.number(),
  lists: z.array(z.object({ name: z.string(), since: z.number(), wholeSince: z.number() })),
}) satisfies z.ZodType<FeedRound>;

const spanSchema = z.object({ from: z.number(), to: z.number() });

const stateSchema = z.object({
  url: z.string(),
  dueAt: z.number(),
  readAt: z.number().optional(),
  validators: z.object({ etag: z.string().optional(), lastModified: z.string().optional() }).optional(),
  visible: z.number(),
  shown: z.string().optional(),
  since: z.number().optional(),
  rhythm: z.number().optional(),
  ttl: z.number().optional(),
  skipHours: z.array(z.number()).optional(),
  skipDays: z.array(z.number()).optional(),
  title: z.string().optional(),
  failures: z.number(),
  failure: z.enum(FEED_FAILURES).optional(),
  failureText: z.string().optional(),
  missed: spanSchema.optional(),
  hintsLie: z.literal(true).optional(),
  movedTo: z.string().optional(),
}) satisfies z.ZodType<FeedState>;

const knownItemSchema = z.object({
  key: z.string().optional(),
  id: z.string().optional(),
  whole: z.string(),
  undated: z.string(),
  title: z.string(),
  content: z.string(),
}) satisfies z.ZodType<KnownItem>;

const seenItemSchema = z.object({
  key: z.string(),
  feed: z.string(),
  feedTitle: z.string(),
  seenAt: z.number(),
  id: z.string().optional(),
  link: z.string().optional(),
  title: z.string(),
  snippet: z.string(),
  authors: z.array(z.string()),
  language: z.string().optional(),
  outlet: z.object({ domain: z.string(), name: z.string().optional() }).optional(),
  publishedAt: z.number().optional(),
  publishedPrecision: z.enum(PUBLISHED_PRECISIONS).optional(),
}) satisfies z.ZodType<SeenItem>;

/** What a round of the poller found. */
export type FeedFinds = Finds<SeenItem, MissedSpan>;

const findsSchema = z.object({
  items: z.array(seenItemSchema),
  missed: z.array(z.object({ url: z.string(), ...spanSchema.shape })),
}) satisfies z.ZodType<FeedFinds>;

/**
 * What the poller stores: states in shares, the memory of each feed, and what was found, by day. It has a lease, so
 * nobody else writes.
 */
export function feedsIn(table: Table) {
  return {
    round: (): Promise<FeedRound | undefined> => table.get(ROUND, roundSchema),
    putRound: (round: FeedRound): Promise<void> => table.put({ ...ROUND, ...round }),

    async states(): Promise<FeedState[]> {
      const shares = await table.query({ partition: FEEDS, prefix: STATES }, packSchema);
      return shares.flatMap((share) => unpacked(share, z.array(stateSchema)));
    },

    /**
     * Writes the states of the feeds that changed; those that are gone are removed. `all` are the states as they shall
     * be.
     */
    async putStates(all: readonly FeedState[], changed: ReadonlySet<string>): Promise<void> {
      const shares = new Map(
        [...changed].map((url) => [shareOf(url), all.filter((state) => shareOf(state.url) === shareOf(url))]),
      );
      await inParallel(shares, ([share, states]) =>
        table.put({ pk: FEEDS, sk: STATES + share, ...packed(states) }),
      );
    },

    async seen(url: string): Promise<KnownItem[] | undefined> {
      const stored = await table.get(memoryKey(url), packSchema);
      return stored && unpacked(stored, z.array(knownItemSchema));
    },

    putSeen: (url: string, seen: readonly KnownItem[], now: Instant): Promise<void> =>
      table.put({ ...memoryKey(url), ...packed(seen), ...expiry(now + REMEMBERED) }),

    ...packedFinds<SeenItem, MissedSpan>(table, { prefix: 'FEEDITEMS', schema: findsSchema, most: ITEMS }),
  };
}

function shareOf(url: string): string {
  const share = Number.parseInt(idOf(url).slice(0, 4), 36) % SHARES;
  return String(share).padStart(2, '0');
}

function memoryKey(url: string): Key {
  return { pk: `FEED#${idOf(url)}`, sk: 'SEEN' };
}
