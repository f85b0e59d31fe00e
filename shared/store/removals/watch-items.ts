import * as z from 'zod';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import type { WatchContent } from '../../use-cases/ports/removals/removals.ts';
import type { Table } from '../table.ts';
import { actionsPartition } from '../channels/silences.ts';
import { storyOrdersPartition } from '../findings/dynamo-story-orders.ts';
import { findingItemSchema } from '../findings/finding-item.ts';
import { removePartition } from './remove-partition.ts';

const FINDING = 'FINDING#';
/** The state of each track. Each contains the lease of a run. */
const STATES: readonly string[] = ['STATE', 'BACKFILL'];

const keySchema = z.object({ sk: z.string() });

/** Which count an item of a watch belongs to, by the beginning of its sort key. */
const COUNTED: readonly (readonly [string, keyof WatchContent])[] = [
  [FINDING, 'findings'],
  ['WINDOW#', 'windows'],
  ['QUARANTINE#', 'quarantined'],
];

/** Counts what lies below a watch, by reading its keys. */
export async function countWatch(table: Table, watchId: string): Promise<WatchContent> {
  const content = { findings: 0, windows: 0, quarantined: 0, others: 0 };
  const partitions = [partitionOf(watchId), actionsPartition(watchId), storyOrdersPartition(watchId)];
  for (const partition of partitions) {
    for await (const page of table.pages({ partition, fields: ['sk'] }, keySchema)) {
      for (const { sk } of page) {
        const [, kind = 'others'] = COUNTED.find(([prefix]) => sk.startsWith(prefix)) ?? [];
        content[kind] += 1;
      }
    }
  }
  return content;
}

export function findingsOf(table: Table, watchId: string): AsyncIterable<StoredFinding[]> {
  return table.pages({ partition: partitionOf(watchId), prefix: FINDING }, findingItemSchema);
}

/** While the states exist, their leases keep runs out. So they go last. */
export async function removeWatchItems(
  table: Table,
  { watchId, keep }: { watchId: string; keep: () => Promise<void> },
): Promise<void> {
  const partition = partitionOf(watchId);
  await removePartition(table, actionsPartition(watchId), { keep });
  await removePartition(table, storyOrdersPartition(watchId), { keep });
  await removePartition(table, partition, { isWanted: (sort) => !STATES.includes(sort), keep });
  await table.removeMany(STATES.map((sk) => ({ pk: partition, sk })));
}

function partitionOf(watchId: string): string {
  return `WATCH#${watchId}`;
}
