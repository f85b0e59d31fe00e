import * as z from 'zod';
import type { DayRollup, Example, RollupMark } from '../../domain/reports/rollup/day-rollup.ts';

// Schemas of the rollups from which reports are made.

const instant = z.number();
const counts = z.record(z.string(), z.number());

const sentimentSumSchema = z.object({
  count: z.number(),
  sum: z.number(),
  negative: z.number(),
  positive: z.number(),
});

const exampleSchema = z.object({
  fingerprint: z.string(),
  watchId: z.string(),
  type: z.enum(['article', 'event', 'record']),
  at: instant,
  title: z.string(),
  english: z.string().optional(),
  link: z.string().optional(),
  domain: z.string().optional(),
  rank: z.number().optional(),
  country: z.string().optional(),
  author: z.string().optional(),
  coauthors: z.array(z.string()).optional(),
  mood: z.number().optional(),
  story: z.string(),
}) satisfies z.ZodType<Example>;

const titledSchema = z.object({
  fingerprint: z.string(),
  at: instant,
  title: z.string(),
  english: z.string().optional(),
  link: z.string().optional(),
});

/** The rollup of a day. */
export const dayRollupSchema = z.object({
  articles: z.number(),
  events: z.number(),
  records: z.number(),
  excluded: z.number(),
  mood: sentimentSumSchema,
  reach: z.array(z.number()),
  outlets: z.record(
    z.string(),
    z.object({
      count: z.number(),
      mood: sentimentSumSchema,
      name: z.string().optional(),
      country: z.string().optional(),
      rank: z.number().optional(),
    }),
  ),
  authors: counts,
  countries: counts,
  languages: counts,
  topics: z.record(z.string(), counts).optional(),
  stories: counts,
  large: z.record(
    z.string(),
    z.object({
      count: z.number(),
      mood: sentimentSumSchema,
      first: exampleSchema,
      central: titledSchema.optional(),
      outlets: z.array(z.string()),
      quote: z
        .object({ text: z.string(), domain: z.string().optional(), rank: z.number().optional() })
        .optional(),
    }),
  ),
  examples: z.array(exampleSchema),
  items: z.array(exampleSchema),
}) satisfies z.ZodType<DayRollup>;

/** A part of a rollup: its JSON, deflated and split into items that fit the table. */
export const rollupPartSchema = z.object({
  day: z.string(),
  foundDay: z.string(),
  part: z.number(),
  parts: z.number(),
  bytes: z.instanceof(Uint8Array),
});

/** The record that a day is rolled up. */
export const rollupMarkSchema = z.object({
  foundDay: z.string(),
  watches: z.array(z.string()),
  days: z.array(z.string()),
}) satisfies z.ZodType<RollupMark>;
