import * as z from 'zod';
import { alertStateSchema, SEARCHED_FINDING } from '../../contracts/stored/stored.ts';
import { STORY_OUTLINE, storyOutlineSchema } from '../../contracts/stored/stored-story.ts';
import type { AlertState } from '../../domain/alerts/alert-state.ts';
import { inParallel, partsOf } from '../../domain/lib/in-parallel.ts';
import type { StoryOutline } from '../../domain/stories/story-record.ts';
import { isoOf } from '../../domain/time/instant.ts';
import type { DayPart, Timeline } from '../../use-cases/ports/pages/timeline.ts';
import { dueOf, storedAlertSchema } from '../alerts/alerts.ts';
import { queryWork, type Table } from '../table.ts';
import { countFound, foundSoFar, storiesOfFindings } from './counted-days.ts';
import { findingItemSchema, REST } from './finding-item.ts';
import { findingKey, latestFound, latestOfDays, READ } from './found-by-time.ts';

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
    async findings(parts) {
      const spans = parts.map(({ before, byRunsAlone, ...part }) => {
        return { ...part, before: keyOf(before), isListed: byRunsAlone };
      });
      const read = await latestFound(table, spans, SEARCHED);
      return read.map(({ found, indexed }, n) => {
        const isWhole = parts[n]?.before === undefined;
        return { found, byRunsAlone: parts[n]?.byRunsAlone === true || (isWhole && indexed === 0) };
      });
    },
    latest: (watchId, days, limit) => latestOfDays(table, { watchId, days }, limit),
    soFar: (watchId, { day, most }) => foundSoFar(table, { watchId, day, most }),
    storiesOf: (keys) => storiesOfFindings(table, keys),
    counts: (watchId, days) => countFound(table, { watchId, days }),
    async articles(keys) {
      const items = keys.map(({ watchId, fingerprint }) => findingKey(watchId, fingerprint));
      const parts = await inParallel(partsOf(items, READ), (part) =>
        table.getMany(part, findingItemSchema, { lag: true }),
      );
      return parts.flat();
    },
    async alerts(part) {
      const found = await backwards(`ALERTS#${part.day}`, part, { schema: storedAlertSchema });
      return behind(found, part, ({ alert }) => ({ at: alert.createdAt, id: alert.id }));
    },
    alertStates: async (day, limit) =>
      statesOf(await table.query({ ...ofDay(`ALERTS#${day}`), fields: ['state'], limit }, stateSchema)),
    waitingStates: async (lane, limit) =>
      statesOf(await queryWork(table, { partition: dueOf(lane), fields: ['state'], limit }, stateSchema)),
    async stories(part) {
      const found = await backwards(`STORIES#${part.day}`, part, OUTLINE);
      return behind(found, part, ({ madeAt, id }) => ({ at: madeAt, id }));
    },
    async begun(day, limit) {
      const byId = new Map<string, StoryOutline[]>();
      const query = { index: 'time', partition: `STORIES#${day}`, fields: OUTLINE.fields } as const;
      for await (const page of table.pages(query, OUTLINE.schema)) {
        for (const record of page) byId.set(record.id, [...(byId.get(record.id) ?? []), record]);
        if (byId.size >= limit) break;
      }
      return [...byId.values()].slice(0, limit).flat();
    },
  };
}

const SEARCHED = [...SEARCHED_FINDING, `finding.${REST}`];
const OUTLINE = { schema: storyOutlineSchema, fields: STORY_OUTLINE };
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
