import * as z from 'zod';
import { hourlyCountsSchema } from '../../../contracts/stored/stored-hourly-counts.ts';
import { DAY, HOUR } from '../../../domain/time/instant.ts';
import type { HourCount, HourlyCounts } from '../../../domain/counting/hourly-counts.ts';
import type { HourlyCountsStore } from '../../../use-cases/ports/counting.ts';
import { expiry, type Key, type Table } from '../table/table.ts';

/** Counts that were not written for this long belong to a removed watch. */
const KEPT = 400 * DAY;

/** An hour as numbers, so that 5 weeks of hours fit into a small item. `at` is in hours since 1970, `latest` in ms since `at`. */
type Row = [
  at: number,
  articles: number,
  stories: number,
  scored: number,
  sentimentSum: number,
  latest: number,
];

const row = z
  .tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()])
  .transform(hourOf);
const recent = z.tuple([z.string(), z.number()]).transform(([story, hour]) => ({ story, at: hour * HOUR }));
const storedSchema = hourlyCountsSchema.extend({ hours: z.array(row), recent: z.array(recent) });

/** The hours of a watch, in one item. */
export function dynamoHourlyCounts(table: Table): HourlyCountsStore {
  return {
    get: (watchId) => table.get(keyOf(watchId), storedSchema),

    put: (hourlyCounts, before) =>
      table.putIf(
        {
          ...keyOf(hourlyCounts.watchId),
          ...hourlyCounts,
          hours: hourlyCounts.hours.map(rowOf),
          recent: hourlyCounts.recent.map(({ story, at }) => [story, at / HOUR]),
          ...expiry(hourlyCounts.readAt + KEPT),
        },
        before
          ? {
              condition: 'readAt = :readAt AND #until = :until',
              names: { '#until': 'until' },
              values: { ':readAt': before.readAt, ':until': before.until },
            }
          : { condition: 'attribute_not_exists(pk)' },
      ),
  };
}

function keyOf(watchId: string): Key {
  return { pk: `WATCH#${watchId}`, sk: 'TALLY' };
}

function rowOf({ at, articles, stories, scored, sentimentSum, latest }: HourlyCounts['hours'][number]): Row {
  return [at / HOUR, articles, stories, scored, sentimentSum, latest - at];
}

function hourOf([hour, articles, stories, scored, sentimentSum, latest]: Row): HourCount {
  const at = hour * HOUR;
  return { at, articles, stories, scored, sentimentSum, latest: at + latest };
}
