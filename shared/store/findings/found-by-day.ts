import type { StoredFinding } from '../../domain/findings/finding.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { dayOf, type Instant, isoOf } from '../../domain/time/instant.ts';
import type { Table } from '../table.ts';
import { foundOfParts } from './findings.ts';
import { latestParts, pagesOfParts, partsAtOnce, type PartsQuery } from './parts.ts';

// What watches found, by day and backwards, for pages.

/** The latest of a watch on a UTC day: `limit` of those before a place. */
export interface LatestOfDay {
  watchId: string;
  day: string;
  /**
   * Only what is older: of an earlier instant, or of this one with a fingerprint that sorts before. Absent: the whole
   * day.
   */
  before?: { at: Instant; id: string } | undefined;
  limit: number;
}

/** The latest of some days, for each in their order, the latest first. */
export function latestFound(
  table: Table,
  days: readonly LatestOfDay[],
  fields?: readonly string[],
): Promise<StoredFinding[][]> {
  return inParallel(days, ({ watchId, day, before, limit }) => {
    const span = { from: day, upTo: before ? isoOf(before.at) : `${day}T` };
    const isOlder = ({ foundAt, finding }: StoredFinding) =>
      !before || foundAt < before.at || (foundAt === before.at && finding.fingerprint < before.id);
    return latestOf(table, { watchId, span, isOlder, limit, fields });
  });
}

/** The latest of some days of a watch, which come the latest first. */
export async function latestOfDays(
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

/** How many findings a watch has found on a day, and which are the latest, with their stories. */
export async function foundSoFar(
  table: Table,
  { watchId, day, most }: { watchId: string; day: string; most: number },
): Promise<{ count: number; latest: { watchId: string; fingerprint: string; story?: string }[] }> {
  const latest = new Map<string, { watchId: string; fingerprint: string; story?: string }>();
  for await (const parts of pagesOfParts(table, watchId, { from: day, upTo: `${day}T` }))
    for (const part of parts) {
      const stories = new Map(part.decided?.findings.map(({ fingerprint, story }) => [fingerprint, story]));
      for (const { fingerprint } of part.found) {
        const story = stories.get(fingerprint);
        latest.set(fingerprint, { watchId, fingerprint, ...(story !== undefined && { story }) });
      }
    }
  return { count: latest.size, latest: [...latest.values()].slice(-most) };
}

/** How many were found on each of some UTC days, which come in their order. One read for all of them. */
export async function countFound(
  table: Table,
  { watchId, days }: { watchId: string; days: readonly string[] },
): Promise<number[]> {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const byDay = new Map<string, Set<string>>(days.map((day) => [day, new Set()]));
  for await (const parts of pagesOfParts(table, watchId, { from: first, upTo: `${last}T` }))
    for (const { foundAt, found } of parts)
      for (const { fingerprint } of found) byDay.get(dayOf(foundAt))?.add(fingerprint);
  return days.map((day) => byDay.get(day)?.size ?? 0);
}
