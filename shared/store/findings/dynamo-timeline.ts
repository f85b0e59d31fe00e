import * as z from 'zod';
import type { AlertState } from '../../domain/alerts/alert.ts';
import { isoOf } from '../../domain/time/instant.ts';
import type { DayPart, Timeline } from '../../use-cases/ports/pages/timeline.ts';
import { storiesIn } from '../stories/stories.ts';
import { alertStateSchema, dueOf, storedAlertSchema } from '../alerts/alerts.ts';
import { queryWork, type Table } from '../table.ts';
import { SEARCHED_FINDING } from './finding-item.ts';
import { readFindings } from './findings.ts';
import { countFound, foundSoFar, latestFound, latestOfDays } from './found-by-day.ts';

/** Days in the order of time, backwards. Its key is an instant and an id for everything that is listed here. */
export function dynamoTimeline(table: Table): Timeline {
  const backwards = async <S extends z.ZodType>(
    partition: string,
    { before, limit }: DayPart,
    { schema, fields }: { schema: S; fields?: readonly string[] },
  ): Promise<z.output<S>[]> => {
    const query = { ...ofDay(partition), upTo: keyOf(before), limit: limit + 1 };
    return table.query({ ...query, ...(fields && { fields }) }, schema);
  };
  return {
    findings: (parts) => latestFound(table, parts, SEARCHED_FINDING),
    latest: (watchId, days, limit) => latestOfDays(table, { watchId, days }, limit),
    soFar: (watchId, { day, most }) => foundSoFar(table, { watchId, day, most }),
    counts: (watchId, days) => countFound(table, { watchId, days }),
    articles: (keys) => readFindings(table, keys, { lag: true }),
    async alerts(part) {
      const found = await backwards(`ALERTS#${part.day}`, part, { schema: storedAlertSchema });
      return behind(found, part, ({ alert }) => ({ at: alert.createdAt, id: alert.id }));
    },
    alertStates: async (day, limit) =>
      statesOf(await table.query({ ...ofDay(`ALERTS#${day}`), fields: ['state'], limit }, stateSchema)),
    waitingStates: async (lane, limit) =>
      statesOf(await queryWork(table, { partition: dueOf(lane), fields: ['state'], limit }, stateSchema)),
    async stories({ day, ...part }) {
      return storiesIn(table).madeOn(day, part);
    },
  };
}

const stateSchema = z.object({ state: alertStateSchema });

function statesOf(found: readonly z.output<typeof stateSchema>[]): AlertState[] {
  return found.map(({ state }) => state);
}

function ofDay(partition: string) {
  return { index: 'time', partition, newestFirst: true } as const;
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
