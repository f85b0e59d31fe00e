import * as z from 'zod';
import { defined } from '../../domain/lib/fields.ts';
import { PROTOCOLS } from '../../domain/alerts/message.ts';
import type { NotifiedStory } from '../../domain/channels/notified-stories.ts';
import { SEVERITIES } from '../../domain/watches/watch.ts';
import { readSignature } from '../../domain/stories/signature-text.ts';
import { MILESTONES } from '../../domain/stories/story-growth.ts';
import type { StoryArticle, StoryRecord } from '../../domain/stories/story-record.ts';
import { parseJson } from '../parse-json.ts';
import { storedNames } from './stored-names.ts';

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

/** A stored story. */
export const storyRecordSchema = STORY_RECORD.reading(
  z.object({
    id: z.string(),
    title: z.string(),
    madeAt: z.number(),
    seenAt: z.number(),
    expiresAt: z.number(),
    articles: setOf(storyArticleSchema),
    signature: signatureSchema,
    samples: setOf(signatureSchema),
    absorbed: setOf(z.string()),
    mergedInto: z.string().optional(),
  }),
) satisfies z.ZodType<StoryRecord>;

/** A similarity key (`band`) with the story that owns it. */
export const similarityKeySchema = z.object({ band: z.string(), story: z.string(), until: z.number() });

/** That a watch has notified a story, by a finding, and with which milestones. */
export const notifiedStorySchema = z.object({
  watchId: z.string(),
  story: z.string(),
  fingerprint: z.string(),
  milestones: setOf(z.enum(MILESTONES)),
  until: z.number(),
});

/** A stored story that a channel was notified of. */
export const notifiedOnChannelSchema = z.object({
  alertIds: z.array(z.string()),
  watches: z.array(z.string()),
  severity: z.enum(SEVERITIES),
  protocols: z.array(z.enum(PROTOCOLS)),
  storyIds: z.array(z.string()),
  articles: z.array(z.string()),
}) satisfies z.ZodType<NotifiedStory>;
