import * as z from 'zod';
import { tallySchema } from '../../../contracts/stored/stored-hourly-counts.ts';
import { DAY, HOUR } from '../../../domain/time/instant.ts';
import type { HourCount, Tally } from '../../../domain/counting/hourly-counts.ts';
import type { Tallies } from '../../../use-cases/ports/counting-ports.ts';
import { expiry, type Key, type Table } from '../table/table.ts';

/** A tally that nobody has written for so long belongs to no watch any more. */
const KEPT = 400 * DAY;

/** An hour as a row of numbers: five weeks of hours must stay a small item. Hours count from 1970, `latest` from its hour. */
type Row = [at: number, articles: number, stories: number, moods: number, mood: number, latest: number];

const row = z
  .tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()])
  .transform(hourOf);
const recent = z.tuple([z.string(), z.number()]).transform(([story, hour]) => ({ story, at: hour * HOUR }));
const storedSchema = tallySchema.extend({ hours: z.array(row), recent: z.array(recent) });

/** The hours of a watch, in one item. */
export function dynamoTallies(table: Table): Tallies {
  return {
    get: (watchId) => table.get(keyOf(watchId), storedSchema),

    put: (tally, before) =>
      table.putIf(
        {
          ...keyOf(tally.watchId),
          ...tally,
          hours: tally.hours.map(rowOf),
          recent: tally.recent.map(({ story, at }) => [story, at / HOUR]),
          ...expiry(tally.readAt + KEPT),
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

function rowOf({ at, articles, stories, moods, mood, latest }: Tally['hours'][number]): Row {
  return [at / HOUR, articles, stories, moods, mood, latest - at];
}

function hourOf([hour, articles, stories, moods, mood, latest]: Row): HourCount {
  const at = hour * HOUR;
  return { at, articles, stories, moods, mood, latest: at + latest };
}
