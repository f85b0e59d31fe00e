import * as z from 'zod';
import type { StoredFinding } from '../../../domain/findings/finding.ts';
import { partsOf } from '../../../domain/lib/in-parallel.ts';
import { isoOf, type Instant } from '../../../domain/time/instant.ts';
import { expiry, type Item, type Table } from '../table/table.ts';

/**
 * Lists of what the runs of a watch have found, in the order of time: an item below the watch for the findings of a part. They
 * hold what an index by time would hold of each finding, at a small share of its price: an index copies all attributes.
 */
const LIST = 'FOUND#';
/** Entries of a list: 100 take 4 KB. */
const MOST_ENTRIES = 100;

const listSchema = z.object({
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
      pk: `WATCH#${watchId}`,
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
  { from, upTo, limit = Infinity, newestFirst = false, isWanted = () => true }: ListQuery,
): Promise<ListEntry[]> {
  const range = { from: `${LIST}${from}`, upTo: `${LIST}${upTo}#~` };
  const query = { partition: `WATCH#${watchId}`, ...range, newestFirst, ...(limit < Infinity && { limit }) };
  const entries = new Map<string, ListEntry>();
  for await (const lists of table.pages(query, listSchema)) {
    for (const { foundAt, found } of lists) {
      for (const [fingerprint, indexedAt] of newestFirst ? found.toReversed() : found) {
        const entry = { fingerprint, foundAt, indexedAt };
        if (isWanted(entry)) entries.set(fingerprint, entry);
      }
    }
    if (entries.size >= limit) break;
  }
  return [...entries.values()].slice(0, limit);
}

/** A span in ISO 8601 times, or beginnings of them. */
interface ListQuery {
  from: string;
  upTo: string;
  /** The most entries; all when left out. */
  limit?: number;
  newestFirst?: boolean;
  isWanted?: (entry: ListEntry) => boolean;
}
