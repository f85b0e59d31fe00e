import * as z from 'zod';
import { detectionSchema } from '../alerts/alerts.ts';
import type { HourCount, HourlyCounts } from '../../domain/counting/hourly-counts.ts';
import { DAY, HOUR } from '../../domain/time/instant.ts';
import { ABSENT, expiry, type Key, type Table } from '../table.ts';

/** Counts that were not written for this long belong to no watch any more. */
const KEPT = 400 * DAY;

/**
 * An hour as a row of numbers, so that five weeks are a small item. `hour` counts from 1970, `latest` from the hour.
 */
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

const hourlyCountsSchema = z.object({
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

/** The closed hours of a watch: one item, for watches whose policy counts. */
export function hourlyCountsIn(table: Table) {
  return {
    get: (watchId: string): Promise<HourlyCounts | undefined> =>
      table.get(keyOf(watchId), hourlyCountsSchema),

    /** Writes counts on condition that nobody has written since they were read; false when somebody has. */
    put(counts: HourlyCounts, before: HourlyCounts | undefined): Promise<boolean> {
      const item = {
        ...counts,
        ...keyOf(counts.watchId),
        hours: counts.hours.map(rowOf),
        recent: counts.recent.map(({ story, at }) => [story, at / HOUR]),
        ...expiry(counts.readAt + KEPT),
      };
      return table.putIf(item, before ? { is: { readAt: before.readAt, until: before.until } } : ABSENT);
    },
  };
}

function keyOf(watchId: string): Key {
  return { pk: `WATCH#${watchId}`, sk: 'COUNTS' };
}
