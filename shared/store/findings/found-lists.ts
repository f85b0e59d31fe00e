import * as z from 'zod';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import { partsOf } from '../../domain/lib/in-parallel.ts';
import { isoOf, type Instant } from '../../domain/time/instant.ts';
import { expiry, type Item, type Table } from '../table.ts';

/**
 * Lists of what the runs of a watch have found, in the order of time: an item below the watch for the findings of a part. They
 * hold what an index by time would hold of each finding, at a small share of its price: an index copies all attributes.
 */
const LIST = 'FOUND#';
/** Entries of a list: 100 take 4 KB. */
const MOST_ENTRIES = 100;
/** How many lists are read at a time where the latest are wanted: most have fewer entries, and few are wanted. At least two. */
const LISTS_AT_ONCE = 32;

const listSchema = z.object({
  sk: z.string(),
  foundAt: z.number(),
  /** Fingerprints, and when the service indexed each. */
  found: z.array(z.tuple([z.string(), z.number()])),
});

/** One finding of a list. */
export interface ListEntry {
  fingerprint: string;
  foundAt: Instant;
  indexedAt: Instant;
}

/** The lists of these findings. The same findings give the same lists. */
export function listItems(found: readonly StoredFinding[]): Item[] {
  const together = Map.groupBy(found, ({ watchId, foundAt }) => `${watchId}#${foundAt}`);
  return [...together.values()].flatMap((all) => partsOf(all, MOST_ENTRIES)).flatMap(listItem);
}

/** The list of findings that were found at the same time; none without findings. */
function listItem(part: readonly StoredFinding[]): Item[] {
  const [first] = part;
  if (!first) return [];
  const { watchId, foundAt, finding } = first;
  return [
    {
      pk: partitionOf(watchId),
      sk: `${LIST}${isoOf(foundAt)}#${finding.fingerprint}`,
      foundAt,
      found: part.map((one) => [one.finding.fingerprint, one.finding.indexedAt]),
      ...expiry(Math.max(...part.map(({ expiresAt }) => expiresAt))),
    },
  ];
}

/** What the lists hold from one instant up to another, in the order of time, each finding once. */
export async function listedIn(
  table: Table,
  watchId: string,
  { from, upTo }: { from: string; upTo: string },
): Promise<ListEntry[]> {
  const query = { partition: partitionOf(watchId), from: `${LIST}${from}`, upTo: `${LIST}${upTo}#~` };
  const entries = new Map<string, ListEntry>();
  for await (const lists of table.pages(query, listSchema))
    for (const entry of lists.flatMap(entriesOf)) entries.set(entry.fingerprint, entry);
  return [...entries.values()];
}

/**
 * The latest of what the lists hold, by time and of one instant by fingerprint, the last first. A list is in the order in which its
 * findings came, so lists of one instant are read together before any of them is left out.
 */
export async function latestListed(
  table: Table,
  watchId: string,
  { from, upTo, limit, isWanted = () => true }: LatestQuery,
): Promise<ListEntry[]> {
  const entries = new Map<string, ListEntry>();
  const most = Math.min(limit + 1, LISTS_AT_ONCE);
  for (let last = `${LIST}${upTo}#~`; ; ) {
    const query = { partition: partitionOf(watchId), from: `${LIST}${from}`, upTo: last, limit: most };
    const lists = await table.query({ ...query, newestFirst: true }, listSchema);
    for (const entry of lists.flatMap(entriesOf)) if (isWanted(entry)) entries.set(entry.fingerprint, entry);
    const oldest = lists.at(-1);
    const isWhole = ({ foundAt }: ListEntry) => oldest === undefined || foundAt > oldest.foundAt;
    const sorted = [...entries.values()].toSorted(newestFirst);
    if (lists.length < most || !oldest || sorted.filter(isWhole).length >= limit)
      return sorted.slice(0, limit);
    last = oldest.sk;
  }
}

/** A span in ISO 8601 times, or beginnings of them. */
interface LatestQuery {
  from: string;
  upTo: string;
  /** The most entries. */
  limit: number;
  isWanted?: (entry: ListEntry) => boolean;
}

function entriesOf({ foundAt, found }: z.output<typeof listSchema>): ListEntry[] {
  return found.map(([fingerprint, indexedAt]) => ({ fingerprint, foundAt, indexedAt }));
}

function newestFirst(one: ListEntry, other: ListEntry): number {
  return other.foundAt - one.foundAt || (one.fingerprint < other.fingerprint ? 1 : -1);
}

function partitionOf(watchId: string): string {
  return `WATCH#${watchId}`;
}
