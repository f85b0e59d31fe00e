import * as z from 'zod';
import { inParallel, partsOf } from '../../domain/lib/in-parallel.ts';
import { dayOf } from '../../domain/time/instant.ts';
import type { FindingKey, FoundSoFar } from '../../use-cases/ports/pages/timeline.ts';
import type { Table } from '../table.ts';
import { FINDING, findingKey, partitionOf, READ, timeKey, WATCH } from './found-by-time.ts';
import { listedIn } from './found-lists.ts';

// What was found on days, without the findings: from the lists of runs, and from the keys of the index of time.

const timeKeySchema = z.object({ timeSk: z.string() });

/**
 * How many were found on each of some days, which come in their order. The lists of all days are one read, and the index is one
 * for each day.
 */
export async function countFound(
  table: Table,
  { watchId, days }: { watchId: string; days: readonly string[] },
): Promise<number[]> {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const entries = await listedIn(table, watchId, { from: first, upTo: `${last}T~` });
  const listed = Map.groupBy(entries, ({ foundAt }) => dayOf(foundAt));
  return inParallel(days, async (day) => {
    const keys = new Set(listed.get(day)?.map(timeKey));
    const query = { index: 'time', partition: partitionOf(watchId, day), fields: ['timeSk'] } as const;
    for await (const page of table.pages(query, timeKeySchema))
      for (const { timeSk } of page) keys.add(timeSk);
    return keys.size;
  });
}

const indexedSchema = z.object({ sk: z.string(), timeSk: z.string(), story: z.string().optional() });

/** How many findings a watch has found on a day, and which are the latest. */
export async function foundSoFar(
  table: Table,
  { watchId, day, most }: { watchId: string; day: string; most: number },
): Promise<FoundSoFar> {
  const fields = ['sk', 'timeSk', 'story'];
  const query = { index: 'time', partition: partitionOf(watchId, day), fields, limit: Infinity } as const;
  const [entries, found] = await Promise.all([
    listedIn(table, watchId, { from: day, upTo: `${day}T~` }),
    table.query(query, indexedSchema),
  ]);
  const all = new Map([
    ...entries.map((entry) => [timeKey(entry), { watchId, fingerprint: entry.fingerprint }] as const),
    ...found.map(({ sk, timeSk, story }) => {
      const fingerprint = sk.slice(FINDING.length);
      return [timeSk, { watchId, fingerprint, ...(story !== undefined && { story }) }] as const;
    }),
  ]);
  const byTime = [...all].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { count: all.size, latest: byTime.slice(-most).map(([, one]) => one) };
}

const storySchema = z.object({ pk: z.string(), sk: z.string(), story: z.string().optional() });

/** The stories of findings. Their other attributes stay where they are. */
export async function storiesOfFindings(
  table: Table,
  wanted: readonly FindingKey[],
): Promise<(FindingKey & { story: string })[]> {
  const keys = wanted.map(({ watchId, fingerprint }) => findingKey(watchId, fingerprint));
  const fields = ['pk', 'sk', 'story'];
  const parts = await inParallel(partsOf(keys, READ), (part) =>
    table.getMany(part, storySchema, { fields, lag: true }),
  );
  return parts.flat().flatMap(({ pk, sk, story }) => {
    const key = { watchId: pk.slice(WATCH.length), fingerprint: sk.slice(FINDING.length) };
    return story === undefined ? [] : [{ ...key, story }];
  });
}
