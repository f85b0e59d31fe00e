import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { SourceArticle } from '../ports.ts';

const names = z.array(z.string()).readonly();

/** An article that a job has fetched, and for which of its entities. An empty id is the question itself. */
export const fetchedSchema = z.object({
  article: z.object({
    id: z.string(),
    title: z.string(),
    link: z.string(),
    publishedAt: z.number(),
    discoveredAt: z.number(),
    domain: z.string(),
    sourceName: z.string().optional(),
    description: z.string().optional(),
    content: z.string().optional(),
    story: z.string().optional(),
    facts: z.record(z.string(), z.unknown()).optional(),
    names: z.object({ people: names, places: names, organizations: names }).optional(),
  }),
  foundFor: z.array(z.string()),
});

/** A cluster on its way to a record: `waiting` to be judged, `kept` as a record, or `refused` by a validator. */
export const draftSchema = z.object({
  id: z.string(),
  foundFor: z.string(),
  /** The one that began the cluster is the first. */
  articles: z.array(z.string()),
  state: z.enum(['waiting', 'kept', 'refused']),
});

export const citationSchema = z.object({
  title: z.string(),
  link: z.string(),
  publishedAt: z.number(),
});

/** A record as it is stored; its answer is made in `record-view`. */
export const recordSchema = z.object({
  id: z.string(),
  title: z.string(),
  enrichment: z.record(z.string(), z.unknown()),
  confidence: z.record(z.string(), z.number()),
  citations: z.array(citationSchema),
  connections: z
    .array(
      z.object({
        entityId: z.string(),
        score: z.number(),
        association: z.enum(['event_associated', 'mention']),
        relation: z.string(),
      }),
    )
    .optional(),
  tags: z.object({ event_type: z.string(), sector: z.string() }).optional(),
});

export type Fetched = z.infer<typeof fetchedSchema>;
export type Draft = z.infer<typeof draftSchema>;
export type Citation = z.infer<typeof citationSchema>;
export type ExtractedRecord = z.infer<typeof recordSchema>;

export function citationOf({ title, link, publishedAt }: SourceArticle): Citation {
  return { title, link, publishedAt };
}

/** The id of a record: 19 digits that follow from the job and the cluster, so that a repeated step makes no double. */
export function recordIdOf(draftId: string): string {
  const digest = createHash('sha256').update(draftId).digest();
  return String(1_000_000_000_000_000_000n + (digest.readBigUInt64BE() % 9_000_000_000_000_000_000n));
}
