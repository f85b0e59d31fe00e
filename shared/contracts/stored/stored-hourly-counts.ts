import * as z from 'zod';
import type { HourCount, HourlyCounts } from '../../domain/counting/hourly-counts.ts';
import { detectionSchema } from './stored-detection.ts';

const hour = z.object({
  at: z.number(),
  articles: z.number(),
  stories: z.number(),
  scored: z.number(),
  sentimentSum: z.number(),
  latest: z.number(),
}) satisfies z.ZodType<HourCount>;

/** The hourly counts of a watch. The table stores `hours` and `recent` as rows of numbers. */
export const hourlyCountsSchema = z.object({
  watchId: z.string(),
  policy: z.string(),
  since: z.number(),
  until: z.number(),
  readAt: z.number(),
  hours: z.array(hour),
  recent: z.array(z.object({ story: z.string(), at: z.number() })),
  episode: z.object({ at: z.number(), last: z.number() }).optional(),
  rings: z.array(z.object({ at: z.number(), sighting: detectionSchema })),
}) satisfies z.ZodType<HourlyCounts>;
