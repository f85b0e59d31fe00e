import * as z from 'zod';
import type { FeedList } from '../../../domain/feeds/feed-list.ts';
import type { FeedRound, FeedState, MissedSpan } from '../../../domain/feeds/feed-state.ts';
import type { SeenKeys } from '../../../domain/feeds/recognise-items.ts';
import type { SeenItem } from '../../../domain/feeds/seen-item.ts';
import { PUBLISHED_PRECISIONS } from '../../../domain/findings/finding.ts';

/** A list of feeds, as payload and as stored. */
export const feedListSchema = z.object({
  name: z.string(),
  urls: z.array(z.string()),
}) satisfies z.ZodType<FeedList>;

export const feedRoundSchema = z.object({
  until: z.number(),
  lists: z.array(z.string()),
}) satisfies z.ZodType<FeedRound>;

/** Deflated JSON. */
export const packSchema = z.object({ pack: z.instanceof(Uint8Array) });

export const feedStateSchema = z.object({
  url: z.string(),
  dueAt: z.number(),
  polledAt: z.number(),
  readAt: z.number().optional(),
  validators: z.object({ etag: z.string().optional(), lastModified: z.string().optional() }).optional(),
  visible: z.number(),
  shown: z.string().optional(),
  rhythm: z.number().optional(),
  ttl: z.number().optional(),
  skipHours: z.array(z.number()).optional(),
  skipDays: z.array(z.number()).optional(),
  title: z.string().optional(),
  failures: z.number(),
  failure: z
    .enum([
      'busy',
      'gone',
      'missing',
      'refused',
      'server-error',
      'unreachable',
      'private-address',
      'too-slow',
      'too-large',
      'too-many-redirects',
      'not-a-feed',
    ])
    .optional(),
  failureText: z.string().optional(),
  missed: z.object({ from: z.number(), to: z.number() }).optional(),
  movedTo: z.string().optional(),
}) satisfies z.ZodType<FeedState>;

export const seenKeysSchema = z.object({
  keys: z.array(z.string()),
  titles: z.array(z.string()),
}) satisfies z.ZodType<SeenKeys>;

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
  publishedAt: z.number().optional(),
  publishedPrecision: z.enum(PUBLISHED_PRECISIONS).optional(),
}) satisfies z.ZodType<SeenItem>;

const missedSpanSchema = z.object({
  url: z.string(),
  from: z.number(),
  to: z.number(),
}) satisfies z.ZodType<MissedSpan>;

export const feedFindsSchema = z.object({
  items: z.array(seenItemSchema),
  missed: z.array(missedSpanSchema),
});
