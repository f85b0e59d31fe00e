import type { Part } from '../../domain/alerts/decision.ts';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { dayOf, type Instant, isoOf } from '../../domain/time/instant.ts';
import type { Table } from '../table.ts';
import { foundOfParts } from './findings.ts';
import { pagesOfParts, queryParts } from './parts.ts';

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
  return inParallel(days, async ({ watchId, day, before, limit }) => {
    const upTo = before ? isoOf(before.at) : `${day}T`;
    const isOlder = ({ foundAt, finding }: StoredFinding) =>
      !before || foundAt < before.at || (foundAt === before.at && finding.fingerprint < before.id);
    const parts = await latestParts(table, { watchId, from: day, upTo, enough: limit });
    const found = await foundOfParts(table, parts, fields);
    return found.filter(isOlder).toReversed().slice(0, limit);
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
  const parts = await latestParts(table, { watchId, from: first, upTo: `${last}T`, enough: limit });
  return (await foundOfParts(table, parts)).toReversed().slice(0, limit);
}

/** How many parts are read at a time: most are small. */
const PARTS_AT_ONCE = 32;

/**
 * The latest parts of a span that hold at least so many findings beside those of their first instant: parts of one
 * instant are read together, since the order of their findings is not theirs.
 */
async function latestParts(
  table: Table,
  { watchId, enough, ...span }: { watchId: string; from: string; upTo: string; enough: number },
): Promise<Part[]> {
  const parts = new Map<string, Part>();
  const limit = Math.min(enough + 1, PARTS_AT_ONCE);
  for (let upTo = span.upTo; ; ) {
    const page = await queryParts(table, watchId, { ...span, upTo, limit, newestFirst: true });
    for (const part of page) parts.set(part.key, part);
    const oldest = page.at(-1);
    const later = [...parts.values()].filter(({ foundAt }) => !oldest || foundAt > oldest.foundAt);
    if (later.reduce((sum, { found }) => sum + found.length, 0) > enough) return later;
    if (!oldest || page.length < limit) return [...parts.values()];
    upTo = oldest.key;
  }
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
