import * as z from 'zod';
import { readSignature } from '../../domain/stories/signature-text.ts';
import { MILESTONES } from '../../domain/stories/story-growth.ts';
import type { StoryArticle, StoryRecord } from '../../domain/stories/story-record.ts';
import { parseJson } from '../parse-json.ts';

// Schemas of stories as the store keeps them. What grows is a set of texts, so that adding it again changes nothing.

const signatureSchema = z.string().transform(readSignature);

/** A print as one text: its fields in order, null for what is not known. */
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
    ([fingerprint, at, domain, country, rank, sentiment]): StoryArticle => ({
      fingerprint,
      at,
      ...(domain !== null && { domain }),
      ...(country !== null && { country }),
      ...(rank !== null && { rank }),
      ...(sentiment !== null && { sentiment }),
    }),
  );

const setOf = <S extends z.ZodType>(schema: S) =>
  z
    .set(schema)
    .default(new Set())
    .transform((set) => [...set]);

export const storyRecordSchema = z.object({
  id: z.string(),
  title: z.string(),
  madeAt: z.number(),
  seenAt: z.number(),
  expiresAt: z.number(),
  prints: setOf(storyArticleSchema),
  signature: signatureSchema,
  samples: setOf(signatureSchema),
  absorbed: setOf(z.string()),
  mergedInto: z.string().optional(),
}) satisfies z.ZodType<StoryRecord>;

export const similarityKeySchema = z.object({ band: z.string(), story: z.string(), until: z.number() });

export const notifiedStorySchema = z.object({
  watchId: z.string(),
  story: z.string(),
  fingerprint: z.string(),
  milestones: setOf(z.enum(MILESTONES)),
  until: z.number(),
});
