import * as z from 'zod';
import { defined } from '../../domain/lib/fields.ts';
import { PROTOCOLS } from '../../domain/alerts/message.ts';
import { readSketch, writeSketch } from '../../domain/findings/embedding.ts';
import type { Joined } from '../../domain/findings/finding.ts';
import type { NotifiedStory } from '../../domain/channels/notified-stories.ts';
import { SEVERITIES } from '../../domain/watches/watch.ts';
import { readSignature } from '../../domain/stories/signature-text.ts';
import type { StorySummary } from '../../domain/stories/story.ts';
import type { StoryArticle, StoryOutline, StoryRecord } from '../../domain/stories/story-record.ts';
import { parseJson } from '../parse-json.ts';
import { storedNames } from './stored-names.ts';
import type { Headline, OpenStory } from '../../domain/stories/open-story.ts';

// Schemas of stored stories. Lists that grow are sets of texts, so that adding an entry again changes nothing.

const signatureSchema = z.string().transform(readSignature);

/** An article of a story as one text: its fields in order, null for those that are unknown. */
export function writeStoryArticle({
  fingerprint,
  at,
  domain,
  country,
  rank,
  sentiment,
}: StoryArticle): string {
  return JSON.stringify([fingerprint, at, domain ?? null, country ?? null, rank ?? null, sentiment ?? null]);
}

const storyArticleSchema = z
  .string()
  .transform(parseJson)
  .pipe(
    z.tuple([
      z.string(),
      z.number(),
      z.string().nullable(),
      z.string().nullable(),
      z.number().nullable(),
      z.number().nullable(),
    ]),
  )
  .transform(
    ([fingerprint, at, domain, country, rank, sentiment]): StoryArticle =>
      defined<StoryArticle>({
        fingerprint,
        at,
        domain: domain ?? undefined,
        country: country ?? undefined,
        rank: rank ?? undefined,
        sentiment: sentiment ?? undefined,
      }),
  );

const setOf = <S extends z.ZodType>(schema: S) =>
  z
    .set(schema)
    .default(new Set())
    .transform((set) => [...set]);

const STORY_RECORD = storedNames({ articles: 'prints' });

const outlineSchema = z.object({
  id: z.string(),
  watchId: z.string().optional(),
  title: z.string(),
  madeAt: z.number(),
  seenAt: z.number(),
  expiresAt: z.number(),
  articles: setOf(storyArticleSchema),
  absorbed: setOf(z.string()),
  mergedInto: z.string().optional(),
  apart: z
    .set(z.string())
    .optional()
    .transform((set) => set && [...set]),
});

/** A stored story. */
export const storyRecordSchema = STORY_RECORD.reading(
  outlineSchema.extend({ signature: signatureSchema, samples: setOf(signatureSchema) }),
) satisfies z.ZodType<StoryRecord>;

/** A stored story without its signatures, and the attributes to read for it. */
export const storyOutlineSchema = STORY_RECORD.reading(outlineSchema) satisfies z.ZodType<StoryOutline>;
export const STORY_OUTLINE = Object.keys(STORY_RECORD.stored(outlineSchema.shape));

/** A similarity key (`band`) with the story that owns it, in a watch; without one where a version before shared it. */
const similarityKeySchema = z.object({
  band: z.string(),
  watchId: z.string().optional(),
  story: z.string(),
  until: z.number(),
});

/** A stored similarity key or story. */
export const keyOrStorySchema = z.union([similarityKeySchema, storyRecordSchema]);

/** That a watch has notified a story, by a finding, and with which severities. */
export const notifiedStorySchema = z.object({
  watchId: z.string(),
  story: z.string(),
  fingerprint: z.string(),
  severities: z
    .set(z.enum(SEVERITIES))
    .optional()
    .transform((set) => set && [...set]),
  until: z.number(),
});

// An open story is stored as a few short texts: its words as attributes would take three times as much space.

/** How an open story is stored. */
export function writeOpenStory({
  title,
  text,
  headlines,
  first,
  passed,
  embeddings,
  articles,
  texts,
  ...story
}: OpenStory) {
  return {
    ...story,
    ...(first && { first: first.join(' ') }),
    ...(passed && { passed: passed.map((hash) => hash.toString(36)).join(' ') }),
    ...(embeddings && { embeddings: embeddings.map(writeSketch).join(' ') }),
    articles: rounded(articles),
    texts: rounded(texts),
    title: writeWords(title),
    text: writeWords(text),
    headlines: headlines.map(writeHeadline).join(' '),
  };
}

function writeHeadline({ title, series, outlet, at, words }: Headline): string {
  return [title, series, outlet, at, words.join(',')].join(':');
}

function rounded(count: number): number {
  return Math.round(count * 100) / 100;
}

function writeWords(words: ReadonlyMap<string, number>): string {
  return Array.from(words, ([word, count]) => `${word}:${rounded(count)}`).join(' ');
}

const textWordsSchema = z.string().transform((text) => (text === '' ? [] : text.split(' ')));
const partsSchema = z
  .string()
  .transform((text) => (text === '' ? [] : text.split(' ').map((part) => part.split(':'))));
const wordsSchema = partsSchema.transform(
  (parts): ReadonlyMap<string, number> => new Map(parts.map(([word = '', count]) => [word, Number(count)])),
);
const headlinesSchema = partsSchema.transform((parts) =>
  parts.map(
    ([title, series, outlet, at, words = '']): Headline => ({
      title: Number(title),
      series: Number(series),
      outlet: Number(outlet),
      at: Number(at),
      words: words === '' ? [] : words.split(','),
    }),
  ),
);

/** A stored open story. */
export const openStorySchema = z.object({
  id: z.string(),
  firstAt: z.number(),
  lastAt: z.number(),
  articles: z.number(),
  texts: z.number(),
  title: wordsSchema,
  text: wordsSchema,
  headlines: headlinesSchema,
  first: textWordsSchema.optional(),
  passed: textWordsSchema.transform((hashes) => hashes.map((hash) => Number.parseInt(hash, 36))).optional(),
  embeddings: textWordsSchema
    .transform((texts) => texts.flatMap((text) => readSketch(text) ?? []))
    .optional(),
}) satisfies z.ZodType<OpenStory>;

/** How a story that a channel was notified of is stored, in its message's record. */
export function writeNotifiedStory({ signature, queried, ...story }: NotifiedStory) {
  return { ...story, queried: queried?.join(' '), signature: signature && writeOpenStory(signature) };
}

/** A stored story that a channel was notified of. */
export const notifiedOnChannelSchema = z.object({
  alertIds: z.array(z.string()),
  watches: z.array(z.string()),
  severity: z.enum(SEVERITIES),
  protocols: z.array(z.enum(PROTOCOLS)),
  storyIds: z.array(z.string()),
  articles: z.array(z.string()),
  queried: textWordsSchema.optional(),
  signature: openStorySchema.optional(),
}) satisfies z.ZodType<NotifiedStory>;

const siblingSchema = z.object({
  title: z.string(),
  link: z.string().optional(),
  domain: z.string().optional(),
});

/** What an alert holds of its story. */
export const storySummarySchema = z.object({
  id: z.string(),
  articles: z.number(),
  outlets: z.number(),
  countries: z.number(),
  bestRank: z.number().optional(),
  sentiment: z.number().optional(),
  absorbed: z.array(z.string()).optional(),
  silent: z
    .object({
      count: z.number(),
      shown: z.array(siblingSchema),
    })
    .optional(),
  others: z.array(siblingSchema).optional(),
}) satisfies z.ZodType<StorySummary>;

export const joinedSchema = z.union([
  z.object({ by: z.enum(['group', 'copy', 'headline']) }),
  z.object({
    by: z.literal('words'),
    words: z.array(z.string()),
    texts: z.array(z.string()).optional(),
    cosine: z.number().optional(),
    odds: z.number().optional(),
  }),
]) satisfies z.ZodType<Joined>;
