import type { StoredFinding } from '../../domain/findings/finding.ts';
import { inParallel, partsOf } from '../../domain/lib/in-parallel.ts';
import { dayOf, isoOf } from '../../domain/time/instant.ts';
import type { Key, Table } from '../table.ts';
import { findingItemSchema } from './finding-item.ts';
import { latestListed, type ListEntry, listedIn } from './found-lists.ts';

/** How the sort key of a finding begins, before its fingerprint. */
export const FINDING = 'FINDING#';
/** How the partition of a watch begins, before its id. */
export const WATCH = 'WATCH#';
/** How many findings one read by key takes, and how many of a list are read at a time. */
export const READ = 100;
const PAGE = 4 * READ;

export function findingKey(watchId: string, fingerprint: string): Key {
  return { pk: `${WATCH}${watchId}`, sk: `${FINDING}${fingerprint}` };
}

/** Where a finding is in the order of time: in the index, and among those of the lists. */
export function timeKeyOf({ finding, foundAt }: Pick<StoredFinding, 'finding' | 'foundAt'>): string {
  return timeKey({ fingerprint: finding.fingerprint, foundAt });
}

export function timeKey({ fingerprint, foundAt }: Pick<ListEntry, 'fingerprint' | 'foundAt'>): string {
  return `${isoOf(foundAt)}#${fingerprint}`;
}

/** Findings of a watch that were found on a UTC day. The bounds are keys of time, or beginnings of them, also of other days. */
interface Span {
  watchId: string;
  day: string;
  /** This key and later ones. Left out: from the beginning of the day. */
  from?: string | undefined;
  /** What begins with this, and all before. Left out: to the end of the day. */
  to?: string | undefined;
  /** How many from there on are wanted. There may be more, but none is missing between two. Left out: all. */
  limit?: number;
}

/**
 * In the order of time, page by page, each finding once: those of the index of time, which others than a run have put, and
 * those of the lists of runs.
 */
export async function* foundByTime(
  table: Table,
  { watchId, day, from: given = day, to: until = `${day}T~`, limit = Infinity }: Span,
): AsyncGenerator<StoredFinding[], void, undefined> {
  const [from, to] = [later(given, day), earlier(until, `${day}T~`)];
  const entries = await listedIn(table, watchId, { from: from.slice(0, isoOf(0).length), upTo: to });
  const listed = entries
    .map((entry) => ({ entry, key: timeKey(entry) }))
    .filter(({ key }) => key >= from)
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .slice(0, limit);
  let next = 0;
  const take = async (end: number) => {
    const part = listed.slice(next, end).map(({ entry }) => entry);
    next = end;
    return (await readListed(table, [{ watchId, entries: part }])).flat();
  };
  const query = {
    index: 'time',
    partition: partitionOf(watchId, day),
    from,
    upTo: `${to}#~`,
    limit,
  } as const;
  for await (const indexed of table.pages(query, findingItemSchema)) {
    const last = indexed.at(-1);
    if (!last) continue;
    const after = listed.findIndex(({ key }) => key > timeKeyOf(last));
    yield merged(indexed, await take(after < 0 ? listed.length : Math.max(after, next)));
  }
  while (next < listed.length) yield merged([], await take(Math.min(next + PAGE, listed.length)));
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

/** The latest of a watch on a day. */
interface LatestSpan {
  watchId: string;
  day: string;
  /** A whole key of time: only what is before it. Left out: to the end of the day. */
  before?: string | undefined;
  limit: number;
  /** True: the index has nothing of the day. */
  isListed?: boolean | undefined;
}

/**
 * The latest of some days, for each span in their order, the latest first. What is listed is read together.
 *
 * @param fields the attributes to read; all when left out.
 */
export async function latestFound(
  table: Table,
  spans: readonly LatestSpan[],
  fields?: readonly string[],
): Promise<{ found: StoredFinding[]; indexed: number }[]> {
  const parts = await inParallel(spans, async (span) => {
    const [entries, indexed] = await Promise.all([
      listedBefore(table, span),
      span.isListed === true ? [] : latestIndexed(table, span, fields),
    ]);
    return { ...span, entries, indexed };
  });
  const listed = await readListed(table, parts, fields);
  return parts.map(({ indexed, limit }, n) => {
    const found = merged(indexed, listed[n] ?? []).toReversed();
    return { found: found.slice(0, limit), indexed: indexed.length };
  });
}

function listedBefore(table: Table, { watchId, day, before, limit }: LatestSpan): Promise<ListEntry[]> {
  return latestListed(table, watchId, {
    from: day,
    upTo: before?.slice(0, isoOf(0).length) ?? `${day}T~`,
    isWanted: (entry) => before === undefined || timeKey(entry) < before,
    limit,
  });
}

/** DynamoDB's range ends with the place itself, which is left out. */
async function latestIndexed(
  table: Table,
  { watchId, day, before, limit }: LatestSpan,
  fields: readonly string[] | undefined,
): Promise<StoredFinding[]> {
  const most = before === undefined ? limit : limit + 1;
  const query = { index: 'time', partition: partitionOf(watchId, day), upTo: before, limit: most } as const;
  const found = await table.query(
    { ...query, newestFirst: true, ...(fields && { fields }) },
    findingItemSchema,
  );
  return found.filter((one) => timeKeyOf(one) !== before).slice(0, limit);
}

/** So many days of the index are read at a time. */
const DAYS_AT_ONCE = 8;

/** The latest of some days, which come the latest first. Their lists are one read, and the index is one for each day. */
export async function latestOfDays(
  table: Table,
  { watchId, days }: { watchId: string; days: readonly string[] },
  limit: number,
): Promise<StoredFinding[]> {
  const [last, first] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [entries, indexed] = await Promise.all([
    latestListed(table, watchId, { from: first, upTo: `${last}T~`, limit }),
    indexedOfDays(table, { watchId, days }, limit),
  ]);
  const oldest = indexed.at(limit - 1);
  const from = oldest === undefined ? '' : timeKeyOf(oldest);
  const wanted = entries.filter((entry) => timeKey(entry) >= from);
  const listed = await readListed(table, [{ watchId, entries: wanted }]);
  return merged(indexed, listed.flat()).toReversed().slice(0, limit);
}

async function indexedOfDays(
  table: Table,
  { watchId, days }: { watchId: string; days: readonly string[] },
  limit: number,
): Promise<StoredFinding[]> {
  const found: StoredFinding[] = [];
  for (const part of partsOf(days, DAYS_AT_ONCE)) {
    const left = limit - found.length;
    if (left <= 0) break;
    const ofDays = await inParallel(part, (day) => {
      const partition = partitionOf(watchId, day);
      return table.query({ index: 'time', partition, limit: left, newestFirst: true }, findingItemSchema);
    });
    found.push(...ofDays.flat());
  }
  return found;
}

/** Reads findings of lists, for each list in their order. One that was removed since is left out. */
async function readListed(
  table: Table,
  lists: readonly { watchId: string; entries: readonly ListEntry[] }[],
  fields?: readonly string[],
): Promise<StoredFinding[][]> {
  const nameOf = (watchId: string, fingerprint: string) => `${watchId} ${fingerprint}`;
  const keys = new Map(
    lists.flatMap(({ watchId, entries }) =>
      entries.map(
        ({ fingerprint }) => [nameOf(watchId, fingerprint), findingKey(watchId, fingerprint)] as const,
      ),
    ),
  );
  const parts = await inParallel(partsOf([...keys.values()], READ), (part) =>
    table.getMany(part, findingItemSchema, { lag: true, ...(fields && { fields }) }),
  );
  const found = new Map(parts.flat().map((one) => [nameOf(one.watchId, one.finding.fingerprint), one]));
  return lists.map(({ watchId, entries }) =>
    entries.flatMap(({ fingerprint }) => found.get(nameOf(watchId, fingerprint)) ?? []),
  );
}

/** Both in the order of time, each finding once. */
function merged(indexed: readonly StoredFinding[], listed: readonly StoredFinding[]): StoredFinding[] {
  const all = new Map([...indexed, ...listed].map((one) => [timeKeyOf(one), one]));
  return [...all].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, found]) => found);
}

/** The partition of the index of time. */
export function partitionOf(watchId: string, day: string): string {
  return `WATCH#${watchId}#${day}`;
}

/** Where a finding is in the index of time. */
export function timeIndexKey(found: Pick<StoredFinding, 'watchId' | 'finding' | 'foundAt'>) {
  return { timePk: partitionOf(found.watchId, dayOf(found.foundAt)), timeSk: timeKeyOf(found) };
}
