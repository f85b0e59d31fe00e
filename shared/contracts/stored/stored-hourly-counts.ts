import * as z from 'zod';
import type { HourCount, HourlyCounts } from '../../domain/counting/hourly-counts.ts';
import { HOUR } from '../../domain/time/instant.ts';
import { detectionSchema } from './stored-detection.ts';

/** An hour as a row of numbers, so that five weeks are a small item. `hour` counts from 1970, `latest` from the hour. */
const rowSchema = z
  .tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()])
  .transform(([hour, articles, stories, scored, sentimentSum, latest]): HourCount => {
    const at = hour * HOUR;
    return { at, articles, stories, scored, sentimentSum, latest: at + latest };
  });

function rowOf({ at, articles, stories, scored, sentimentSum, latest }: HourCount) {
  return [at / HOUR, articles, stories, scored, sentimentSum, latest - at];
}

const recentSchema = z
  .tuple([z.string(), z.number()])
  .transform(([story, hour]) => ({ story, at: hour * HOUR }));

/** The hourly counts of a watch. */
export const hourlyCountsSchema = z.object({
  watchId: z.string(),
  policy: z.string(),
  since: z.number(),
  until: z.number(),
  readAt: z.number(),
  hours: z.array(rowSchema),
  recent: z.array(recentSchema),
  episode: z.object({ at: z.number(), last: z.number() }).optional(),
  detections: z.array(z.object({ at: z.number(), detection: detectionSchema })),
}) satisfies z.ZodType<HourlyCounts>;

/** Hourly counts as they are stored. */
export function storedHourlyCounts({ hours, recent, ...counts }: HourlyCounts) {
  return {
    ...counts,
    hours: hours.map(rowOf),
    recent: recent.map(({ story, at }) => [story, at / HOUR]),
  };
}
