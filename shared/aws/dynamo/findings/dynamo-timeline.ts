import type * as z from 'zod';
import { storyRecordSchema } from '../../../contracts/stored/stored-story.ts';
import { isoOf } from '../../../domain/time/instant.ts';
import type { DayPart, Timeline } from '../../../use-cases/ports/pages/timeline.ts';
import { storedAlertSchema } from '../alerts/dynamo-alerts.ts';
import type { Table } from '../table/table.ts';
import { countFound, latestFound, latestStories } from './found-by-time.ts';

/** Days in the order of time, backwards. Its key is an instant and an id for everything that is listed here. */
export function dynamoTimeline(table: Table): Timeline {
  const backwards = async <S extends z.ZodType>(
    partition: string,
    { before, limit }: DayPart,
    schema: S,
  ): Promise<z.output<S>[]> => {
    const query = {
      index: 'time',
      partition,
      upTo: keyOf(before),
      limit: limit + 1,
      newestFirst: true,
    } as const;
    return table.query(query, schema);
  };
  return {
    async findings(watchId, part) {
      const span = { watchId, day: part.day, to: keyOf(part.before) };
      const found = await latestFound(table, span, part.limit + 1);
      return behind(found, part, (one) => ({ at: one.foundAt, id: one.finding.fingerprint }));
    },
    storyIds: (watchId, day, limit) => latestStories(table, { watchId, day }, limit),
    count: (watchId, day) => countFound(table, { watchId, day }),
    async alerts(part) {
      const found = await backwards(`ALERTS#${part.day}`, part, storedAlertSchema);
      return behind(found, part, ({ alert }) => ({ at: alert.createdAt, id: alert.id }));
    },
    async stories(part) {
      const found = await backwards(`STORIES#${part.day}`, part, storyRecordSchema);
      return behind(found, part, ({ madeAt, id }) => ({ at: madeAt, id }));
    },
  };
}

/** The key of a place in the order of time. */
function keyOf(place: DayPart['before']): string | undefined {
  return place && `${isoOf(place.at)}#${place.id}`;
}

/** Without the entry of the place itself, with which DynamoDB's range ends. */
function behind<T>(
  found: readonly T[],
  { before, limit }: DayPart,
  placeOf: (one: T) => { at: number; id: string },
): T[] {
  const older = found.filter((one) => {
    const { at, id } = placeOf(one);
    return !(before && at === before.at && id === before.id);
  });
  return older.slice(0, limit);
}
