import type * as z from 'zod';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import { type Instant, isoOf } from '../../domain/time/instant.ts';
import { type StoredAlert, storedAlertSchema } from '../alerts/alerts.ts';
import { storiesIn } from '../stories/stories.ts';
import { type Table } from '../table.ts';
import { latestParts, partsAtOnce, type PartsQuery, SEARCHED_FINDING } from './finding-item.ts';
import { foundOfParts, readFindings } from './findings.ts';
import type { StoryRecord } from '../../domain/stories/story.ts';

/** A part of a UTC day. */
export interface DayPart {
  day: string;
  /** Only what is older: of an earlier instant, or of this one with an id that sorts before. Absent: the whole day. */
  before?: { at: Instant; id: string } | undefined;
  limit: number;
}

/** A part of what a watch found on a UTC day. */
interface FoundPart extends DayPart {
  watchId: string;
}

/** A finding of a watch. */
export interface FindingKey {
  watchId: string;
  fingerprint: string;
}

/**
 * What came on a day, the newest first, and of one instant by id, the last first. So a list can go on behind any of
 * its entries, and what comes meanwhile moves nothing. Read from the index of time: the last moments may be missing.
 */
export function timelineIn(table: Table) {
  const backwards = async <S extends z.ZodType>(
    partition: string,
    { before, limit }: DayPart,
    { schema, fields }: { schema: S; fields?: readonly string[] },
  ): Promise<z.output<S>[]> => {
    const query = { ...ofDay(partition), upTo: keyOf(before), limit: limit + 1 };
    return table.query({ ...query, ...(fields && { fields }) }, schema);
  };
  return {
    /**
     * What a watch found, without what a search neither compares nor shows (`UNSEARCHED`), and how it was found and
     * judged.
     */
    findings: (part: FoundPart): Promise<StoredFinding[]> => latestFound(table, part),
    /** The latest findings of a watch on some days, at most `limit`. The days come the latest first. */
    latest: (watchId: string, days: readonly string[], limit: number): Promise<StoredFinding[]> =>
      latestOfDays(table, { watchId, days }, limit),
    /** Findings by their watches and fingerprints, in any order; those that are gone are left out. */
    articles: (keys: readonly FindingKey[]): Promise<StoredFinding[]> =>
      readFindings(table, keys, { lag: true }),
    /** Alerts; one of several lanes is listed with the first. */
    async alerts(part: DayPart): Promise<StoredAlert[]> {
      const found = await backwards(`ALERTS#${part.day}`, part, { schema: storedAlertSchema });
      return behind(found, part, ({ alert }) => ({ at: alert.createdAt, id: alert.id }));
    },
    /** Stories by when they were made. */
    stories: ({ day, ...part }: DayPart): Promise<StoryRecord[]> => storiesIn(table).madeOn(day, part),
  };
}

export type Timeline = ReturnType<typeof timelineIn>;

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

/** The latest of a day. */
function latestFound(table: Table, { watchId, day, before, limit }: FoundPart): Promise<StoredFinding[]> {
  const span = { from: day, upTo: before ? isoOf(before.at) : `${day}T` };
  const isOlder = ({ foundAt, finding }: StoredFinding) =>
    !before || foundAt < before.at || (foundAt === before.at && finding.fingerprint < before.id);
  return latestOf(table, { watchId, span, isOlder, limit, fields: SEARCHED_FINDING });
}

/** The latest of some days of a watch, which come the latest first. */
async function latestOfDays(
  table: Table,
  { watchId, days }: { watchId: string; days: readonly string[] },
  limit: number,
): Promise<StoredFinding[]> {
  const [last, first] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  return latestOf(table, { watchId, span: { from: first, upTo: `${last}T` }, limit });
}

interface LatestWanted {
  watchId: string;
  span: PartsQuery;
  isOlder?: (found: StoredFinding) => boolean;
  limit: number;
  fields?: readonly string[] | undefined;
}

/** The latest findings of a span, the latest first: fewer than `limit` only if there are no more. */
async function latestOf(
  table: Table,
  { watchId, span, isOlder = () => true, limit, fields }: LatestWanted,
): Promise<StoredFinding[]> {
  const latest: StoredFinding[] = [];
  const pages = latestParts(table, watchId, { ...span, atOnce: limit });
  for await (const parts of partsAtOnce(pages, limit)) {
    const found = await foundOfParts(table, parts, fields);
    latest.push(...found.filter(isOlder).toReversed());
    if (latest.length >= limit) break;
  }
  return latest.slice(0, limit);
}
